"""Import of an exported event, on this site or another, so that it can be continued."""

import re
from collections.abc import Collection, Iterator
from itertools import filterfalse
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.records.audit import record
from core.text.lookalikes import Names
from core.text.markdown import LONGEST
from core.text.names import DIRECTION_MARKS
from rules.common import strictjson
from rules.common.fields import InvalidValue, Shape, check_fields, number_from, one_of
from rules.common.verdicts import Malformed
from rules.games import DEFAULT, RULESETS
from teams.models import Pool
from teams.pools.models import only_known_figures
from teams.wording import render_message
from tournaments.core.exports.event_document import as_tables
from tournaments.core.exports.tables_document import refuse_impossible_tables
from tournaments.cut.services.bracket import bracket_of
from tournaments.events.models.formats import FIRST_DOCUMENTS, GAMES, Game
from tournaments.events.models.settings import Mode
from tournaments.events.services.contradictions import contradictions_of_mode
from tournaments.events.services.document import (
    NO_DUELS,
    NO_PLAYER,
    OTHER_BRACKET,
    event_fields,
    fields_of_tables,
)
from tournaments.events.services.editing import free_slug
from tournaments.events.services.exporting import FORMAT, FORMAT_OF_TABLES, KEPT_OF_ROUND, LEFT_OUT
from tournaments.events.services.imported import hide_names_while_unconfirmed, mark_as_imported
from tournaments.lists.services.event_facts import boards_of, challenges_of
from tournaments.lists.services.facts import import_facts
from tournaments.lists.services.pools import pool_page
from tournaments.models import (
    Announcement,
    Crew,
    DeckCheck,
    Event,
    ForbiddenPair,
    Match,
    Penalty,
    Registration,
    Result,
    ResultReport,
    Role,
    Round,
    RoundDetails,
    Seat,
    Staff,
    SubmittedList,
)
from tournaments.players.services.names import number_names


# What the game of an imported event allows: its record decides, as it does for the form of the settings.
def _game_of(found: dict[str, Any]) -> str:
    """The game that is named, or whose rules are; without either the first."""
    of_rules = RULESETS[found["ruleset"]].game if found.get("ruleset") in RULESETS else DEFAULT.game
    return str(found.get("game", of_rules))


def with_game(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with what a new event of its game has, where it says nothing."""
    found = document["event"]
    game = _game_of(found)
    usual = GAMES[game].settings_of_new_event(found.get("ruleset", ""))
    return document | {"event": {**usual, "game": game, **found}}


def what_the_game_lacks(found: dict[str, Any]) -> list[str]:
    """Return the settings that the document has and its rules do not: they are left out, and it is said."""
    game = GAMES[_game_of(found)]
    lacks = game.lacks_by(found.get("ruleset") or next(iter(game.rulesets)))
    return [f"event/{name}" for name, value in lacks.items() if name in found and found[name] != value]


def refuse_what_the_game_lacks(event: Event, document: dict[str, Any]) -> None:
    """Refuse settings, endings and tallies that events of its rules and mode cannot have, and name those that they
    can."""
    game = event.game_record
    _refuse_unless(one_of(*game.rulesets), event.ruleset, "/event/ruleset")
    for value, choices, pointer in _chosen(event, game):
        _refuse_unless(one_of(*choices), value, pointer)
    settings = {name: value for name, value in vars(event).items() if name not in event.lacks}
    if faults := {f"/event/{name}": text for name, text, _code in contradictions_of_mode(settings)}:
        raise ValidationError(faults)
    _refuse_scores(event, document)


def _chosen(event: Event, game: Game) -> Iterator[tuple[Any, tuple[str, ...], str]]:
    """Yield each choice of settings for which not all rules have the same, with its place in the document."""
    for name, choices in game.choices(event.ruleset).items():
        value = getattr(event, name)
        if isinstance(value, list):
            yield from ((str(one), choices, f"/event/{name}/{place}") for place, one in enumerate(value))
        elif name not in event.lacks:
            yield str(value), choices, f"/event/{name}"


def _refuse_scores(event: Event, document: dict[str, Any]) -> None:
    endings, tally = one_of(*event.format.endings), number_from(0, event.game_record.tally.most)
    for part in ("reports", "results"):
        for place, row in enumerate(document.get(part, [])):
            if "ending" in row:
                _refuse_unless(endings, row["ending"], f"/{part}/{place}/ending")
            for seat, number in enumerate(row["tallies"]):
                _refuse_unless(tally, number, f"/{part}/{place}/tallies/{seat}")


def _refuse_unless(shape: Shape, value: Any, pointer: str) -> None:
    try:
        shape.check(value)
    except InvalidValue as wrong:
        wrong.pointer = pointer
        raise


DEEPEST = 32
UNREADABLE = (TypeError, ValueError, ValidationError, IntegrityError, AttributeError, DataError, OverflowError)
MOST_VALUES = 1_500_000  # twice what 1,000 players over 10 rounds need
MOST_NAMED = 20
IN_DOCUMENT = {"guest_name": "name", "guest_email": "email"}
PLACES = re.compile(r"\d+/")  # positions of rows in their lists

# the parts of the document, ordered so that every part refers only to earlier ones
PARTS: tuple[tuple[str, type[models.Model]], ...] = (
    ("pools", Pool),
    ("crews", Crew),
    ("registrations", Registration),
    ("forbidden_pairs", ForbiddenPair),
    ("lists", SubmittedList),
    ("deck_checks", DeckCheck),
    ("rounds", Round),
    ("matches", Match),
    ("seats", Seat),
    ("reports", ResultReport),
    ("results", Result),
    ("penalties", Penalty),
    ("announcements", Announcement),
)
FIELDS = event_fields(PARTS)
FIELDS_OF_TABLES = fields_of_tables(PARTS)
FIELDS_BY_FORMAT = {FORMAT: FIELDS, FORMAT_OF_TABLES: FIELDS_OF_TABLES}


def import_event(*, data: bytes, who: User, again: bool = True) -> Event:
    """Import an event completely or not at all. Players become guests; the importing person owns the event. Without
    `again` it is refused if this person sees the same event on this site already."""
    if not who.is_authenticated:
        raise NotAllowed("sign-in-first", _("Sign in to organise an event."))
    document, unknown = _read(data)
    try:
        lacking = what_the_game_lacks(document["event"])
        rows = _Import(
            _as_stored(with_game(document)), who
        )  # outside the transaction, which keeps others waiting on SQLite
        with transaction.atomic():
            if not again:
                _refuse_second_copy(rows.event, who)
            return rows.save(unknown, lacking)
    except InvalidValue as wrong:
        raise _refused(wrong) from None
    except KeyError as error:
        text = _("“%(part)s” is missing in this file.") % {"part": error.args[0]}
        raise Invalid("missing-in-export", text) from error
    except ValidationError as error:
        raise Invalid("broken-export", _("This file cannot be imported: %(why)s") % {"why": _why(error)}) from error
    except UNREADABLE as error:
        reason = f"{type(error).__name__}: {error}"[:300]
        raise Invalid("broken-export", _("This file cannot be imported: %(why)s") % {"why": reason}) from error


def _as_stored(document: dict[str, Any]) -> dict[str, Any]:
    """Convert the document to seats, places and tallies. The format of duels must not contain another mode."""
    if document["format"] == FORMAT_OF_TABLES:
        refuse_impossible_tables(document)
        return document
    mode = document["event"].get("mode") or Mode.DUEL
    if (DEFAULT.slug, mode) not in FIRST_DOCUMENTS:
        raise _refused(InvalidValue("wrong-mode", NO_DUELS, "/event/mode"))
    return as_tables(document)


def _why(error: ValidationError) -> str:
    """Describe a validation error, with each field by its name in the document."""
    if not hasattr(error, "error_dict"):
        return " ".join(error.messages)[:300]
    places = {name: name if name.startswith("/") else f"/event/{name}" for name in error.message_dict}
    return "; ".join(f"{places[name]}: {' '.join(text)}" for name, text in error.message_dict.items())[:300]


def _read(data: bytes) -> tuple[dict[str, Any], list[str]]:
    """Return the document and the unknown names in it."""
    try:
        document = strictjson.loads(
            data,
            max_bytes=settings.LARGEST_EVENT,
            max_depth=DEEPEST,
            max_values=MOST_VALUES,
            max_string=LONGEST,
        )
    except Malformed as malformed:
        raise Invalid(malformed.code, str(malformed)) from malformed
    named = document.get("format") if isinstance(document, dict) else None
    if not isinstance(document, dict) or named not in (FORMAT, FORMAT_OF_TABLES):
        raise Invalid(
            "wrong-format",
            _("This is not an exported event (%(format)s).") % {"format": f"{FORMAT}, {FORMAT_OF_TABLES}"},
        )
    try:
        unknown = check_fields(document, FIELDS_BY_FORMAT[named])
    except InvalidValue as wrong:
        raise _refused(wrong) from None
    return document, list(dict.fromkeys(PLACES.sub("", name) for name in unknown))


def _refused(wrong: InvalidValue) -> Invalid:
    if wrong.code == "missing-field":
        part = f"{wrong.pointer}/{wrong.message.facts['field']}".lstrip("/")
        return Invalid("missing-in-export", _("“%(part)s” is missing in this file.") % {"part": part})
    why = f"{wrong.pointer}: {render_message(wrong.message)}"
    return Invalid("broken-export", _("This file cannot be imported: %(why)s") % {"why": why})


def _refuse_second_copy(event: Event, who: User) -> None:
    """Refuse an event that is here: its copies share the time of creation and the seed."""
    same = Event.objects.visible_to(who).filter(created_at=event.created_at, seed=event.seed)
    if here := same.order_by("-pk").first():
        text = _(
            "“%(name)s” is on this site already. To import it a second time, tick “Import it again” and choose the "
            "file once more."
        )
        raise Refused("event-is-here", text % {"name": here.name}, slug=here.slug)


def _seeded(players: dict[int, int], old: int, place: int) -> int:
    if old not in players:
        raise _refused(InvalidValue("unknown-player", NO_PLAYER, f"/event/cut_seeds/{place}"))
    return players[old]


def _refuse_other_bracket(event: Event) -> None:
    """Refuse a bracket that cannot be drawn from its seeds and results, because every page of the event would fail."""
    try:
        bracket_of(event)
    except Refused:
        raise _refused(InvalidValue("other-bracket", OTHER_BRACKET, "/event/cut_seeds")) from None


def is_empty(row: models.Model, field: Any) -> bool:
    """Whether the field is empty. Forms require it, but the site may leave it empty; the database knows which must be
    filled."""
    return getattr(row, field.attname) in field.empty_values


def _check_fields_of_row(row: models.Model, place: str) -> None:
    """Check the values; an error names the field by its place and name in the document."""
    try:
        row.clean_fields(exclude=[f.name for f in row._meta.fields if f.is_relation or is_empty(row, f)])
    except ValidationError as error:
        named = {f"{place}/{IN_DOCUMENT.get(name, name)}": fault for name, fault in error.error_dict.items()}
        raise ValidationError(named) from None


def _refuse_unknown_figures(figures: Any, place: str) -> None:
    try:
        only_known_figures(figures)
    except ValidationError as error:
        raise ValidationError({f"{place}/figures": error}) from None


def _insert(model: type[models.Model], rows: list[Any]) -> None:
    """Insert the rows of one model: first those that refer to none of the others."""
    own = [field.name for field in model._meta.concrete_fields if field.related_model is model]

    def waits(row: models.Model) -> bool:
        return any(other is not None and other.pk is None for other in (getattr(row, name) for name in own))

    while rows:
        model._default_manager.bulk_create(filterfalse(waits, rows))
        rows = [row for row in rows if row.pk is None]


class _Import:
    """The rows of an event, made from its document. They refer to each other, and get their ids when they are saved."""

    def __init__(self, document: dict[str, Any], who: User) -> None:
        self.document, self.who = document, who
        self.known: dict[type[models.Model], dict[int, models.Model]] = {}
        self.names = Names()
        self.event = Event(**self._values(Event, document["event"]))
        refuse_what_the_game_lacks(self.event, document)
        for name, value in self.event.lacks.items():
            setattr(self.event, name, value)
        for name, model in PARTS:
            self.known[model] = {}
            for place, found in enumerate(document.get(name, [])):
                self.known[model][found["id"]] = self._row(model, found, f"/{name}/{place}")

    def save(self, unknown: list[str], lacking: list[str]) -> Event:
        self.event.slug = free_slug(self.event.name)
        self.event.links_are_new = bool(self.known[Registration]) and not self.event.is_over
        if self.document.get("rounds"):
            mark_as_imported(self.event, who=self.who)
        self.event.full_clean(exclude=["series", "penalty_ladder"])  # its shape is already checked, and it may be empty
        self.event.save()
        Staff.objects.create(event=self.event, user=self.who, role=Role.OWNER)
        for model, rows in self.known.items():
            _insert(model, list(rows.values()))
        self._replace_old_ids()
        hide_names_while_unconfirmed(self.event)
        import_facts(self.event, self.document.get("facts"), who=self.who)
        unknown = [*unknown, *self._leave_out_unknown("arenas", boards_of(self.event))]
        unknown += self._leave_out_unknown("challenges", challenges_of(self.event))
        number_names(self.event)
        _refuse_other_bracket(self.event)
        left_out = {"not_read": [name[:80] for name in unknown[:MOST_NAMED]], "lacking": lacking[:MOST_NAMED]}
        after = {name: names for name, names in left_out.items() if names} or None
        record("event-imported", who=self.who, subject=self.event, scope=self.event, after=after)
        self.event.refresh_from_db()
        return self.event

    def _row(self, model: type[models.Model], found: dict[str, Any], place: str) -> models.Model:
        values = self._values(model, found)
        if "event" in {f.name for f in model._meta.concrete_fields}:
            values["event"] = self.event
        if "by" in LEFT_OUT.get(model, set()):
            values["by"] = self.who
        row = model(**values)
        if isinstance(row, Registration):
            row.guest_name, row.guest_email = self._free_name(row, found["name"]), found.get("email") or ""
        _check_fields_of_row(row, place)
        if isinstance(row, SubmittedList | DeckCheck) and self.event.game_record.has_saved_teams:
            _refuse_unknown_figures(row.figures if isinstance(row, SubmittedList) else row.seen, place)
        return row

    def _values(self, model: type[models.Model], found: dict[str, Any]) -> dict[str, Any]:
        """Return the values of known columns, each parsed by its field; references are mapped from the old ids."""
        values: dict[str, Any] = {}
        for field in model._meta.concrete_fields:
            if field.name == "id" or field.name in LEFT_OUT.get(model, set()) or field.name not in found:
                continue
            value = found[field.name]
            if field.is_relation:
                related: Any = field.related_model
                values[field.name] = None if value is None else self.known[related][value]
            else:
                values[field.name] = field.to_python(value)
        return values

    def _free_name(self, row: Registration, name: str) -> str:
        """Return a name that no other guest has. People with an account may share the name of another player."""
        name = DIRECTION_MARKS.sub("", name).strip()
        number, free = 1, name[:70] or "?"
        while not row.name_allowed and self.names.like(free):
            number += 1
            free = f"{name[:70]} ({number})"
        self.names.add(free)
        return free

    def _leave_out_unknown(self, name: str, known: Collection[str]) -> list[str]:
        """Remove what is neither built in nor part of the file's card texts, and return it as unread fields."""
        chosen = getattr(self.event, name)
        if unknown := [slug for slug in chosen if slug not in known]:
            setattr(self.event, name, [slug for slug in chosen if slug in known])
            self.event.save(update_fields=[name])
        return [f"event/{name}/{slug}" for slug in unknown]

    def _replace_old_ids(self) -> None:
        """Replace old ids and links by the new ones."""
        for pool in Pool.objects.filter(registration__event=self.event).select_related("registration"):
            pool.home = pool_page(self.event, pool.registration)
            pool.save(update_fields=["home"])
        players = {old: row.pk for old, row in self.known[Registration].items()}
        self.event.cut_seeds = [_seeded(players, old, place) for place, old in enumerate(self.event.cut_seeds)]
        self.event.save(update_fields=["cut_seeds"])
        for found in self.document.get("rounds", []):
            frozen, clinch = (found.get(name) for name in KEPT_OF_ROUND)
            RoundDetails.objects.create(
                round_id=self.known[Round][found["id"]].pk,
                frozen_standings=frozen and [row | {"player": players[row["player"]]} for row in frozen],
                clinch=clinch and {str(players[int(old)]): status for old, status in clinch.items()},
            )
