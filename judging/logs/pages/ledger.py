"""A light log as a line for each entry, and where it names causes, every change of GG and a chart of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from judging.board.unit_names import titles_of_teams
from judging.logs.pages import quest_words
from judging.models import Report, Submission
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed
from rules.games import DEFAULT, MAX_BYTES, MAX_DEPTH, QUEST, of
from tournaments.core.charts import Line, Mark, points_race, race_legend

Entry = dict[str, Any]
Names = dict[str, str]
LOSSES = frozenset({"ko", "flight"})  # causes by which GG are lost


@dataclass(frozen=True)
class EntryRow:
    """An entry, and what everyone has after it."""

    number: int
    said: str
    glory: list[int]
    kamas: str  # empty where the log does not tell them
    bags: str


@dataclass(frozen=True)
class Change:
    """A change of the GG of one player, with its cause."""

    number: int
    letter: str
    player: str
    before: int
    after: int
    cause: str
    said: str

    @property
    def difference(self) -> str:
        return f"{self.after - self.before:+d}"


@dataclass(frozen=True)
class Ledger:
    """A light log as its page shows it. Only ledgers that name causes have changes and a chart."""

    players: list[str]
    rows: list[EntryRow]
    changes: list[Change]
    chart: SafeString | None = None
    key: Sequence[tuple[str, str, int]] = ()

    @property
    def has_kamas(self) -> bool:
        return any(row.kamas for row in self.rows)

    @property
    def has_bags(self) -> bool:
        return any(row.bags for row in self.rows)


def ledger_of(report: Report | None, submission: Submission) -> Ledger | None:
    """Return the ledger; None for a log of the whole play."""
    accounts = report.body.get("ledger") if report else None
    if not accounts:
        return None
    try:
        log = loads(bytes(submission.content), max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except Malformed:
        return None
    assert isinstance(log, dict)
    names, said = _names(log), [entry_in_words(action, log) for action in log["actions"]]
    glory = [account.get("glory") or account["gg"] for account in accounts]
    rows = [_row(number, *row) for number, row in enumerate(zip(said, glory, accounts, strict=False), start=1)]
    changes = list(_changes_of(accounts, said, names)) if "why" in accounts[0] else []
    chart, key = _drawn(log, glory, changes, names) if changes else (None, ())
    return Ledger([names[letter] for letter in glory[0]], rows, changes, chart, key)


def _row(number: int, said: str, glory: Mapping[str, int], account: Mapping[str, Any]) -> EntryRow:
    kamas = " : ".join(map(str, account.get("kamas", {}).values()))
    bags = " / ".join(_bag(bag) for bag in account.get("bag", {}).values())
    return EntryRow(number, said, list(glory.values()), kamas, bags)


def _bag(bag: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {thing}" for thing, count in bag.items()) or "–"


def _changes_of(accounts: Sequence[Mapping[str, Any]], said: Sequence[str], names: Names) -> Iterator[Change]:
    for number, (former, account) in enumerate(pairwise(accounts), start=2):
        for letter, after in account["gg"].items():
            before = former["gg"][letter]
            if after != before:
                cause = _cause(account["why"], is_loss=after < before)
                yield Change(number, letter, names[letter], before, after, cause, said[number - 1])


def _cause(why: str, *, is_loss: bool) -> str:
    """Of an entry that changed the GG of several players, the causes of this change."""
    causes = why.split(", ")
    own = [cause for cause in causes if (cause in LOSSES) == is_loss] or causes
    return quest_words.cause_in_words(", ".join(own))


def _drawn(
    log: Entry, glory: Sequence[Mapping[str, int]], changes: Sequence[Change], names: Names
) -> tuple[SafeString, Sequence[tuple[str, str, int]]]:
    """Draw the GG over the turns. Each change is a point that opens its line in the list below."""
    turns = list(accumulate(action["do"] == "turn" for action in log["actions"]))
    after_turn = {0: glory[0], **dict(zip(turns, glory, strict=False))}
    ranked = sorted(glory[-1], key=lambda letter: -glory[-1][letter])
    lines = [Line(names[letter], [row[letter] for row in after_turn.values()]) for letter in ranked]
    marks = [
        Mark(
            ranked.index(each.letter),
            turns[each.number - 1],
            each.after,
            f"#change-{each.number}-{each.letter}",
            _label(each),
        )
        for each in changes
    ]
    title = _("GG over the turns")
    description = _("Each point is a change of GG and opens its cause. The number at the end of a line is the rank.")
    svg = points_race(title, description, lines, steps_are=_("turns"), marks=marks)
    return mark_safe(svg), race_legend(lines)  # noqa: S308 (the chart escapes every text it draws)


def _label(change: Change) -> str:
    values = {"player": change.player, "change": change.difference, "glory": change.after, "cause": change.cause}
    return _("%(player)s: %(change)s, now %(glory)s GG (%(cause)s)") % values


def entry_in_words(action: Entry, header: Entry) -> str:
    return _WORDS[of(header).game](action, header)


def _names(header: Entry) -> Names:
    return {side: player.get("name") or side for side, player in header["players"].items()}


def _of_quest(action: Entry, header: Entry) -> str:
    return quest_words.entry_in_words(action, _names(header))


def _of_arena(action: Entry, header: Entry) -> str:
    return _SAID[action["do"]](action, _names(header), header)


_WORDS = {DEFAULT.game: _of_arena, QUEST.game: _of_quest}


def _changes(change: dict[str, int], names: dict[str, str]) -> str:
    return ", ".join(f"{names[side]} {number:+d}" for side, number in change.items())


def _figure(unit: str, header: dict[str, Any]) -> str:
    return titles_of_teams(header).get(unit, unit)


def _turn(action: Entry, names: Names, _header: Entry) -> str:
    return _("Turn of %(player)s") % {"player": names[action["player"]]}


def _knock_out(action: Entry, _names: Names, header: Entry) -> str:
    return _("%(figure)s is KO'd") % {"figure": _figure(action["unit"], header)}


def _glory(action: Entry, names: Names, _header: Entry) -> str:
    if action["why"] == "tension":
        return _("Doubles: each player loses 1 GG")
    return _("GG by a card: %(change)s") % {"change": _changes(action["glory"], names)}


def _kamas(action: Entry, names: Names, _header: Entry) -> str:
    return _("Kamas: %(change)s") % {"change": _changes(action["kamas"], names)}


def _buy_glory(_action: Entry, _names: Names, header: Entry) -> str:
    return _("1 GG bought for %(price)d Kamas") % {"price": of(header).light_logs.glory_price}


def _buy_reward(action: Entry, _names: Names, _header: Entry) -> str:
    return _("%(rank)s reward bought") % {"rank": action["rank"].capitalize()}


def _concede(action: Entry, names: Names, _header: Entry) -> str:
    return _("%(player)s concedes") % {"player": names[action["player"]]}


def _seen(action: Entry, names: Names, _header: Entry) -> str:
    return _("%(player)s agrees with the recording") % {"player": names[action["player"]]}


def _time(_action: Entry, _names: Names, _header: Entry) -> str:
    return _("Time is up")


_SAID = {
    "turn": _turn,
    "ko": _knock_out,
    "glory": _glory,
    "kamas": _kamas,
    "buy-glory": _buy_glory,
    "buy-reward": _buy_reward,
    "concede": _concede,
    "time": _time,
    "seen": _seen,
}
