"""The final of a double elimination is corrected after the end, so that a second final is due."""

import pytest

from core.models import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.cut.services.bracket import bracket_of
from tournaments.cut.services.prizes import final_report
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Match, Role, Round, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db
HIGHER_SEED, LOWER_SEED = Score.duel("a", 6, 0), Score.duel("b", 0, 6)


@pytest.fixture
def organiser():
    return Person("organiser")


@pytest.fixture
def event(organiser):
    """Finished: Ana has won the cut without a defeat; Bo, the second seed, lost both times to her."""
    event = an_event("running", cut_size=4, cut_kind="double", swiss_rounds=1, prizes="1: cup\n2: pin")
    Staff.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    for match, glory in zip(a_round(event, (ana, di), (bo, cy)).matches.by_table(), (6, 4), strict=True):
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", glory, 0))
    event = change_event_state(event_id=event.pk, who=organiser.user, to="cut")
    play(event.rounds.get(state="draft"), organiser)
    while not bracket_of(event).is_over:
        play(pair_round(event_id=event.pk, who=organiser.user), organiser)
    return change_event_state(event_id=event.pk, who=organiser.user, to="finished")


def play(unpublished, organiser, score=HIGHER_SEED):
    publish_round(round_id=unpublished.pk, who=organiser.user)
    for match in unpublished.matches.all():
        enter_result(match_id=match.pk, who=organiser.user, score=score)


def corrects_the_final(organiser, event, **fields):
    final = Match.objects.get(round__event=event, bracket_slot="final")
    answer = organiser.client.post(
        f"/matches/{final.pk}/correct/",
        {**LOWER_SEED.fields(), "version": final.version, "why": "typed wrong", **fields},
    )
    assert answer.status_code == (302 if fields else 200), answer.content.decode()
    event.refresh_from_db()
    return answer


def reported(event):
    return [(row.rank, row.player.shown_name, row.prizes) for row in final_report(event)]


def test_the_preview_announces_the_reopened_cut(organiser, event):
    answer = corrects_the_final(organiser, event)
    moved = answer.context["diff"]
    assert moved.reopens_cut
    assert [(who.shown_name, was, now) for who, was, now in moved.prizes] == [("Ana", ["cup"], []), ("Bo", ["pin"], [])]
    assert moved.placement_changes == []
    assert 'data-cut="reopened"' in answer.content.decode()
    assert event.state == "finished"


def test_reopening_the_cut_is_audited_and_allows_the_second_final(organiser, event):
    corrects_the_final(organiser, event, then="keep", why="typed wrong")
    assert event.state == "cut"
    entry = AuditEntry.objects.filter(action="event-moved").first()
    assert (entry.before, entry.after, entry.why) == ("finished", "cut", "typed wrong")
    assert "Pair next round" in organiser.sees(f"/events/{event.slug}/run/")
    second = pair_round(event_id=event.pk, who=organiser.user)
    assert second.matches.get().bracket_slot == "reset"


def test_places_never_fall_back_to_the_swiss_order(organiser, event):
    before = reported(event)
    assert before == [(1, "Ana", ["cup"]), (2, "Bo", ["pin"]), (3, "Cy", []), (4, "Di", [])]
    assert "1st place" in organiser.sees(f"/events/{event.slug}/print/certificates/")
    corrects_the_final(organiser, event, then="keep", why="typed wrong")
    assert reported(event) == [(1, "Ana", []), (1, "Bo", []), (3, "Cy", []), (4, "Di", [])]
    assert "1st place" not in organiser.sees(f"/events/{event.slug}/print/certificates/")
    play(pair_round(event_id=event.pk, who=organiser.user), organiser, LOWER_SEED)
    change_event_state(event_id=event.pk, who=organiser.user, to="finished")
    assert reported(event)[:2] == [(1, "Bo", ["cup"]), (2, "Ana", ["pin"])]


def test_a_complete_bracket_keeps_the_event_finished(organiser, event):
    only_the_score = {"outcome": "a", "glory_a": 4, "glory_b": 0}
    corrects_the_final(organiser, event, **only_the_score, then="keep", why="typed wrong")
    assert event.state == "finished"
    assert not Round.objects.filter(event=event, state="draft").exists()
