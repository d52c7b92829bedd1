"""The state of a game for the recorder's page: the position, the last entries, and what can be done now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.text import capfirst
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
from rules.arena.public import (
    Board,
    CopiedSpell,
    Game,
    Log,
    cell_name,
    cells_of,
    copied,
    frame,
    look_ahead,
    proof_of_action,
    stands_by_itself,
    start,
    step,
    winners,
)

ENTRIES_SHOWN = 40


class Course:
    """A game as far as it was recorded: its position, and its last entries in words.

    It goes on from there while its log only grows, so that a phone without a connection plays what is new and no more.
    """

    def __init__(self, log: Log, spells: Sequence[CopiedSpell] = ()) -> None:
        self.opening, self.spells = _opening(log), [*spells]
        self.actions: list[dict[str, Any]] = []
        self.game = start(log)
        self.names = {each.slug: each.spell.name for each in spells} | names_of(log, self.game)
        self.positions = PositionBuilder(self.game.texts.rewards)
        self.described: list[dict[str, Any]] = []
        self.may_go_on = stands_by_itself(log)

    def leads_to(self, log: Log, spells: Sequence[CopiedSpell]) -> bool:
        """Whether the log begins with what was played, and none of that hangs on what is logged after it."""
        begins = self.may_go_on and [*log.actions[: len(self.actions)]] == self.actions
        return begins and (_opening(log), [*spells]) == (self.opening, self.spells)

    def position(self) -> Game:
        """Return a copy, on which an entry can be tried."""
        return copied(self.game)

    def go_on(self, log: Log) -> None:
        """Play what the log has beyond what was played. Only the last entries are described."""
        look_ahead(self.game, log)
        for index in range(len(self.actions), len(log.actions)):
            self._play(log, index)
        self.game.event_log = None
        self.actions += [dict(action) for action in log.actions[len(self.actions) :]]  # a reward may be named later
        self.described = self.described[-ENTRIES_SHOWN:]
        self.may_go_on = self.may_go_on and not self.game.lookahead.was_asked

    def _play(self, log: Log, index: int) -> None:
        game, action = self.game, log.actions[index]
        telling = index >= len(log.actions) - ENTRIES_SHOWN
        game.event_log = [] if telling else None
        who, active = _whose(game, action), game.active.name if game.active else None
        step(game, log, index)
        if telling or not game.units.keys() <= self.names.keys():  # a newcomer is named as soon as it comes
            state = frame(game, index)
            self.names |= titles(self.positions.position(state))
        if telling:
            proof = proof_of_action(game, index)["proof"]
            text = caption(action, state["events"], self.names, active)
            self.described.append({"index": index, "who": who, **text, "proof": proof})


def _opening(log: Log) -> Log:
    return replace(log, actions=(), unknown_fields=())


def table_state(
    log: Log,
    *,
    version: int,
    closed: bool,
    undo: int,
    copied: Sequence[CopiedSpell] = (),
    course: Course | None = None,
) -> dict[str, Any]:
    """Return the state; `course` is the game up to the end of this log, where it has been played already."""
    if course is None:
        course = Course(log, copied)
        course.go_on(log)
    game, names = course.game, course.names
    now = course.positions.position(frame(game, None))
    names |= titles(now)
    possible = {} if closed else taps(game, copied)
    return {
        "version": version,
        "closed": closed,
        "actions": len(log.actions),
        "entries": [_entry(line) for line in in_lines(course.described)],
        "findings": [finding_data(finding, names) for finding in game.findings],
        "position": _with_gauges(now, possible) if possible else now,
        "over": _over(game) if game.over else None,
        "prompt": _("This game has been submitted. A judge can still correct it.") if closed else prompt(game, names),
        "panel": None if closed else panel(game),
        "seen": sorted({action["reward"] for action in log.actions if "reward" in action}),
        "taps": possible or None,
        "undo": undo,
        "offers": [] if game.over or closed else offers(game, names, copied),
        "likely": []
        if closed
        else [_proposal(game, actions, names, possible) for actions in likely(game, log.actions)],
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


def _proposal(
    game: Game, actions: list[dict[str, Any]], names: Mapping[str, str], possible: dict[str, Any]
) -> dict[str, Any]:
    """Return a proposal: whose turn begins with it, where they walk, what they do there; a cast with its outcomes."""
    figure = next((action["unit"] for action in actions if action["do"] == "activate"), None)
    to = next((action["to"] for action in reversed(actions) if action["do"] == "move"), None)
    last = actions[-1]
    said = [] if to is None else [_("walk to {cell}").format(cell=to)]
    if last["do"] == "cast":
        target = next(
            unit.name for unit in game.units.values() if unit.in_play and cell_name(unit.cell) == last["target"]
        )
        said.append(_("{spell} at {target}").format(spell=label(last, names), target=names.get(target, target)))
    elif last["do"] != "move":
        deed = label(last, names)
        said.append(deed[0].lower() + deed[1:])
    words = ", ".join(said)
    if figure is not None:
        words = _("{player}: {what}").format(player=names.get(figure, figure), what=words)
    return {"label": capfirst(words), "actions": actions, "cast": cast_of(game, actions, possible)}


def _with_gauges(position: dict[str, Any], possible: dict[str, Any]) -> dict[str, Any]:
    """Show the figure that is next with the AP and MP that its turn will begin with; unknown ones stay unknown."""
    if possible["actor"] is None:
        return position
    unit = position["units"][possible["actor"]]
    gauges = {gauge: count for gauge, count in possible["gauges"].items() if unit[gauge] is not None}
    return position | {"units": position["units"] | {possible["actor"]: unit | gauges}}


def _over(game: Game) -> dict[str, Any]:
    """Return who has won: nobody, one player or both partners."""
    return {"winner": game.winner, "wonBy": game.won_by, "winners": list(winners(game))}


ROWS = 12


def arena_sketch(board: Board) -> dict[str, str]:
    """Return a path of squares for each kind of scenery and for the demon cells; south is below."""
    kinds = {"tree": board.trees, "bush": board.bushes, "crate": board.crates, "demon": board.demons}
    return {kind: "".join(_square(cell_name(cell)) for cell in cells_of(mask)) for kind, mask in kinds.items()}


def _square(name: str) -> str:
    return f"M{ord(name[0]) - ord('A')} {ROWS - int(name[1:])}h1v1h-1z"
