"""Settings of an event that contradict the format of its mode: what its form and an imported file are held to."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.games import DEFAULT
from tournaments.events.models.formats import GAMES, Format
from tournaments.events.models.settings import TeamFormat


def format_of(settings: Mapping[str, Any]) -> Format | None:
    """The format of the game and mode in these settings, if there is such a one."""
    game = GAMES.get(settings.get("game", ""))
    return game.formats.get(settings.get("mode", "")) if game else None


def contradictions_of_mode(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield field, message and code for each contradiction with the mode."""
    form = format_of(settings)
    if form is None:
        return
    if form.team_format:
        yield from _contradictions_of_teams(settings)
    if settings.get("first_round") in form.no_first_rounds:
        yield "first_round", _("Round 1 of tables of four is drawn at random or with clubs separated."), "first-round"
    if settings.get("cut_size") and not form.allows_cut(settings["cut_size"]):
        text = _("At tables of four a top cut has so many players: %(sizes)s. Leave it empty for none.")
        yield "cut_size", text % {"sizes": ", ".join(map(str, form.cut_sizes))}, "cut-size-of-four"


def _contradictions_of_teams(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield those with the teams of four players at a table (9.1.2)."""
    if settings.get("team_format") == TeamFormat.LIMITED:
        yield "team_format", _("Limited teams are not offered with four players at a table."), "limited-of-four"
    if settings.get("team_format") == TeamFormat.BOX:
        yield "team_format", _("Teams from the box are for two players at a table."), "box-of-four"
    least, most = min(DEFAULT.lists.pair_levels), max(DEFAULT.lists.pair_levels)
    level = settings.get("team_level")
    if level is not None and level not in DEFAULT.lists.pair_levels:
        text = _("Two figures have a level from %(least)s to %(most)s together.") % {"least": least, "most": most}
        yield "team_level", text, "team-level"
