"""A random game as people enter it who note the outcome of each roll and no faces."""

from rules.arena.log import read
from rules.arena.replay import start, step
from tools.selfplay.mutator import Document
from tools.selfplay.noted_rolls import by_outcome


def game_by_outcome(game: Document) -> Document:
    """What counted in each roll is what the engine counted: some count more than one face (Felinpossible)."""
    log = read(game)
    position, noted = start(log), []
    for index, action in enumerate(game["actions"]):
        position.event_log = []
        step(position, log, index)
        noted.append(by_outcome(action, position.event_log))
    return {**game, "actions": noted}
