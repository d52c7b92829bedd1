"""Random games of three and four players in which every fact is known: each is proved, and no GG is lost in it."""

import json

import pytest

from rules.arena.log import Log
from rules.arena.recovery.reading import Way, start, steps
from rules.games import parse, replay
from tests.cases import some_of
from tests.made_up import known_pair, made_up_cards
from tools.selfplay.game import random_game
from tools.selfplay.rng import Rng

MODES = (("free-for-all", 3), ("free-for-all", 4), ("two-v-two", 4))
CHUNK = 20
CHUNKS = 50  # 1,000 games
UNKNOWN = "a-forgotten-"  # the tokens that random games invent seldom


@pytest.mark.ci
@pytest.mark.article("9.2.3", "9.2.5", "9.2.6")
@pytest.mark.parametrize("chunk", some_of(range(CHUNKS)))
def test_fully_known_games_are_valid_and_keep_their_gg(chunk: int) -> None:
    with made_up_cards(with_ranks=True):
        for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
            valid(number)


def valid(number: int) -> None:
    mode, players = MODES[number % len(MODES)]
    rng = Rng(f"pairs/{number}")
    log = random_game(f"known/{number}", [known_pair(rng) for _ in range(players)], mode=mode, players=players)
    content = json.dumps(log)
    report = replay(content.encode())
    assert report.verdict == "valid" or (report.verdict == "unverified" and UNKNOWN in content), (number, report.errors)
    assert [*(report.winners or ())] == log["result"]["winners"]
    assert report.glory == log["result"]["glory"]
    keeps_its_gg(parse(content.encode()), 3 * players + 3, number)


def keeps_its_gg(log: Log, dealt: int, number: int) -> None:
    """After each action of a log without a fault; whole frames for the page would take three times as long."""
    game = start(log)
    for index in steps(log, game, Way()):
        game.event_log, happened = [], game.event_log or ()
        dealt -= sum(each["amount"] for each in happened if each["event"] in ("doubles-named", "set-aside"))
        assert sum(game.glory.values()) + game.wild == dealt, (number, index)
