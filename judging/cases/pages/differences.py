"""Differences between a log and its event for display: players by name, figures by their cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.logs.pages.wording import all_names, winners
from judging.models import Case, Report
from rules.games import DEFAULT
from teams.wording import card_title
from tournaments.events.models.formats import ruleset_title
from tournaments.events.models.settings import Mode
from tournaments.models import RewardBox, Scenery, TeamFormat

Names = Mapping[str, str]

# these do not depend on hidden lists, so players may see them; the rest is for the judges
SHOWN_TO_PLAYERS = {
    "ruleset-differs",
    "format-differs",
    "mode-differs",
    "level-differs",
    "rewards-differ",
    "arena-differs",
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
    "legality": gettext_lazy("legality profile"),
    "rewards": gettext_lazy("Demonic Rewards"),
    "scenery": gettext_lazy("scenery"),
    "arenas": gettext_lazy("arena"),
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
    return [_row(each, names) for each in shown]


def _row(shown: dict[str, Any], names: Names) -> DifferenceRow:
    return DifferenceRow(
        kind=str(Case.Kind(shown["kind"]).label),
        message=_(shown["message"]),
        expected=[_pair(name, value, names) for name, value in shown["expected"].items()],
        logged=[_pair(name, value, names) for name, value in shown["logged"].items()],
    )


def _pair(name: str, value: Any, names: Names) -> tuple[str, str]:
    if name in names:  # the GG of a seat
        return names[name], str(value)
    return str(LABELS.get(name, name)), ", ".join(_text(name, each, names) for each in _listed(value)) or "-"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _text(name: str, value: Any, names: Names) -> str:
    if name in ("seat", "outcome"):
        return winners(names)[value]
    if name in ("missing", "extra", "figures"):
        return card_title(value)
    if name == "ruleset":
        return ruleset_title(value)
    if name == "arenas":
        arena = DEFAULT.boards.find(value)
        return arena.name if arena else value
    labels = {"format": TeamFormat, "rewards": RewardBox, "scenery": Scenery, "mode": Mode}.get(name)
    return str(labels(value).label) if labels else str(value)
