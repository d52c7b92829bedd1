"""What a judge's correction of a log sets, in words for those who play on."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.board.unit_names import printed_title, titles_of_teams
from judging.models import Ruling
from teams.wording import colon


def corrected_words(ruling: Ruling) -> str:
    """Return "Corrected after action 9: Oscar Kass 1: F4, 3 AP."; empty if the ruling corrects no position."""
    report = ruling.case.submission.current_report if ruling.case.submission else None
    if report is None or "set" not in ruling.details:
        return ""
    players = {side: player.get("name") or side for side, player in report.header.get("players", {}).items()}
    what = "; ".join(_parts(ruling.details["set"], titles_of_teams(report.header) | players))
    facts = {"action": ruling.details["after"] + 1, "what": what}
    return _("Corrected after action %(action)s: %(what)s.") % facts if what else ""


def _parts(sets: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    for unit, changes in sets.get("units", {}).items():
        facts = ", ".join(_facts(changes))
        if facts:
            yield f"{colon(names.get(unit, printed_title(unit)))} {facts}"
    for each in sets.get("summoned", []):
        if "summon" in each:
            yield f"{colon(printed_title(each['summon']))} {str(each['cell']).upper()}"
    for stock, label in (("glory", _("GG")), ("kamas", _("Kamas"))):
        for player, number in sets.get(stock, {}).items():
            yield f"{colon(names.get(player, player))} {number} {label}"
    if "wild" in sets:
        yield f"{colon(_('Wild GG'))} {sets['wild']}"


def _facts(changes: Mapping[str, Any]) -> Iterator[str]:
    if "cell" in changes:
        yield str(changes["cell"]).upper() if changes["cell"] else _("not on the board")
    for gauge, label in (("ap", _("AP")), ("mp", _("MP"))):
        if gauge in changes:
            yield f"{changes[gauge]} {label}"
    if "injuries" in changes:
        number = changes["injuries"]
        yield ngettext("%(count)s injury", "%(count)s injuries", number) % {"count": number}
    if changes.keys() & {"markers", "lost_powers"}:
        yield _("markers or powers changed")
