"""A light log as a line for each entry."""

from typing import Any

from django.utils.translation import gettext as _

from judging.board.unit_names import titles_of_teams
from judging.models import Report, Submission
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed
from rules.games import MAX_BYTES, MAX_DEPTH, of

Entry = dict[str, Any]
Names = dict[str, str]


def ledger_rows(report: Report | None, submission: Submission) -> list[dict[str, Any]]:
    """Return the lines; none for a log of the whole play."""
    accounts = report.body.get("ledger") if report else None
    if not accounts:
        return []
    try:
        log = loads(bytes(submission.content), max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except Malformed:
        return []
    assert isinstance(log, dict)
    return [
        {**account, "number": number, "said": entry_in_words(action, log)}
        for number, (action, account) in enumerate(zip(log["actions"], accounts, strict=False), start=1)
    ]


def entry_in_words(action: Entry, header: Entry) -> str:
    names = {side: player.get("name") or side for side, player in header["players"].items()}
    return _SAID[action["do"]](action, names, header)


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
}
