"""The state of a game for the recorder's page: the position, the last entries, and what can be done now."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from judging.board.action_lines import in_lines, proof_of_line, words_of_line
from judging.board.board_state import PositionBuilder
from judging.board.event_text import label
from judging.board.unit_names import names_of
from judging.recorder.board.copied import copied_state
from judging.recorder.board.likely import likely
from judging.recorder.board.offers import offers
from judging.recorder.board.taps import cast_of, panel, prompt, taps
from judging.replay.board.replay_data import caption, finding_data, titles
from rules.arena.public import CopiedSpell, Game, Log, cell_name, frame, proof_of_action, start, step, winners

ENTRIES_SHOWN = 40


def table_state(
    log: Log, *, version: int, closed: bool, undo: int, copied: Sequence[CopiedSpell] = ()
) -> dict[str, Any]:
    """Return the state in one pass through the game; only the last entries are described."""
    game = start(log)
    names = {each.slug: each.spell.name for each in copied} | names_of(log, game)
    described: list[dict[str, Any]] = []
    positions = PositionBuilder(game.texts.rewards)
    for index, action in enumerate(log.actions):
        telling = index >= len(log.actions) - ENTRIES_SHOWN
        game.event_log = [] if telling else None
        who, active = _whose(game, action), game.active.name if game.active else None
        step(game, log, index)
        if telling:
            state = frame(game, index)
            names |= titles(positions.position(state))
            proof = proof_of_action(game, index)["proof"]
            text = caption(action, state["events"], names, active)
            described.append({"index": index, "who": who, **text, "proof": proof})
    game.event_log = None
    now = positions.position(frame(game, None))
    names |= titles(now)
    possible = None if closed else taps(game, copied)
    return {
        "version": version,
        "closed": closed,
        "actions": len(log.actions),
        "entries": [_entry(line) for line in in_lines(described)],
        "findings": [finding_data(finding, names) for finding in game.findings],
        "position": _with_gauges(now, possible) if possible else now,
        "over": _over(game) if game.over else None,
        "prompt": _("This game has been submitted. A judge can still correct it.") if closed else prompt(game, names),
        "panel": None if closed else panel(game),
        "seen": sorted({action["reward"] for action in log.actions if "reward" in action}),
        "taps": possible,
        "undo": undo,
        "offers": [] if game.over or closed else offers(game, names, copied),
        "likely": [] if closed else [_likely(game, actions, names) for actions in likely(game, log.actions)],
        "copied": copied_state(game, copied) if not closed else {"from": [], "spells": []},
    }


def _whose(game: Game, action: Mapping[str, Any]) -> str | None:
    """Return the player whose action it is; the end of time and a judge's correction are nobody's."""
    if action["do"] == "place" and action["unit"] in game.units:
        return game.units[action["unit"]].player
    if action["do"] == "concede":
        return str(action["player"])
    return None if action["do"] in ("time", "correct") else game.player


def _entry(line: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a line of the list; `first` and `index` are the first and the last of its actions."""
    return {**line[-1], "first": line[0]["index"], "words": words_of_line(line), "proof": proof_of_line(line)}


def _likely(game: Game, actions: list[dict[str, Any]], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a proposal: whose turn begins with it, where they walk, what they do there; a cast with its outcomes."""
    figure = next((action["unit"] for action in actions if action["do"] == "activate"), None)
    to = next((f"→ {action['to']}" for action in reversed(actions) if action["do"] == "move"), None)
    last = actions[-1]
    deed = None if last["do"] == "move" else label(last, names)
    if last["do"] == "cast":
        target = next(
            unit.name for unit in game.units.values() if unit.in_play and cell_name(unit.cell) == last["target"]
        )
        deed = f"{deed} → {names.get(target, target)}"
    said = " · ".join(part for part in (to, deed) if part)
    if figure is not None:
        said = _("{player}: {what}").format(player=names.get(figure, figure), what=said)
    return {"label": said, "actions": actions, "cast": cast_of(game, actions)}


def _with_gauges(position: dict[str, Any], possible: dict[str, Any]) -> dict[str, Any]:
    """Show the figure that is next with the AP and MP that its turn will begin with; unknown ones stay unknown."""
    if possible["actor"] is None:
        return position
    unit = position["units"][possible["actor"]]
    gauges = {gauge: count for gauge, count in possible["gauges"].items() if unit[gauge] is not None}
    return position | {"units": position["units"] | {possible["actor"]: unit | gauges}}


def _over(game: Game) -> dict[str, Any]:
    """Return the winners: one in a duel; otherwise nobody, one player or both partners."""
    duel = {"winner": game.winner, "wonBy": game.won_by}
    return duel if len(game.seats.order) == 2 else duel | {"winners": list(winners(game))}
