"""Games with cards that the data lacks, noted as by tables that have them, are legal as they are noted."""

import json
from itertools import islice

import pytest

from rules import games
from rules.arena.log import read
from rules.arena.recovery.reading import most_believable, start, steps
from rules.arena.replay import replay
from tools.selfplay.mutation import MUTATORS, Mutated, edited
from tools.selfplay.options import by_symbol
from tools.selfplay.rng import Rng
from tools.selfplay.unseen_cards import Noted, drawn_facts, noted_game

TEAMS = [
    ["roissingue", "chigno-elite", "manon-chalante", "necrose"],
    ["arpagone-vielle", "toxine", "elely", "francis-mick"],
]
HIDDEN = {card for team in TEAMS for card in team}


def test_every_figure_has_a_text_in_a_drawn_game() -> None:
    texts = drawn_facts(Rng("texts")).texts.figures
    assert all(texts[card].spells and not texts[card].lacks for card in HIDDEN)


@pytest.mark.check
@pytest.mark.parametrize("faces", [True, False])
def test_what_such_cards_do_is_declared_and_believed(*, faces: bool) -> None:
    noted = noted_game("unseen 0", TEAMS, by_symbol, faces=faces)
    report = replay(read(noted.document))
    assert (noted.untold, report.errors) == (None, ())
    declared = [action for action in noted.document["actions"] if "declared" in action]
    assert declared
    assert {*report.unverified_cards} & HIDDEN


# who summons pieces of unknown numbers, and who steals health, exchanges injuries or answers an injury
SUMMONERS = [
    ["black-crow", "katsu-mi", "mil-kluva", "djaul", "arnaud-keuls"],
    ["emperor-jellix", "ally-mczeal", "arnaud-keuls", "ruel-stroud-eternal-1"],
]


@pytest.mark.check
@pytest.mark.parametrize("number", range(3))
def test_nobody_is_accused_beside_summons_of_unknown_numbers(number: int) -> None:
    noted = noted_game(f"summons {number}", SUMMONERS, by_symbol)
    report = replay(read(noted.document))
    assert (noted.untold, report.errors, report.verdict) == (None, (), "unverified")


BROKEN_EACH = 8


def falsified(noted: Noted, rng: Rng) -> list[Mutated]:
    """One place for each of so many rules to break, while a summon of unknown numbers is in the arena."""
    log = read(noted.document)
    way, game = most_believable(log).way, start(log)
    found: dict[str, list[Mutated]] = {}
    playing = steps(log, game, way)
    for index, action in enumerate(log.actions):
        for mutator in MUTATORS if any(not unit.sure for unit in game.in_play()) else ():
            for edit in islice(mutator.edits(game, action), 1):
                document = edited(noted.document, index, edit)
                found.setdefault(mutator.name, []).append(Mutated(document, mutator.name, mutator.article, index))
        next(playing)
    return [rng.one_of(found[name]) for name in rng.shuffled(sorted(found))[:BROKEN_EACH]]


@pytest.mark.check
@pytest.mark.parametrize("number", range(2))
def test_no_rule_may_be_broken_beside_summons_of_unknown_numbers(number: int) -> None:
    noted = noted_game(f"summons {number}", SUMMONERS, by_symbol)
    for broken in falsified(noted, Rng(f"broken {number}")):
        report = games.replay(json.dumps(broken.document).encode())
        assert report.verdict in ("invalid", "malformed"), (broken.mutator, broken.action)
