"""Data of the replay page of Krosmaster Blast: positions, and each action in words with what it brought about."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.board.blast_names import Names
from judging.board.board_state import FigureLooks
from judging.board.event_text import annotation, game_clock
from judging.board.script_texts import REPLAY_TEXTS
from judging.replay.board.replay_data import changes_between, film_of, finding_data
from rules.blast.public import describe, drawn_board
from rules.games import Log, ruleset_of
from teams.wording import named, render_message

Frame = dict[str, Any]
TERRAIN = {"ice": gettext_lazy("ice"), "fire": gettext_lazy("fire"), "fog": gettext_lazy("fog")}
TEXTS = (
    REPLAY_TEXTS
    | TERRAIN
    | {
        "tally": gettext_lazy("glyphs"),
        "dofus": gettext_lazy("Dofus"),
        "glyph": gettext_lazy("glyph cell"),
        "glyphOf": gettext_lazy("glyph of side {side}"),
        "race": gettext_lazy("Glyphs of the players over the game"),
        "swingGlory": gettext_lazy("Turn {n}: +{amount} glyphs for {player}"),
    }
)


def board_data(log: Any) -> Frame:
    """Return the board of a log of Blast, which the registry types as one of Arena."""
    return {**drawn_board(log), "demons": [], "kamas": {}}


class Positions:
    """Positions for the board component from frames of the engine."""

    def __init__(self, names: Names) -> None:
        self.names, self.looks = names, FigureLooks()

    def position(self, state: Frame) -> Frame:
        self.names.meet(state["units"])
        self.looks.meet({name: {**unit, "name": self.names[name]} for name, unit in state["units"].items()})
        kept = {key: state[key] for key in ("turn", "player", "active", "glyphs", "terrain", "dofus")}
        units = {name: self._figure(name, unit) for name, unit in state["units"].items()}
        return {**kept, "glory": state["held"], "coins": {}, "kamas": {}, "note": self._note(state), "units": units}

    def _figure(self, name: str, unit: Frame) -> Frame:
        markers = [
            f"{value:+d} {named(gauge, {})}".replace("-", "−") for gauge, value in unit["markers"].items() if value
        ]
        return {
            **{key: unit[key] for key in ("side", "cell", "hp", "injuries", "mp", "ap")},
            "name": self.names[name],
            "initial": self.looks.labels[name],
            "portrait": self.looks.portraits[name],
            "summon": unit["kind"] != "krosmaster",
            "markers": markers,
            "rewards": [],
        }

    def _note(self, state: Frame) -> str:
        """The row of favors, what is left of the pile, and who holds the Dofus."""
        left, right = (self.names.get(state["favors"][side] or "", "–") for side in ("left", "right"))
        values = {
            "left": left,
            "right": right,
            "pile": state["pile"],
            "holder": self.names.get(state["dofus"] or "", "–"),
        }
        return _("Favors: {left} | {right} · pile: {pile} · Dofus: {holder}").format(**values)


def replay_data(log: Log) -> Frame:
    """Return the whole game, played as in the report."""
    ruleset = ruleset_of(log)
    assert ruleset.frames is not None
    report, names = ruleset.replay(log), Names(log)
    positions, states = Positions(names), ruleset.frames(log)
    former = next(states)
    opening = before = positions.position(former)
    proof = _proof_of_actions(report)
    steps = []
    for index, state in enumerate(states):
        now = positions.position(state)
        action = log.actions[index]
        steps.append(
            {
                "change": changes_between(before, now),
                **caption(action, former, state, names),
                "clock": game_clock(action.get("at")),
                "proof": proof.get(index, "proved"),
                "ko": sorted({each["side"] for each in _fallen(former, state)}),
            }
        )
        before, former = now, state
    findings = [finding_data(finding, names) for finding in report.findings]
    return film_of(log, opening, steps, findings, report.proof)


def _proof_of_actions(report: Any) -> dict[int, str]:
    believed = {each.action: "believed" for each in report.proof.beliefs if each.action is not None}
    faulty = {each.action: "faulty" for each in report.errors if each.action is not None}
    return believed | faulty


def _fallen(before: Frame, now: Frame) -> Iterator[Frame]:
    for name, unit in now["units"].items():
        if unit["is_out"] and not before["units"].get(name, {}).get("is_out"):
            yield unit


# -- in words --------------------------------------------------------------------------------------------------------


def caption(action: Frame, before: Frame, now: Frame, names: Names) -> Frame:
    dice = [*action.get("dodge", ()), *([action["roll"]] if "roll" in action else ())]
    rolled = [_("Dice: {dice}.").format(dice=", ".join(str(named(die, {})) for die in dice))] if dice else []
    said = [_deed(action, before, now, names), *rolled, *_outcome(action, before, now, names)]
    unit = now["active"] or before["active"] or ""
    start = before["units"].get(unit, {}).get("cell")
    there = [action[key] for key in AIMS.get(action["do"], ())]
    return {
        "words": " ".join(filter(None, said)) + annotation(action),
        "cells": there or [cell for cell in [action.get("choices", {}).get("cell")] if cell],
        "from": [start] if action["do"] in ("move", "cast") and start else [],
        "turn": action["do"] == "end-turn",
        **({"dice": dice} if dice else {}),
    }


AIMS = {"place": ("cell",), "move": ("to",), "cast": ("target",)}  # the cell that an action names


def _deed(action: Frame, before: Frame, now: Frame, names: Names) -> str:
    """What was done, in a sentence."""
    active = before["active"] or now["active"]
    return render_message(describe(action, active, before["player"], before["favors"]), names)


def _outcome(action: Frame, before: Frame, now: Frame, names: Names) -> Iterator[str]:
    """What it brought about, by what is otherwise than before."""
    aimed = before["active"] if action["do"] == "move" else action.get("unit")
    for name, unit in now["units"].items():
        yield from _of_unit(name, before["units"].get(name), unit, names, is_mover=name == aimed, action=action)
    for cell, owner in _changed(before["glyphs"], now["glyphs"]):
        if owner:
            yield _("{player} takes the glyph on {cell}.").format(player=names[owner], cell=cell)
    for cell, kind in _changed(before["terrain"], now["terrain"]):
        text = _("{kind} lies on {cell}.") if kind else _("{kind} leaves {cell}.")
        yield text.format(kind=str(TERRAIN[kind or before["terrain"][cell]]).capitalize(), cell=cell)
    if now["dofus"] != before["dofus"] and now["dofus"]:
        yield _("{player} takes the Dofus.").format(player=names[now["dofus"]])


def _of_unit(
    name: str, before: Frame | None, now: Frame, names: Names, *, is_mover: bool, action: Frame
) -> Iterator[str]:
    title = names[name]
    if before is None:
        yield _("{unit} appears on {cell}.").format(unit=title, cell=now["cell"])
        return
    injuries = now["injuries"] - before["injuries"]
    if injuries:
        yield _("{unit}: {hp} HP.").format(unit=title, hp=f"{-injuries:+d}".replace("-", "−"))
    if now["is_out"] and not before["is_out"]:
        yield _("{unit} is KO.").format(unit=title)
    elif is_mover and action["do"] == "move" and now["cell"] == before["cell"]:
        yield _("{unit} stays on {cell}.").format(unit=title, cell=now["cell"])
    elif now["cell"] and now["cell"] != before["cell"] and now["cell"] not in (action.get("to"), action.get("cell")):
        yield _("{unit} comes to {cell}.").format(unit=title, cell=now["cell"])


def _changed(before: Mapping[str, str], now: Mapping[str, str]) -> Iterable[tuple[str, str | None]]:
    cells = sorted({*before, *now})
    return [(cell, now.get(cell)) for cell in cells if before.get(cell) != now.get(cell)]
