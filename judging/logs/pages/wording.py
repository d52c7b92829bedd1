"""Reports, results and players of a match in words, and the rows of findings: prepared before the template."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from judging.cases.comparison.log_alignment import Alignment
from judging.cases.comparison.result_differences import sides_of
from judging.cases.comparison.seat_matching import PLACES, place_of
from judging.models import Report
from rules.common.messages import message_of
from teams.wording import NO_NAMES, article_of, colon, named, render_message
from tournaments.core.scores import format_score
from tournaments.models import DuelOutcome, Match
from tournaments.results.services.scores import Score

REASONS: dict[str, Any] = {
    "time": gettext_lazy("Checking took longer than allowed."),
    "crash": gettext_lazy("This log stopped the check. Nothing else was affected, and a judge will look at it."),
}

# labels of the report's fields that are not terms of the game (`TERMS`)
FIELDS = {
    "alterable": gettext_lazy("kind of range (alterable or not)"),
    "ap-cost-change": gettext_lazy("change of the cost in AP"),
    "ap-markers": gettext_lazy("AP markers"),
    "arena": gettext_lazy("arena"),
    "by": pgettext_lazy("in a log", "by"),
    "card": gettext_lazy("card"),
    "cell": gettext_lazy("cell"),
    "cost": gettext_lazy("cost"),
    "damage": gettext_lazy("damage"),
    "damage-change": gettext_lazy("change of damage"),
    "dice": gettext_lazy("dice"),
    "die": gettext_lazy("die"),
    "doubles": gettext_lazy("whom the doubles cost a GG"),
    "effect": gettext_lazy("effect"),
    "element": gettext_lazy("element"),
    "equipment": gettext_lazy("type of Equipment"),
    "facing": gettext_lazy("facing"),
    "first_player": gettext_lazy("first player"),
    "from": pgettext_lazy("in a log", "from"),
    "gained-ap": gettext_lazy("AP"),
    "gained-hp": gettext_lazy("HP"),
    "gained-mp": gettext_lazy("MP"),
    "gained-range": gettext_lazy("range"),
    "gives": pgettext_lazy("in a log", "gives"),
    "favor-left": gettext_lazy("left favor"),
    "favor-right": gettext_lazy("right favor"),
    "glory": gettext_lazy("GG"),
    "glyph": gettext_lazy("glyph cell"),
    "glyphs": gettext_lazy("glyphs"),
    "healed": gettext_lazy("injuries healed"),
    "holder": gettext_lazy("holder of the Dofus"),
    "hp": gettext_lazy("HP"),
    "injuries": gettext_lazy("injuries"),
    "kamas": gettext_lazy("Kamas"),
    "kamas-cost-change": gettext_lazy("change of the price in Kamas"),
    "kind": gettext_lazy("kind"),
    "limit": gettext_lazy("usage limit"),
    "loot": gettext_lazy("Kamas by Loot"),
    "marker": gettext_lazy("special marker"),
    "mp-cost-change": gettext_lazy("change of the cost in MP"),
    "mp-markers": gettext_lazy("MP markers"),
    "name": gettext_lazy("name"),
    "option": gettext_lazy("option"),
    "pile": gettext_lazy("pile"),
    "power": gettext_lazy("power"),
    "powers": gettext_lazy("powers"),
    "range-markers": gettext_lazy("Range markers"),
    "rank": gettext_lazy("rank"),
    "reroll": gettext_lazy("dice rolled again"),
    "reward": gettext_lazy("reward"),
    "rewards": gettext_lazy("rewards"),
    "roll": gettext_lazy("roll"),
    "sides": gettext_lazy("sides of the arena"),
    "special-markers": gettext_lazy("special markers of a name"),
    "spell": gettext_lazy("spell"),
    "spells": gettext_lazy("spells"),
    "summoned": gettext_lazy("summons"),
    "summons": gettext_lazy("summons"),
    "terrain": gettext_lazy("tile"),
    "to": pgettext_lazy("in a log", "to"),
    "types": gettext_lazy("types"),
    "unit": gettext_lazy("unit"),
    "value": gettext_lazy("number"),
    "winner": gettext_lazy("winner"),
}


# the faults of which `expected` is what there was, and `logged` what was to be paid
UNPAID = {
    "too-few-ap",
    "too-few-mp",
    "too-few-hp",
    "too-few-kamas",
    "cost-change-overlooked",
    "ap-markers-overlooked",
    "mp-markers-overlooked",
    "ap-loss-overlooked",
    "mp-loss-overlooked",
    "locked-unit-kept-ap",
    "locked-unit-kept-mp",
}


Shown = list[tuple[str, str]]  # facts and their values in words
ABSENT = object()  # of a fact that the other side alone has


@dataclass(frozen=True)
class IssueRow:
    severity: str
    action: int | None
    where: str
    done: str  # what was done, with figures and numbers; empty in old reports
    article: str
    title: str
    line: str
    message: str
    facts: Shown  # what the log has, held against what it should have: "has 0, needs 3"
    also: list[int] = field(default_factory=list)  # numbers of further actions with the same finding


def failure_reason(report: Report | None) -> str:
    """Return why the log could not be validated; empty if it was."""
    return str(REASONS.get(report.body.get("reason", ""), "")) if report else ""


def seat_names(match: Match, *, in_full: bool) -> dict[str, str]:
    """Return the player at each seat "a", "b" and so on. Staff see full names; for players, minors are shown by
    initials."""
    return {place_of(match, seat): seat.full_name if in_full else seat.shown_name for seat in match.players()}


def side_names(match: Match, *, in_full: bool) -> dict[str, str]:
    """Return who can win: the players, or the crews, at "a", "b" and so on."""
    named = (side.full_name if in_full else side.shown_name for side in match.seats())
    return dict(zip(PLACES, named, strict=False))


def all_names(match: Match, *, in_full: bool) -> dict[str, str]:
    """Return the names of the players and, in two against two, of the crews."""
    sides = zip(sides_of(match), side_names(match, in_full=in_full).values(), strict=True)
    return seat_names(match, in_full=in_full) | dict(sides)


def winners(names: Mapping[str, str]) -> dict[str, str]:
    """Return the outcomes of a result, with names instead of "first player" and "second player"."""
    return {value: names.get(value) or str(label) for value, label in DuelOutcome.choices} | {**names}


def result_words(match: Match, score: Score | None, *, in_full: bool = True) -> str:
    """Describe who won with what, the winner's GG first: “Ana, 8 : 0”; for a larger table all places."""
    if score is None:
        return _("no result")
    names = side_names(match, in_full=in_full)
    if not score.outcome:
        return match.format.score(list(names.values()), score)
    a, b = score.tallies
    tallies = format_score(b, a) if score.outcome == DuelOutcome.B else format_score(a, b)
    return f"{winners(names)[score.outcome]}, {tallies}"


def finding_rows(findings: Iterable[dict[str, Any]], names: Mapping[str, str] = NO_NAMES) -> list[IssueRow]:
    """Return the findings as rows, equal ones as one. `names` are the display names of the log's figures and players
    (`log_names`)."""
    rows: dict[tuple[str, ...], IssueRow] = {}
    for finding in findings:
        row = _row(finding, names)
        first = rows.setdefault((row.severity, row.article, row.message, finding.get("code", "")), row)
        if first is not row and row.action is not None:
            first.also.append(row.action + 1)
    return list(rows.values())


def _row(finding: dict[str, Any], names: Mapping[str, str]) -> IssueRow:
    article = article_of(finding.get("article"))
    facts = _facts_named(finding.get("expected"), finding.get("logged"))
    expected, logged = (pairs(each, names) for each in facts)
    return IssueRow(
        severity=finding["severity"],
        action=finding.get("action"),
        where=_where(finding),
        done=capfirst(render_message(message_of(finding["done"]), names)) if finding.get("done") else "",
        article=article.number if article else "",
        title=article.title if article else "",
        line=article.line if article else "",
        message=_message(finding, names),
        facts=_needs(finding, expected, logged) or _against(finding.get("code", ""), facts, expected, logged),
    )


def _facts_named(expected: Any, logged: Any) -> tuple[Any, Any]:
    """Return both with the fact of a card that they are about as the label of its value; the message names the card."""
    field = next((side["field"] for side in (expected, logged) if isinstance(side, dict) and "field" in side), None)
    if field is None:
        return expected, logged
    return _of_field(expected, field), _of_field(logged, field)


def _of_field(side: Any, field: str) -> Any:
    if not isinstance(side, dict):
        return side
    rest = {name: value for name, value in side.items() if name not in ("fact", "field", "value")}
    return rest | {field: side.get("value")}


def _needs(finding: dict[str, Any], has: Shown, costs: Shown) -> Shown:
    """Return in one sentence each what was short, or how far a target was; nothing for other findings."""
    match finding:
        case {"code": "too-few-glyphs"} if has and costs:  # of these `expected` is what it takes
            return _needs({**finding, "code": "too-few-ap"}, costs, has)
        case {"code": code} if code in UNPAID and has and costs:
            words = pgettext("AP, MP or Kamas", "has %(has)s, needs %(cost)s")
            sides = zip(has, costs, strict=True)
            return [(name, words % {"has": left, "cost": cost}) for (name, left), (_name, cost) in sides]
        case {
            "code": "out-of-range" | "range-not-alterable",
            "expected": {"range": [least, most]},
            "logged": {"range": distance},
        }:
            words = _("reaches %(least)s to %(most)s cells, the target is %(distance)s away")
            return [(has[0][0], words % {"least": least, "most": most, "distance": distance})]
    return []


def _against(code: str, facts: tuple[Any, Any], expected: Shown, logged: Shown) -> Shown:
    """Return one sentence for each fact that one of the sides has, or both."""
    right, given = (_by_name(side) for side in facts)
    should, written = dict(zip(right, expected, strict=True)), dict(zip(given, logged, strict=True))
    rows = []
    for name in right | given:
        words = _sentence(code, right.get(name, ABSENT), given.get(name, ABSENT))
        label, _value = should.get(name) or written[name]
        values = {"expected": should.get(name, ("", ""))[1], "logged": written.get(name, ("", ""))[1]}
        rows.append((label, words % values))
    return rows


def _by_name(side: Any) -> dict[str, Any]:
    if side is None:
        return {}
    return side if isinstance(side, dict) else {"": side}


def _sentence(code: str, expected: Any, logged: Any) -> str:
    """What the log has is held against what it should have, could have, or has at most."""
    if expected is ABSENT:
        return _("%(logged)s in the log")
    if isinstance(expected, list) and not isinstance(logged, list):
        return _("possible: %(expected)s") if logged is ABSENT else _("%(logged)s in the log, possible: %(expected)s")
    if code.startswith("beyond-"):
        return _("at most %(expected)s") if logged is ABSENT else _("%(logged)s in the log, at most %(expected)s")
    return _("should be %(expected)s") if logged is ABSENT else _("%(logged)s in the log, should be %(expected)s")


def _message(finding: dict[str, Any], names: Mapping[str, str]) -> str:
    """Return the message in the viewer's language; old reports have only the English one."""
    if not finding.get("said"):
        return str(finding["message"])
    return capfirst(render_message(message_of(finding["said"]), names))


def _where(finding: dict[str, Any]) -> str:
    if "pointer" in finding:
        return finding["pointer"] or _("whole document")
    if finding["action"] is None:
        return _("header and result")
    return _("action %(number)s") % {"number": finding["action"] + 1}


def pairs(values: Any, names: Mapping[str, str] = NO_NAMES) -> list[tuple[str, str]]:
    """Return {"ap": 0, "cells": ["A1", "B1"]} as rows of a table."""
    word_for = partial(named, names=names)
    if values is None:
        return []
    if not isinstance(values, dict):
        return [("", _text(values, word_for))]
    return [(str(FIELDS.get(name) or word_for(name)), _text(value, word_for)) for name, value in values.items()]


def _text(value: Any, tell: Callable[[Any], Any] = str) -> str:
    if isinstance(value, list):
        return ", ".join(_text(each, tell) for each in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{colon(tell(name))} {_text(inner, tell)}" for name, inner in value.items())
    return "-" if value is None else str(tell(value))


def alignment_words(alignment: Alignment, authors: tuple[Any, Any]) -> str:
    """Describe in one sentence where two logs first differ; empty if they tell the same game."""
    first = alignment.first
    if first is None:
        return ""
    same, later = alignment.after
    words = _first_difference(len(first.left), len(first.right), first.left.start + 1, authors)
    if not later:
        return _("%(difference)s; nothing comes after it.") % {"difference": words}
    template = ngettext(
        "%(difference)s; after it, %(same)s of %(later)s action is the same.",
        "%(difference)s; after it, %(same)s of %(later)s actions are the same.",
        later,
    )
    return template % {"difference": words, "same": same, "later": later}


def _first_difference(left: int, right: int, number: int, authors: tuple[Any, Any]) -> str:
    if left and right:
        return _("The two logs differ at action %(number)s") % {"number": number}
    template = ngettext(
        "The log by %(author)s has %(n)s action more at %(number)s",
        "The log by %(author)s has %(n)s actions more at %(number)s",
        left or right,
    )
    return template % {"author": authors[0] if left else authors[1], "n": left or right, "number": number}


def action_words(action: dict[str, Any]) -> str:
    """Return one action of a log in a line, as recorded: "cast dan-to-fu, target E3, critical critical"."""
    rest = [f"{name} {_text(value)}" for name, value in action.items() if name not in {"do", "at", "arrived"}]
    return ", ".join([str(action.get("do", "?")), *rest])
