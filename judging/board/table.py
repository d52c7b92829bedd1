"""What the recorder's page shows: where the game stands, what was written last, and what can be done now."""

from typing import Any

from judging.board.film import caption, finding_scene, titles
from judging.board.offers import offers
from judging.board.scene import Scene
from judging.models import Recording
from judging.unit_names import names_of
from rules.arena.public import frame, start, step
from rules.games import read

SHOWN = 40


def table_of(recording: Recording) -> dict[str, Any]:
    """One walk through the game; only the last entries are told in words."""
    log = read(recording.document())
    game = start(log)
    names = names_of(log, game)
    entries, scene = [], Scene()
    for index, action in enumerate(log.actions):
        telling = index >= len(log.actions) - SHOWN
        game.story = [] if telling else None
        step(game, log, index)
        if telling:
            shot = frame(game, index)
            names |= titles(scene.position(shot))
            entries.append({"index": index, **caption(action, shot["events"], names)})
    game.story = None
    now = scene.position(frame(game, None))
    names |= titles(now)
    return {
        "version": recording.version,
        "closed": recording.is_closed,
        "actions": len(log.actions),
        "entries": entries,
        "findings": [finding_scene(finding, names) for finding in game.findings],
        "position": now,
        "over": {"winner": game.winner, "wonBy": game.won_by} if game.over else None,
        "offers": [] if game.over or recording.is_closed else offers(game, names),
    }
