"""Figures and numbers stand in a page as its reader's language writes them, and in files as programs read them."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournaments.worlds import a_match, staff
from tournaments.core.pairing import Pairing, Player, explain
from tournaments.core.pairing.reasons import Reason
from tournaments.models import Event
from tournaments.results.services.entry import Score, enter_result
from tournaments.rounds.services.reasons import reasons_of, reasons_text
from tournaments.standings.services.shown_values import place_in_words


@pytest.fixture
def event(db) -> Event:
    """One match of round 1, won by player A."""
    match = a_match()
    enter_result(match_id=match.pk, who=staff(match.round.event), score=Score.duel("a", 6, 0))
    return match.round.event


@pytest.mark.parametrize("page", ["tournaments:standings", "tournaments:print_standings"])
@pytest.mark.parametrize(("language", "written"), [("fr", ">33,00\u202f%<"), ("en", ">33.00%<")])
def test_tie_breaks_are_percentages_as_the_language_writes_them(client, event, page, language, written):
    client.force_login(staff(event))
    answer = client.get(reverse(page, args=[event.slug]), headers={"accept-language": language})
    assert written in answer.content.decode()


def test_csv_numbers_do_not_depend_on_the_language(client, event):
    address = reverse("tournaments:standings_csv", args=[event.slug])
    assert b"0.33" in client.get(address, headers={"accept-language": "fr"}).content


RANKS = (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111)
WRITTEN = {
    "en": "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 111th",
    "fr": "1re 2e 3e 4e 11e 12e 13e 21e 22e 23e 111e",
}


@pytest.mark.parametrize("language", WRITTEN)
def test_places_are_written_as_people_say_them(language):
    with translation.override(language):
        assert [place_in_words(rank) for rank in RANKS] == [f"{rank} place" for rank in WRITTEN[language].split()]


@pytest.mark.parametrize("number", [1, 2])
def test_one_is_not_spoken_of_as_many(number):
    reason = Reason("others-need-each-other", "1", number=number)
    with translation.override("en"):
        assert reasons_text([[reason.code, "1", None, number]], {"1": "Ana"}) == str(reason).replace(
            "play 1,", "play Ana,"
        )
    assert str(reason).startswith("1 player closer" if number == 1 else "2 players closer")


def test_how_often_somebody_floated_is_in_the_readers_language():
    players = [Player("a", 9, floats=("down", "up", "up")), Player("b", 6)]
    pairing = Pairing((("a", "b"),), bye=None, rematches=0, forbidden=0, cost=9)
    reasons = reasons_of(explain(players, pairing))["a"]
    with translation.override("fr"):
        said = reasons_text(reasons, {"a": "Ana", "b": "Bo"})
    assert "personne n’est à égalité de points avec Ana" in said
    assert "Ana a déjà flotté 1 fois vers le bas" in said
    assert "Ana a déjà flotté 2 fois vers le haut" in said
