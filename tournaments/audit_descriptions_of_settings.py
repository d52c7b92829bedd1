"""Storage of an event's settings in the audit log, and their description with label and value."""

import datetime as dt
from functools import partial
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.pages.cities import city_of
from core.records.audit import JsonValue
from core.records.audit_descriptions import Fact, is_list_of_texts, plain
from rules.games import RULESETS
from teams.cards.services.facts import current_content
from teams.wording import board_title
from tournaments.events.models.words import Tally
from tournaments.models import Event, PenaltyKind, TieBreak

# labels for settings that are lists of codes
LABELS = {"penalty_ladder": dict(PenaltyKind.choices)}
OF_TALLY = {TieBreak.GG_DIFFERENCE.value: "%(difference)s", TieBreak.GG_SCORED.value: "%(scored)s"}


def stored_value(value: Any) -> JsonValue:
    """Convert a setting for storage: numbers, booleans and lists are unchanged, dates and series become text."""
    if value is None or isinstance(value, bool | int | list | dict):
        return value
    return str(value)


def setting_in_words(field: "models.Field[Any, Any]", value: Any) -> str:
    """Describe the value of a setting. Entries of an older version stored every value as text."""
    if value is None or value == "None":
        return ""
    if isinstance(field, models.BooleanField):
        return _("yes") if value in (True, "True") else _("no")
    if isinstance(field, models.DateTimeField) and (moment := _moment(value)):
        return _format_time(timezone.localtime(moment))
    labels = LABELS.get(field.name) or dict(field.flatchoices)
    if is_list_of_texts(value):
        return ", ".join(str(labels.get(each, each)) for each in value)
    return str(labels.get(value, value)) if isinstance(value, str) else plain(value)


def _moment(value: Any) -> dt.datetime | None:
    """Parse an aware datetime; None for anything else."""
    try:
        moment = dt.datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo else None


def _format_time(moment: dt.datetime) -> str:
    """Format a time as pages do, with the time zone, which exported files do not show elsewhere."""
    return f"{date_format(moment, 'j F Y, H:i')} ({city_of(moment.tzinfo)})"


def tie_breaks_in_words(value: Any) -> str:
    """Describe the tie-breaks, for a text into which the words of the event's game are still interpolated."""
    titles = {code: str(label).replace("%", "%%") for code, label in TieBreak.choices} | OF_TALLY
    if is_list_of_texts(value):
        return ", ".join(titles.get(each, each.replace("%", "%%")) for each in value)
    return plain(value).replace("%", "%%")


def names_in_words(kind: str, value: Any) -> str:
    """Name boards or challenges, which are stored by slug, as the site knows them now, of whatever game."""
    if not is_list_of_texts(value):
        return plain(value)
    names: dict[str, str] = {}
    for ruleset in RULESETS.values():
        content = current_content(ruleset.game)
        known: Any = ruleset.facts.known_from(content) if content else ruleset.facts.built_in()
        names |= {slug: each.name for slug, each in getattr(known, kind, {}).items()}
        if kind == "boards" and ruleset.boards:
            names |= {slug: board_title(found) for slug in ruleset.boards.slugs if (found := ruleset.boards.find(slug))}
    return ", ".join(names.get(slug, slug) for slug in value)


def boards_in_words(value: Any) -> str:
    """The same, for a text into which the words of the event's game are still interpolated."""
    return names_in_words("boards", value).replace("%", "%%")


def words_of_tally(tally: Tally) -> dict[str, str]:
    """Return what the settings of an event refer to."""
    return {"difference": str(tally.difference), "scored": str(tally.scored), "cap": str(tally.cap_of_difference)}


SETTINGS = {
    field.name: Fact(field.verbose_name, render=partial(setting_in_words, field))
    for field in Event._meta.concrete_fields
} | {
    "tie_breaks": Fact(Event._meta.get_field("tie_breaks").verbose_name, render=tie_breaks_in_words, of_seats=True),
    "glory_cap": Fact("%(cap)s", of_seats=True),
    "arenas": Fact("%(boards)s", render=boards_in_words, of_seats=True),
    "challenges": Fact(Event._meta.get_field("challenges").verbose_name, render=partial(names_in_words, "challenges")),
}
