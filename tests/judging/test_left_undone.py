"""What a rule forbade and the engine left undone is described with the figure that tried it, in replay and dossier."""

import json
import re

import pytest
from django.utils import translation

from judging.replay.board.replay_data import replay_data
from rules.games import EVERY_ACTION, parse
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng

SEED = 2  # of a game in which the engine goes on without the forbidden action


@pytest.mark.check
@pytest.mark.parametrize(
    ("mutator", "language", "reported"),
    [
        ("step-without-mp", "en", r"^[A-Z].* cannot step to [A-L]\d+\.$"),
        ("step-without-mp", "fr", r"^[A-Z].* ne peut pas aller en [A-L]\d+\.$"),
        ("cast-without-ap", "en", r"^[A-Z].* cannot cast .+ at [A-L]\d+\.$"),
        ("cast-without-ap", "fr", r"^[A-Z].* ne peut pas lancer .+ sur [A-L]\d+\.$"),
    ],
)
def test_what_was_left_undone_names_who_tried_it(mutator, language, reported):
    mutated = mutate(random_game(f"descriptions {SEED}"), Rng(SEED), only=[mutator])
    assert mutated
    log = parse(json.dumps(mutated.document).encode(), corrections=EVERY_ACTION)
    with translation.override(language):
        film = replay_data(log)
    errors = {finding["action"] for finding in film["findings"] if finding["severity"] == "error"}
    words = [step["words"] for number, step in enumerate(film["steps"]) if number in errors]
    assert re.search(reported, words[0])
