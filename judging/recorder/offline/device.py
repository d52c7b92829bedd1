"""The recorder on a phone without a connection, with the same functions as on the server.

It runs in the browser's worker (static/js/offline/worker.js), which only calls `answer` with a question in JSON and
gets an answer in JSON. Each question contains the game; the card texts are stored here, and the game of the question
before, which goes on from where it was.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from core.errors import Refused
from judging.entries import last_tap
from judging.recorder.board import answers
from judging.recorder.board.states import recorder_of
from judging.recorder.board.table_state import Course
from judging.recorder.services.playing import Table, copied_spells, enter_tap, with_note
from judging.recorder.services.rolls import AnswersNeeded
from rules.games import DEFAULT, CopiedSpell, Log, Position, of

Json = dict[str, Any]
_card_texts: dict[str, bytes] = {}
_courses: dict[str, Course] = {}


def answer(question: str) -> str:
    asked = json.loads(question)
    return json.dumps(ANSWERS[asked["ask"]](asked), ensure_ascii=False)


def hold_against(content: str) -> None:
    """Set the card texts of this table, which are used in addition to the built-in ones."""
    _card_texts["now"] = content.encode()


def _table(asked: Json) -> Table:
    game = asked["game"]
    spells = copied_spells(game["copied"])

    def position(log: Log) -> Position:
        return _course(log, spells).position()

    return Table(
        header=game["header"],
        actions=game["actions"],
        taps=game["taps"],
        facts=_card_texts.get("now", b""),
        seconds=game["seconds"],
        copied=game["copied"],
        position=position,
    )


def _course(log: Log, spells: Sequence[CopiedSpell]) -> Course:
    """Return the game up to the end of the log. It goes on from the question before where only entries came."""
    course = _courses.pop("now", None)
    if course is None or not course.leads_to(log, spells):
        course = Course(log, spells)
    course.go_on(log)
    _courses["now"] = course
    return course


def _play(asked: Json) -> Json:
    """Play entries in order, up to the first that needs dice or that the rules forbid."""
    table = _table(asked)
    done: list[list[Json]] = []
    stop: Json | None = None
    for sent in asked["entries"]:
        actions, taps = [dict(action) for action in table.actions], table.taps
        try:
            done.append(_enter(table, sent))
        except AnswersNeeded as wanted:
            stop = {"kind": "taken", "said": {"ask": wanted.asked, "action": wanted.action, "step": wanted.step}}
        except Refused as refused:
            stop = {"kind": "refused", "said": answers.refusal(refused)}
        if stop:
            table.actions, table.taps = actions, taps
            break
    stopped = answers.refusal(table.stopped) if table.stopped else None
    log = {"actions": table.actions, "taps": table.taps, "copied": table.copied}
    return {"log": log, "done": done, "stop": stop, "stopped": stopped, "state": _state(table, asked)}


def _enter(table: Table, sent: Json) -> list[Json]:
    """Enter one tap and return its actions with their dice, or nothing for a note."""
    if "note" in sent:
        table.actions = with_note(table.actions, str(sent["note"]))
        return []
    table.stopped = None
    enter_tap(table, answers.entry_of(sent))
    return table.actions[-table.taps[-1] :]


def _state(table: Table, asked: Json) -> Json:
    log, spells = table.log(), copied_spells(table.copied)
    shown = {"version": asked["game"]["version"], "closed": False, "undo": last_tap(table.taps, table.actions)}
    if of(table.header).game == DEFAULT.game:
        shown["course"] = _course(log, spells)
    return recorder_of(log).state(log, copied=spells, **shown)


def _why(asked: Json) -> Json:
    table = _table(asked)
    log = table.log()
    return {"why": recorder_of(log).why(log, asked["cell"], copied_spells(table.copied))}


ANSWERS: dict[str, Callable[[Json], Json]] = {"play": _play, "why": _why}
