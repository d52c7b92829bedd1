"""Data of the replay page: the first position, then the changes and the description of each action."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.board.action_lines import in_lines, proof_of_line, words_of_line
from judging.board.board_state import PositionBuilder
from judging.board.event_text import annotation, attempt, describe_events, game_clock
from judging.board.unit_names import names_of, owners_of_shared, with_owner
from rules.arena.public import Game, Log, followed, frame, proof_of, proof_of_action, start, who_left, winners
from rules.arena.public import steps as played
from rules.common.proof import Proof
from rules.common.verdicts import Issue
from teams.wording import article_line, named, render_message


def result_line(game: Game, names: Mapping[str, str]) -> str:
    parts = [_who_won(game, names)]
    left = [" + ".join(names[player] for player in group) for group in who_left(game)]
    if left:
        parts.append(_("Out of the game, in this order: {players}.").format(players=", ".join(left)))
    return " ".join(filter(None, parts))


def _who_won(game: Game, names: Mapping[str, str]) -> str:
    won = [names[player] for player in winners(game)]
    if len(won) > 1:
        return _("{player} win.").format(player=", ".join(won))
    if won:
        return _("{player} wins.").format(player=won[0])
    return (
        _("The rules name no winner: the event decides.") if game.over else _("The log stops before the game is over.")
    )


Position = dict[str, Any]
Events = list[dict[str, Any]]
MARKER_KINDS = {"error": "fault", "warning": "warning"}


def changes_between(before: Position, now: Position) -> dict[str, Any]:
    """Return what static/js/replay/film.js needs to go from one position to the next."""
    changed = {key: value for key, value in now.items() if key not in ("units", "coins") and value != before[key]}
    units = _units(before["units"], now["units"])
    coins = {cell: now["coins"].get(cell, 0) for cell in before["coins"].keys() | now["coins"].keys()}
    moved = {cell: count for cell, count in coins.items() if count != before["coins"].get(cell, 0)}
    return changed | ({"units": units} if units else {}) | ({"coins": moved} if moved else {})


def _units(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    changed: dict[str, Any] = {name: None for name in before if name not in now}
    for name, unit in now.items():
        old = before.get(name, {})
        if unit is old:
            continue
        facts = {key: value for key, value in unit.items() if key not in old or value != old[key]}
        if facts:
            changed[name] = facts
    return changed


def finding_data(finding: Issue, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a finding in the viewer's language, with the line of its article."""
    return {
        **finding.as_finding(),
        "message": render_message(finding.message, names),
        "line": article_line(finding.article),
    }


def replay_data(log: Log) -> dict[str, Any]:
    """Return the whole game, played as in the report: actions that were left undone do not change the position."""
    log, reading = followed(log)
    game = start(log)
    game.event_log = []
    positions = PositionBuilder(game.texts.rewards)
    opening = before = positions.position(frame(game, None))
    names = names_of(log, game)
    owners = owners_of_shared(game, names)
    names |= titles(opening, owners)
    steps = []
    for index in played(log, game, reading.way):
        state = frame(game, index)
        now = positions.position(state)
        names |= titles(now, owners)
        text = caption(log.actions[index], state["events"], names, before["active"])
        steps.append(
            {
                "change": changes_between(before, now),
                **text,
                "clock": game_clock(log.actions[index].get("at")),
                "proof": proof_of_action(reading.game, index)["proof"],
                "ko": _knocked_out(state["events"], before["units"] | now["units"]),
            }
        )
        before = now
        game.event_log.clear()
    findings = [finding_data(finding, names) for finding in game.findings]
    film = film_of(log, opening, steps, findings, proof_of(reading.game, log, reading.played))
    return {**film, "result": result_line(game, names)}


def film_of(
    log: Any, opening: Position, steps: list[dict[str, Any]], findings: list[dict[str, Any]], proof: Proof
) -> dict[str, Any]:
    return {
        "start": opening,
        "steps": steps,
        "lines": list(_lines(steps)),
        "findings": findings,
        "marks": list(_markers(steps, findings)),
        "actions": len(log.actions),
        "proof": proof.as_dict(),
    }


def _lines(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the list of moves; `first` and `last` are the indexes of the actions of a line."""
    first = 0
    for line in in_lines(steps):
        last = first + len(line) - 1
        yield {"first": first, "last": last, "words": words_of_line(line), "proof": proof_of_line(line)}
        first = last + 1


def titles(now: Position, owners: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return what the figures are called; with its player where `owners` names one (owners_of_shared)."""
    return {
        name: with_owner(unit["name"], (owners or {}).get(name.partition("/")[0]))
        for name, unit in now["units"].items()
    }


def caption(
    action: Mapping[str, Any], events: Events, names: Mapping[str, str], active: str | None = None
) -> dict[str, Any]:
    """Describe an action, and return the cells concerned. `active` is the figure that acted; `walk`: where it went."""
    cells = [event[key] for event in events for key in ("cell", "target") if event.get(key)]
    dice = [face for event in events for face in event.get("dice") or ()]
    return {
        "words": (describe_events(events, names) or attempt(action, active, names)) + annotation(action),
        "cells": list(dict.fromkeys(cells)),
        "from": list(dict.fromkeys(event["start"] for event in events if event.get("start"))),
        "turn": any(event["event"] == "turn-ends" for event in events),
        **({"dice": dice} if dice else {}),
        **_walk(action, events, names),
    }


def _walk(action: Mapping[str, Any], events: Events, names: Mapping[str, str]) -> dict[str, Any]:
    step = next((event for event in events if event["event"] == "moved"), None)
    if action["do"] != "move" or step is None:
        return {}
    besides = describe_events([event for event in events if event is not step], names) + annotation(action)
    return {"walk": {"unit": step["unit"], "name": named(step["unit"], names), "to": step["cell"], "besides": besides}}


def _knocked_out(events: Events, units: Mapping[str, Any]) -> list[str]:
    """Return the sides that lost a figure in this action."""
    return sorted({units[event["unit"]]["side"] for event in events if event["event"] == "knocked-out"})


def _markers(steps: list[dict[str, Any]], findings: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the markers on the timeline: KOs, errors and warnings. GG changes are the graph itself."""
    for index, each in enumerate(steps):
        for side in each["ko"]:
            yield {"action": index, "kind": "ko", "side": side, "words": each["words"]}
    for finding in findings:
        if finding["action"] is not None and finding["severity"] in MARKER_KINDS:
            yield {"action": finding["action"], "kind": MARKER_KINDS[finding["severity"]], "words": finding["message"]}
