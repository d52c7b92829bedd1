"""Fields of the event form that depend on the mode: tables of four have points by place instead of win, draw and
loss."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games import DEFAULT
from tournaments.core.fours.players import MOST_FOR_FIRST
from tournaments.core.scoring import ImpossibleScoring, PointsByPlace
from tournaments.events.models.formats import FORMATS
from tournaments.events.models.settings import CutKind, FirstRound, Mode, TeamFormat

LONGEST = 40
BETWEEN = re.compile(r"\s*[-–/,; ]\s*")


def concerns(name: str, mode: str) -> bool:
    """Whether a setting exists in this mode."""
    return mode not in FORMATS or name not in FORMATS[mode].lacks


class ModeField(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Mode.choices, required=False, **kwargs)


class PointsByPlaceField(forms.CharField):
    """Four numbers in one line: 6-3-1-0."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return "-".join(str(number) for number in value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        typed = super().to_python(value)
        if not typed:
            return []
        parts = BETWEEN.split(typed) if len(typed) <= LONGEST else []
        if len(parts) != 4 or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
            raise forms.ValidationError(_("Write four numbers, for example 6-3-1-0."), code="points-by-place")
        points = [int(part) for part in parts]
        first, second, third, last = points
        try:
            PointsByPlace((first, second, third, last))
        except ImpossibleScoring:
            text = _("The points must not rise from one place to the next, and first place needs at least one.")
            raise forms.ValidationError(text, code="points-by-place") from None
        if first > MOST_FOR_FIRST:
            most = _("Enter at most %(most)s points.") % {"most": MOST_FOR_FIRST}
            raise forms.ValidationError(most, code="points-by-place")
        return points


def contradictions_of_mode(data: dict[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield field, message and code for each contradiction with the mode."""
    form = FORMATS.get(data.get("mode", ""))
    if form is None or not form.team_format:
        return
    if data.get("team_format") == TeamFormat.LIMITED:
        yield "team_format", _("Limited teams are not offered with four players at a table."), "limited-of-four"
    if data.get("first_round") == FirstRound.RATING and not form.pairs_by_rating:
        yield "first_round", _("Round 1 of tables of four is drawn at random or with clubs separated."), "first-round"
    if data.get("cut_size") and form.cut_sizes and data["cut_size"] not in form.cut_sizes:
        message = _("At tables of four a top cut has 4, 16 or 64 players; leave it empty for none.")
        yield "cut_size", message, "cut-size-of-four"
    least, most = min(DEFAULT.lists.pair_levels), max(DEFAULT.lists.pair_levels)
    level = data.get("team_level")
    if level is not None and level not in DEFAULT.lists.pair_levels:
        text = _("Two figures have a level from %(least)s to %(most)s together.") % {"least": least, "most": most}
        yield "team_level", text, "team-level"


def settle_mode(data: dict[str, Any]) -> None:
    """Reset settings that the mode does not have."""
    form = FORMATS.get(data.get("mode", ""))
    if form is not None and "cut_kind" in form.lacks:
        data |= {"cut_points": None, "third_place": False, "cut_kind": CutKind.SINGLE}
