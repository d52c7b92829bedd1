"""Differences between a log and its event for display: players by name, figures by their cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.board.unit_names import own_title
from judging.logs.pages.wording import all_names, winners
from judging.models import Case, Report
from rules.games import DEFAULT
from teams.wording import board_title, card_title
from tournaments.events.models.formats import ruleset_title
from tournaments.events.models.settings import BoardSide, Mode
from tournaments.models import RewardBox, Scenery, TeamFormat

Names = Mapping[str, str]
Titles = Callable[[str], str]  # what the log itself calls a card or board; empty: nothing

# these do not depend on hidden lists, so players may see them; the rest is for the judges
SHOWN_TO_PLAYERS = {
    "ruleset-differs",
    "format-differs",
    "mode-differs",
    "level-differs",
    "rewards-differ",
    "arena-differs",
    "game-differs",
    "favors-differ",
    "size-differs",
    "board-differs",
    "challenges-differ",
    "sides-differ",
}

LABELS = {
    "ruleset": gettext_lazy("rules"),
    "seat": gettext_lazy("player"),
    "player": gettext_lazy("player"),
    "outcome": gettext_lazy("winner"),
    "missing": gettext_lazy("not in the log"),
    "extra": gettext_lazy("not on the list"),
    "figures": gettext_lazy("figures"),
    "articles": gettext_lazy("articles"),
    "format": gettext_lazy("format"),
    "legality": gettext_lazy("Boss and ban list"),
    "rewards": gettext_lazy("Demonic Rewards"),
    "scenery": gettext_lazy("scenery"),
    "arenas": gettext_lazy("arena"),
    "boards": gettext_lazy("board"),
    "challenges": gettext_lazy("Divine Challenges"),
    "sides": gettext_lazy("sides of the board"),
    "simple_game": gettext_lazy("simple game"),
    "size": gettext_lazy("Krosmasters in a team"),
    "superior": gettext_lazy("superior favors"),
    "mode": gettext_lazy("game"),
    "level": gettext_lazy("level of a team"),
    "actions": gettext_lazy("actions in the log"),
}


@dataclass(frozen=True)
class DifferenceRow:
    kind: str
    message: str
    expected: list[tuple[str, str]]
    logged: list[tuple[str, str]]


def difference_rows(report: Report, *, for_judges: bool, sees_lists: bool = True) -> list[DifferenceRow]:
    """Return the differences. Judges also see those from the result, and what lists reveal if they may see the
    lists."""
    shown = [each for each in report.differences if (for_judges and sees_lists) or each["code"] in SHOWN_TO_PLAYERS]
    last = report.comparisons.last() if for_judges else None
    shown += last.differences if last else []
    match = report.submission.match
    names = all_names(match, in_full=for_judges) if match else {}
    titles = partial(own_title, report.header)
    return [_row(each, names, titles) for each in shown]


def _row(shown: dict[str, Any], names: Names, titles: Titles) -> DifferenceRow:
    return DifferenceRow(
        kind=str(Case.Kind(shown["kind"]).label),
        message=_(shown["message"]),
        expected=[_pair(name, value, names, titles) for name, value in shown["expected"].items()],
        logged=[_pair(name, value, names, titles) for name, value in shown["logged"].items()],
    )


def _pair(name: str, value: Any, names: Names, titles: Titles) -> tuple[str, str]:
    if name in names:  # the GG of a seat
        return names[name], str(value)
    return str(LABELS.get(name, name)), ", ".join(_text(name, each, names, titles) for each in _listed(value)) or "-"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _text(name: str, value: Any, names: Names, titles: Titles) -> str:
    if name in ("seat", "outcome"):
        return winners(names)[value]
    if name in ("missing", "extra", "figures"):
        return titles(value) or card_title(value)
    if name in ("boards", "challenges"):
        return titles(value) or str(value)
    if name in ("simple_game", "superior"):
        return _("yes") if value else _("no")
    if name == "ruleset":
        return ruleset_title(value)
    if name == "arenas":
        arena = DEFAULT.boards.find(value)
        return board_title(arena) if arena else value
    labels = {"format": TeamFormat, "sides": BoardSide, "rewards": RewardBox, "scenery": Scenery, "mode": Mode}.get(
        name
    )
    return str(labels(value).label) if labels else str(value)
