"""A round has one name on every page: in the top cut that of its stage."""

import pytest
from django.utils import translation

from tests.tournaments import worlds
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.models import Event, Round, RoundState

pytestmark = pytest.mark.django_db


def the_cut(players: int, place: int, *, kind: str = "single", slot: str = "") -> tuple[Event, Round]:
    event = an_event("cut", swiss_rounds=3, cut_size=players, cut_kind=kind)
    seats = [a_player(event), a_player(event)]
    event.cut_seeds = [seat.pk for seat in seats] + list(range(10**6, 10**6 + players - 2))
    event.save(update_fields=["cut_seeds"])
    played = Round.objects.create(event=event, number=3 + place, stage="cut", state=RoundState.PUBLISHED)
    worlds.seat(*seats[:2], round=played, table=1, bracket_slot=slot)
    return event, played


@pytest.mark.parametrize(
    ("players", "place", "name"),
    [
        (8, 1, "Quarter-finals"),
        (8, 3, "Final"),
        (6, 1, "Quarter-finals"),
        (4, 1, "Semi-finals"),
        (2, 1, "Final"),
        (16, 1, "Round of 16"),
        (100, 1, "Round of 128"),
        (100, 3, "Round of 32"),
        (200, 1, "Round of 256"),
    ],
)
def test_rounds_of_single_elimination_have_the_names_of_their_stage(players, place, name):
    assert the_cut(players, place)[1].name == name


@pytest.mark.parametrize(
    ("players", "name"),
    [(8, "Quarts de finale"), (16, "8es de finale"), (20, "16es de finale"), (200, "Tour à 256 joueurs")],
)
def test_french_rounds_of_a_cut_count_the_matches(players, name):
    with translation.override("fr"):
        assert the_cut(players, 1)[1].name == name


def test_a_single_elimination_round_is_named_without_reading_matches(django_assert_num_queries):
    _event, played = the_cut(8, 2)
    with django_assert_num_queries(0):
        assert played.name == "Semi-finals"


@pytest.mark.parametrize(
    ("slot", "name"),
    [
        ("W1.1", "Winners' quarter-finals"),
        ("W2.1", "Winners' semi-finals"),
        ("W3.1", "Winners' final"),
        ("L1.2", "Losers' round 1"),
        ("L3.1", "Losers' semi-final"),
        ("L4.1", "Losers' final"),
        ("final", "Final"),
        ("reset", "Second final"),
        ("", "Top cut, round 2"),
    ],
)
def test_every_round_of_a_double_elimination_has_a_name(slot, name):
    _event, played = the_cut(8, 2, kind="double", slot=slot)
    assert (played.name, played.matches.get().round_name) == (name, name)


def test_large_cuts_number_the_winners_rounds():
    assert the_cut(16, 1, kind="double", slot="W1.1")[1].name == "Winners' round 1"


def test_rounds_of_winners_and_losers_are_named_together():
    event, played = the_cut(8, 2, kind="double", slot="L1.1")
    seats = [a_player(event), a_player(event)]
    worlds.seat(*seats[:2], round=played, table=2, bracket_slot="W2.1")
    assert played.name == "Winners' semi-finals · Losers' round 1"
    assert played.name_in_sentence == "the winners' semi-finals, losers' round 1"
    assert {match.round_name for match in played.matches.all()} == {"Winners' semi-finals", "Losers' round 1"}


def test_the_match_for_third_place_is_not_called_final():
    match = the_cut(4, 2, slot="third")[1].matches.get()
    assert (match.round_name, match.round_name_in_sentence) == ("Third place", "the match for third place")


def test_swiss_rounds_are_numbered():
    event = an_event(swiss_rounds=3)
    assert Round.objects.create(event=event, number=2).name == "Round 2"


def test_every_page_calls_the_final_by_its_name(client):
    event, played = the_cut(4, 2)
    match, here = played.matches.get(), f"/events/{event.slug}"
    client.force_login(match.a.user)
    for page in (here, f"{here}/rounds", f"{here}/rounds/5", f"/matches/{match.pk}", "/events/mine", f"{here}/hall"):
        shown = client.get(f"{page}/").content.decode()
        assert "Final" in shown or "the final" in shown, page
        assert "Round 5" not in shown and "round 5" not in shown, page
    client.force_login(staff(event))
    for page in ("run", "entry", "print", "print/slips/5", "print/pairings/5/by-name", "audit-log"):
        shown = client.get(f"{here}/{page}/").content.decode()
        assert "Round 5" not in shown, page
        assert "round 5" not in shown, page
    assert "Final: 1 result is missing." in client.get(f"{here}/run/").content.decode()
