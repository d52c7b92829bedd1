"""Before a ruling is made the judge sees what it would move, whatever it is; and nothing has moved."""

from typing import Any

import pytest
from django.urls import reverse

from core.models import AuditEntry
from core.pages.live import version
from judging.models import Case, Ruling, Submission
from tests.judging.people import a_hall, player, post, rules, table_1, user
from tests.tournaments import worlds
from tournaments.cut.services.bracket import playable_matches
from tournaments.models import (
    Event,
    EventState,
    Match,
    MatchState,
    OutgoingMail,
    Registration,
    Round,
    RoundState,
    Stage,
    Status,
)
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
GAME_LOSS = {"penalty": "game-loss", "against": "ana"}
OUT = {"penalty": "disqualification", "against": "ana"}


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


def previewed(client, case: Case, remedy: str, *, who: str = "jo", against: str = "", **fields: Any):
    """The fragment beside the form: what its template was given."""
    former = case.rulings.current().first()
    fields |= {"remedy": remedy, "replaces": former.pk if former else ""}
    fields |= {"penalised": player(against).pk} if against else {}
    client.force_login(user(who))
    answer = client.post(reverse("judging:preview", args=[case.pk]), fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.context


def results(context) -> list[tuple[str, str]]:
    return [(row.before.replace("\xa0", " "), row.after.replace("\xa0", " ")) for row in context["results"]]


def ranks(context) -> dict[str, tuple[int, int]]:
    return {move.player.shown_name: (move.rank_before, move.rank_after) for move in context["diff"].rank_changes}


def refused(context) -> str:
    return context["refusal"].code


def test_a_corrected_result_previews_result_and_ranks(client, case, settled):
    seen = previewed(client, case, "correct-result", outcome="b", glory_b=6)
    assert results(seen) == [("Ana, 8 : 0", "Bo, 6 : 0")]
    assert ranks(seen) == {"Ana": (1, 2), "Bo": (2, 1)}


@pytest.mark.parametrize("loss", ["game-loss", "match-loss"])
def test_a_loss_alone_is_the_win_of_the_other(client, case, loss):
    seen = previewed(client, case, "correct-result", penalty=loss, against="ana")
    assert results(seen) == [("no result", "Bo, 0 : 0")]


def test_a_game_that_is_played_again_has_no_result(client, case, settled):
    seen = previewed(client, case, "replay-game")
    assert results(seen) == [("Ana, 8 : 0", "no result")]
    assert "Ana" in ranks(seen)


def test_a_disqualification_previews_the_forfeit_and_the_status(client, case):
    seen = previewed(client, case, "stands", **OUT)
    assert results(seen) == [("no result", "Bo, 0 : 0")]
    assert [(who.shown_name, *statuses) for who, *statuses in seen["diff"].statuses] == [
        ("Ana", Status.REGISTERED, Status.DISQUALIFIED)
    ]


@pytest.mark.parametrize("remedy", ["dismiss", "stands"])
def test_a_ruling_that_changes_nothing_says_so(client, case, settled, remedy):
    seen = previewed(client, case, remedy)
    assert seen["diff"].is_empty
    assert not seen["diff"].rank_changes


def test_a_log_correction_changes_no_result_and_checks_its_place(client, case):
    rows = {"piece-TOTAL_FORMS": 0, "piece-INITIAL_FORMS": 0, "has-wild": 3}
    Submission.objects.update(content=b'{"actions": [{"do": "move"}]}')
    assert previewed(client, case, "correct-log", after=1, **rows)["diff"].is_empty
    assert refused(previewed(client, case, "correct-log", after=2, **rows)) == "no-such-action"


def test_dismissing_a_game_loss_previews_the_former_result(client, case, settled):
    assert not rules(client, case, "correct-result", **GAME_LOSS)
    assert results(previewed(client, case, "dismiss")) == [("Bo, 0 : 0", "Ana, 8 : 0")]


def test_a_dismissal_of_a_disqualification_shows_the_player_back(client, case):
    assert not rules(client, case, "stands", **OUT)
    seen = previewed(client, case, "dismiss")
    assert results(seen) == [("Bo, 0 : 0", "no result")]
    assert [status for _who, _was, status in seen["diff"].statuses] == [Status.REGISTERED]


def test_the_preview_names_players_who_leave_or_return(client, case):
    out = {"remedy": "stands", "penalty": "disqualification", "penalised": player("ana").pk, "replaces": ""}
    page = post(client, "jo", "preview", case, **out).content.decode()
    assert "registered → <strong>disqualified</strong>" in page
    assert not rules(client, case, "stands", **OUT)
    page = post(client, "jo", "preview", case, remedy="dismiss", replaces=Ruling.objects.get().pk).content.decode()
    assert "disqualified → <strong>registered</strong>" in page


def test_a_disqualification_that_is_confirmed_changes_nothing(client, case):
    assert not rules(client, case, "stands", **OUT)
    assert previewed(client, case, "stands", **OUT)["diff"].is_empty


def test_what_would_be_refused_is_refused_in_the_preview(client, case):
    assert not rules(client, case, "correct-result", **GAME_LOSS)
    Round.objects.update(state=RoundState.CLOSED)
    assert refused(previewed(client, case, "dismiss")) == "result-needed"


def test_a_judge_without_the_case_sees_who_has_it(client, case):
    assert refused(previewed(client, case, "stands", who="hal")) == "not-claimed"


def test_a_form_that_chooses_nothing_gets_an_error(client, case):
    assert "remedy" in previewed(client, case, "")["faults"]


def test_who_is_disqualified_makes_room_in_the_cut(client, case, settled, hall):
    cy = worlds.a_player(hall, "cy")
    Event.objects.update(cut_size=2)
    seen = previewed(client, case, "stands", **OUT)["diff"]
    assert (seen.into_the_cut, seen.out_of_the_cut) == ([cy], [player("ana")])


def test_after_the_cut_starts_the_preview_says_seeds_stay(client, case, settled, hall):
    Event.objects.update(state=EventState.CUT, cut_size=1, cut_seeds=[player("ana").pk, player("bo").pk])
    for winner, reported in (("a", False), ("b", True)):
        ruled = {"remedy": "correct-result", "outcome": winner, f"glory_{winner}": 6, "replaces": ""}
        page = post(client, "jo", "preview", case, **ruled).content.decode()
        assert ("data-moves" in page, 'data-cut="stays"' in page, "into the cut" in page) == (True, reported, False)


def test_in_the_bracket_the_other_player_is_seen_going_on(client, case, settled, hall):
    cy, dan = worlds.a_player(hall, "cy"), worlds.a_player(hall, "dan")
    seeds = [player("ana").pk, cy.pk, dan.pk, player("bo").pk]
    Event.objects.update(state=EventState.CUT, cut_size=4, cut_seeds=seeds)
    hall.refresh_from_db()
    slot = next(slot for slot, players in playable_matches(hall) if players[0] == player("ana").pk)
    Match.objects.update(bracket_slot=slot)
    Round.objects.update(stage=Stage.CUT)
    seen = previewed(client, case, "correct-result", outcome="b", glory_b=6)["diff"]
    assert [(move.out, move.into, move.is_won) for move in seen.bracket_changes] == [
        ("Ana", "Bo", True),
        ("Ana", "Bo", False),
    ]


def test_after_the_end_the_prize_is_seen_passing_on(client, case, settled):
    Round.objects.update(state=RoundState.CLOSED)
    Event.objects.update(state=EventState.FINISHED, prizes="1: trophy")
    seen = previewed(client, case, "stands", **OUT)["diff"]
    assert [(who.shown_name, was, now) for who, was, now in seen.prizes] == [
        ("Ana", ["trophy"], []),
        ("Bo", [], ["trophy"]),
    ]


def test_a_draft_that_would_be_thrown_away_is_named(client, case, settled, hall):
    worlds.a_round(hall, (player("ana"), player("bo")), state=RoundState.UNPUBLISHED)
    assert previewed(client, case, "correct-result", outcome="b", glory_b=6)["diff"].unpublished_rounds == ["round 2"]


def test_reports_voided_by_a_new_game_are_named_with_author(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    seen = previewed(client, case, "replay-game")["diff"]
    assert (seen.is_empty, seen.voided_reports) == (False, [player("ana"), player("bo")])
    assert previewed(client, case, "stands")["diff"].voided_reports == []


def seats(played: Round) -> list[Any]:
    return [(match.table, match.a_id, match.b_id) for match in played.matches.with_players().by_table()]


def test_redrawn_tables_are_named_with_their_players(client, case, settled, hall):
    cy, dan = worlds.a_player(hall, "cy"), worlds.a_player(hall, "dan")
    Round.objects.update(state=RoundState.CLOSED)
    second = worlds.a_round(hall, (player("ana"), cy), (player("bo"), dan))
    other_way = {"outcome": "b", "glory_b": 6}
    before = seats(second)
    assert previewed(client, case, "correct-result", **other_way)["diff"].changed_tables == []
    seen = previewed(client, case, "correct-result", **other_way, then="redraw")
    assert seats(second) == before
    assert not rules(client, case, "correct-result", **other_way, then="redraw")
    shown = [(table, *(player.pk for player in players)) for table, players in seen["diff"].changed_tables]
    assert shown == [seat for seat in seats(second) if seat not in before]
    assert shown


def test_a_preview_changes_nothing_notifies_nobody_and_writes_no_log(
    client, case, settled, django_capture_on_commit_callbacks
):
    before = version(case.topic), AuditEntry.objects.count(), OutgoingMail.objects.count()
    with django_capture_on_commit_callbacks(execute=True) as hints:
        previewed(client, case, "correct-result", **GAME_LOSS)
        previewed(client, case, "stands", **OUT)
    assert hints == []
    assert (version(case.topic), AuditEntry.objects.count(), OutgoingMail.objects.count()) == before
    assert (table_1().state, current_score(table_1())["outcome"]) == (MatchState.DONE, "a")
    assert not Ruling.objects.exists()
    assert Registration.objects.get(pk=player("ana").pk).status == Status.REGISTERED
