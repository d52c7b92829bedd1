"""The share of actions that will be proved is estimated from how much of each figure is known."""

import pytest

from benchmarks.proof_forecast import how_much, of_game
from rules.arena.texts import figures
from teams.cards.catalogue.completeness import PROVED, actions_proved
from tests.known_texts import text_of
from tools.selfplay.game import random_game


def test_more_is_proved_when_more_is_known_of_the_figures() -> None:
    whole, starter, nothing = (
        next(t for t in figures().values() if how_much(t) == "whole"),
        text_of("bill-tell"),
        None,
    )
    shares = [actions_proved([(text, 2)]) for text in (whole, starter, nothing)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 99
    assert actions_proved([]) == 100
    assert actions_proved([(whole, 1), (None, 3)]) < actions_proved([(whole, 3), (None, 1)])


@pytest.mark.check
def test_the_estimate_is_near_what_random_games_prove() -> None:
    games = [random_game(f"share/{number}") for number in range(8)]
    proved = [is_proved for game in games for _known, is_proved in of_game(game)]
    teams = [card for game in games for player in game["players"].values() for card in player["team"].values()]
    estimate = actions_proved([(figures().get(card), 1) for card in teams])
    assert abs(estimate - 100 * sum(proved) / len(proved)) <= 12
    assert PROVED.keys() == {"whole", "spells", "no spells", "not"}
