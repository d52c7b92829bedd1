"""A ruling voids what players reported, and may reinstate it; it reports nothing in their names."""

import pytest
from django.urls import reverse

from core.records.audit import AuditEntry, key
from judging.models import Case
from tests.judging.people import a_hall, table_1, user
from tournaments.models import Event, MatchState, Round, RoundState
from tournaments.results.services.player_reports import current_reported_scores
from tournaments.results.services.reporting import confirm_result, dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
ASIDE = "voided by a ruling"


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


@pytest.fixture
def disputed(case) -> None:
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)


def rules(client, case: Case, remedy: str) -> None:
    former = case.rulings.current().first()
    words = {"reason": "seen", "message": "Read this.", "replaces": former.pk if former else ""}
    client.force_login(user("jo"))
    assert client.post(reverse("judging:rule", args=[case.pk]), {"remedy": remedy, **words}).status_code == 302


def test_a_ruling_is_never_recorded_as_a_players_report(client, case, disputed):
    spoken = list(table_1().reports.values_list("pk", "by", "says"))
    rules(client, case, "replay-game")
    client.force_login(user("jo"))
    for page in (table_1().get_absolute_url(), case.get_absolute_url()):
        assert client.get(page).content.decode().count(ASIDE) == 2
    rules(client, case, "dismiss")
    assert list(table_1().reports.values_list("pk", "by", "says")) == spoken
    assert ASIDE not in client.get(table_1().get_absolute_url()).content.decode()
    acts = AuditEntry.objects.filter(subject=key(table_1())).values_list("action", flat=True)
    assert sorted(acts) == ["match-reopened", "result-disputes", "result-result", "result-withdrawn"]


def test_reports_since_the_new_game_are_binding(client, case, disputed):
    rules(client, case, "replay-game")
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("b", 0, 3))
    rules(client, case, "dismiss")
    assert current_reported_scores(table_1()) == {"a": Score.duel("b", 0, 3).fields()}
    assert table_1().state == MatchState.DISPUTED


def test_a_draft_based_on_a_replayed_game_is_discarded(client, case, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    Round.objects.create(event=hall, number=2, state=RoundState.UNPUBLISHED)
    rules(client, case, "replay-game")
    assert not hall.rounds.filter(state=RoundState.UNPUBLISHED).exists()
