"""Games with cards that the data lacks, noted as by tables that have them, are legal as they are noted."""

import pytest

from rules.arena.log import read
from rules.arena.replay import replay
from tools.selfplay.options import by_symbol
from tools.selfplay.rng import Rng
from tools.selfplay.unseen_cards import drawn_facts, noted_game

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
