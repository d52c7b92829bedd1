"""The share of actions that will be proved is estimated from how much of each figure is known."""

import pytest

from benchmarks.proved import ALL, Measured, even_game
from rules.arena.texts import figures
from teams.cards.catalogue.completeness import KNOWN, PROVED, actions_proved, how_known


def test_more_is_proved_when_more_is_known_of_the_figures() -> None:
    texts = {how_known(text): text for text in figures().values()}
    whole = texts["whole"]
    shares = [actions_proved([(text, 2)]) for text in (whole, texts["partly"], None)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 99
    assert actions_proved([]) == 100
    assert actions_proved([(whole, 1), (None, 3)]) < actions_proved([(whole, 3), (None, 1)])
    assert PROVED.keys() == KNOWN.keys()


@pytest.mark.check
def test_the_estimate_is_near_what_random_games_prove() -> None:
    measured = Measured()
    for number in range(6):
        measured.add(f"{number}", even_game(f"share/{number}"))
    assert abs(measured.forecast - measured.tally.share(ALL, "actions")) <= 5
