"""The organiser corrects a result on the page: what it moves, what cannot be, and a slip of the hand."""

import re

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.cut.services.prizes import final_report
from tournaments.models import Event, Match, Role, Round, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db
FIELDS = {"outcome": "a", "glory_a": 6, "glory_b": 0, "ending": "glory"}
OTHER_WAY = {**FIELDS, "outcome": "b", "glory_a": 0, "glory_b": 6}
ONLY_THE_SCORE = {**FIELDS, "glory_a": 4}


@pytest.fixture
def organiser():
    return Person("organiser")


def the_cut(organiser, **fields) -> Match:
    """A semi-final of four, Ana against Di; both are won by the higher seed."""
    event = an_event("cut", cut_size=4, third_place=True, **fields)
    Staff.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    event.cut_seeds = [player.pk for player in (ana, bo, cy, di)]
    event.save()
    first = a_round(event, (ana, di), (bo, cy))
    event.rounds.update(stage="cut")
    for match in first.matches.all():
        match.bracket_slot = f"W1.{match.table}"
        match.save()
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    return first.matches.get(table=1)


def next_round(match, organiser) -> Round:
    return pair_round(event_id=match.round.event_id, who=organiser.user)


def corrects(organiser, match, status=200, **fields):
    match.refresh_from_db()
    fields = {"why": "typed wrong", "version": match.version} | fields
    return organiser.sends(f"/matches/{match.pk}/correct/", status, **fields)


def errors(answer, form="staff_form"):
    return {error.code for faults in answer.context[form].errors.as_data().values() for error in faults}


def test_bracket_previews_show_who_advances_instead(organiser):
    answer = corrects(organiser, the_cut(organiser), **OTHER_WAY)
    moved = {(str(move.title), move.into, move.out, move.is_won) for move in answer.context["diff"].bracket_changes}
    assert moved == {
        ("Semi-finals", "Di", "Ana", True),
        ("Final", "Di", "Ana", False),
        ("Third place", "Ana", "Di", False),
    }
    page = answer.content.decode()
    assert "Rank" not in page.split("<main")[1]
    assert "Di wins instead of Ana" in page


def test_a_score_correction_keeps_the_bracket(organiser):
    preview = corrects(organiser, the_cut(organiser), **ONLY_THE_SCORE).context["diff"]
    assert (preview.bracket_changes, preview.unpublished_rounds) == ([], [])


def test_double_elimination_previews_swap_winner_and_loser(organiser):
    preview = corrects(organiser, the_cut(organiser, cut_kind="double"), **OTHER_WAY).context["diff"]
    moved = {(str(move.title), move.into, move.out) for move in preview.bracket_changes}
    assert {("Winners' final", "Di", "Ana"), ("Losers' semi-final", "Ana", "Di")} <= moved


def test_only_a_changed_winner_discards_unpublished_bracket_pairings(organiser):
    match = the_cut(organiser)
    unpublished = next_round(match, organiser)
    corrects(organiser, match, 302, **ONLY_THE_SCORE, then="keep", why="typed wrong")
    assert Round.objects.filter(pk=unpublished.pk).exists()
    assert corrects(organiser, match, **OTHER_WAY).context["diff"].unpublished_rounds == [unpublished.name_in_sentence]
    corrects(organiser, match, 302, **OTHER_WAY, then="keep", why="typed wrong")
    assert not Round.objects.filter(pk=unpublished.pk).exists()
    final = next_round(match, organiser).matches.get(bracket_slot="final")
    assert match.b_id in (final.a_id, final.b_id)


@pytest.mark.parametrize("then", [{}, {"then": "keep", "why": "typed wrong"}])
def test_the_winner_is_fixed_once_the_next_round_is_published(organiser, then):
    match = the_cut(organiser)
    publish_round(round_id=next_round(match, organiser).pk, who=organiser.user)
    answer = corrects(organiser, match, 400, **OTHER_WAY, **then)
    assert errors(answer) == {"bracket-went-on"}
    assert answer.context["staff_form"]["glory_b"].value() == "6"
    assert match.results.current().get().outcome == "a"


def test_previews_after_the_end_list_places_and_prizes(organiser):
    match = the_cut(organiser)
    played = next_round(match, organiser)
    publish_round(round_id=played.pk, who=organiser.user)
    for each in played.matches.all():
        enter_result(match_id=each.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    Event.objects.update(state="finished", prizes="1: cup")
    answer = corrects(organiser, played.matches.get(bracket_slot="final"), **OTHER_WAY)
    moved = answer.context["diff"]
    assert {(who.shown_name, was, now) for who, was, now in moved.placement_changes} == {("Ana", 1, 2), ("Bo", 2, 1)}
    assert [(who.shown_name, was, now) for who, was, now in moved.prizes] == [("Ana", ["cup"], []), ("Bo", [], ["cup"])]
    assert "Prize of Ana: cup → -" in answer.content.decode()
    assert [row.player.shown_name for row in final_report(match.round.event)][:2] == ["Ana", "Bo"]


def test_published_next_rounds_leave_only_score_corrections(organiser):
    match = the_cut(organiser)
    assert outcomes_on(organiser, match) == ["a", "b"]
    final = next_round(match, organiser)
    publish_round(round_id=final.pk, who=organiser.user)
    assert outcomes_on(organiser, match) == ["a"]
    assert "(the final)" in organiser.sees(f"/matches/{match.pk}/")
    organiser.sends(f"/events/{match.round.event.slug}/rounds/{final.number}/unpublish/", why="wrong finalist")
    assert outcomes_on(organiser, match) == ["a", "b"]
    corrects(organiser, match, 302, **OTHER_WAY, then="keep", why="typed wrong")


def test_scores_can_be_corrected_after_the_bracket_continued(organiser):
    match = the_cut(organiser)
    final = next_round(match, organiser)
    publish_round(round_id=final.pk, who=organiser.user)
    for played in final.matches.all():
        enter_result(match_id=played.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    page = organiser.sees(f"/matches/{match.pk}/")
    assert 'data-winner="stands"' in page
    assert "take that round back" not in page
    assert errors(corrects(organiser, match, 400, **OTHER_WAY)) == {"bracket-played-on"}
    corrects(organiser, match, 302, **ONLY_THE_SCORE, then="keep", why="typed wrong")
    assert match.results.current().get().glory_a == 4


def test_a_bracket_match_is_not_corrected_to_a_draw(organiser):
    answer = corrects(organiser, the_cut(organiser), 400, outcome="draw", glory_a=1, glory_b=1, ending="time")
    assert errors(answer) == {"bracket-needs-a-winner"}


def test_a_bracket_match_offers_only_winners(organiser):
    match = the_cut(organiser)
    assert "draw" not in outcomes_on(organiser, match)
    match.results.all().delete()
    Match.objects.update(state="open")
    assert outcomes_on(organiser, match) == ["a", "b"]


def outcomes_on(person, match):
    return re.findall(r'type="radio" name="outcome" value="([a-z-]+)"', person.sees(f"/matches/{match.pk}/"))


@pytest.fixture
def swiss(organiser):
    """The first table of a settled round, and the round that was paired from it."""
    event = an_event(swiss_rounds=3)
    Staff.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    for match in a_round(event, (ana, bo), (cy, di)).matches.all():
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    event.rounds.update(state="closed")
    a_round(event, (ana, cy), (bo, di))
    return Match.objects.get(round__event=event, round__number=1, table=1)


@pytest.mark.parametrize("then", [{}, {"then": "redraw", "why": "again"}])
def test_an_unchanged_correction_is_refused_with_the_form(organiser, swiss, then):
    answer = corrects(organiser, swiss, 400, **FIELDS, **then)
    assert errors(answer) == {"nothing-changes"}
    assert answer.context["staff_form"]["glory_a"].value() == "6"
    assert swiss.results.count() == 1


def test_a_correction_without_a_reason_keeps_the_preview(organiser, swiss):
    answer = corrects(organiser, swiss, 400, **OTHER_WAY, then="keep", why=" ")
    assert set(answer.context["form"].errors) == {"why"}
    assert answer.context["diff"].rank_changes
    assert swiss.results.count() == 1


def test_both_forms_of_a_correction_require_the_reason(organiser, swiss):
    for page in (organiser.sees(swiss.get_absolute_url()), corrects(organiser, swiss, **OTHER_WAY).content.decode()):
        assert re.search(r'<label for="id_why" class="required">Reason</label>', page)
        assert re.search(r'<input[^>]* name="why"[^>]* required', page)
        assert "* required" in page
    answer = corrects(organiser, swiss, 400, **OTHER_WAY, why="")
    assert set(answer.context["form"].errors) == {"why"}


def test_feedback_names_the_tables_paired_again(organiser, swiss):
    swiss.refresh_from_db()
    fields = {**OTHER_WAY, "then": "redraw", "why": "typed wrong", "version": swiss.version}
    answer = organiser.client.post(f"/matches/{swiss.pk}/correct/", fields, follow=True)
    text = " ".join(map(str, answer.context["messages"]))
    drawn = Match.objects.filter(round__event=swiss.round.event, round__number=2).by_table()
    assert ", ".join(f"{match.a} – {match.b}" for match in drawn) in text


def test_the_preview_offers_a_choice_only_if_possible(organiser, swiss):
    page = " ".join(corrects(organiser, swiss, **OTHER_WAY).content.decode().split())
    assert "Published since then: round 2. These pairings stay unless you choose otherwise." in page
    for match in Match.objects.filter(round__event=swiss.round.event, round__number=2):
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    a_round(swiss.round.event)
    page = " ".join(corrects(organiser, swiss, **OTHER_WAY).content.decode().split())
    assert "Published since then: round 2, round 3. These pairings stay.<" in page


@pytest.mark.parametrize("changed", [{"cut_size": None}, {"state": "finished", "cut_size": 1}])
def test_the_preview_omits_the_cut_without_one(organiser, swiss, changed):
    Event.objects.update(**changed)
    page = corrects(organiser, swiss, **OTHER_WAY).content.decode()
    assert "the cut" not in page.split("<main")[1].split("<form")[0]


def test_what_was_confirmed_is_what_the_preview_showed(organiser, swiss):
    """Somebody corrects between the two presses: the second one says what stands now."""
    page = corrects(organiser, swiss, **OTHER_WAY)
    corrects(organiser, swiss, 302, **ONLY_THE_SCORE, then="keep", why="typed wrong")
    seen = page.context["match"].version
    answer = organiser.sends(f"/matches/{swiss.pk}/correct/", 409, **OTHER_WAY, then="keep", why="late", version=seen)
    assert answer.context["refusal"].code == "stale"


def test_an_impossible_score_is_refused_on_the_match_page(organiser, swiss):
    assert errors(corrects(organiser, swiss, 400, **FIELDS | {"glory_b": 2})) == {"glory-needs-a-loser-without"}
    assert errors(corrects(organiser, swiss, 400, **FIELDS | {"glory_b": 99})) == {"number-out-of-range"}


def test_impossible_scores_stay_in_the_form(organiser, swiss):
    match, player = Match.objects.get(round__number=2, table=1), Person("eve")
    match.a.user = player.user
    match.a.save()
    for who, path, form in ((player, "report", "form"), (organiser, "enter", "staff_form")):
        answer = who.sends(f"/matches/{match.pk}/{path}/", 400, **FIELDS | {"glory_b": 2})
        assert errors(answer, form) == {"glory-needs-a-loser-without"}
        assert 'value="2"' in answer.content.decode()
