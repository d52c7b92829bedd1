"""Creating, copying and editing events."""

import datetime as dt
import secrets
from typing import Any

from django.db import transaction
from django.urls import resolve, reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed, Refused, Stale
from core.pages import live
from core.records.audit import record
from rules.common.names import slugify
from teams.cards.catalogue.dated_texts import title_of
from tournaments.audit_descriptions_of_settings import stored_value
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.events import IMPORTED_FIELDS
from tournaments.events.models.formats import GAMES
from tournaments.events.models.presets import Preset
from tournaments.events.models.settings import new_seed
from tournaments.lists.services.legality import profile_of
from tournaments.lists.services.submission import recheck_all_lists
from tournaments.models import Event, Right, Role, Staff
from tournaments.players.services.places import places_taken
from tournaments.players.services.registration import promote_waiting

FIXED_AT_THE_START = frozenset(
    {
        "game",
        "ruleset",
        "mode",
        "team_level",
        "team_format",
        "limited_kind",
        "legality",
        "rewards",
        "scenery",
        "hero_level",
        "team_size",
        "simple_game",
        "superior_favors",
        "board_seats",
        "challenges",
        "open_challenges",
        "points_win",
        "points_draw",
        "points_loss",
        "points_by_place",
        "bye_points",
        "tables_of_three",
        "tie_breaks",
        "glory_cap",
        "first_round",
        "swiss_rounds",
        "lists_required",
        "list_deadline",
    }
)
JUDGES_LISTS = frozenset(
    {
        *("game", "ruleset"),
        *("mode", "team_level", "team_format", "limited_kind", "legality", "lists_required", "list_deadline"),
        *("team_size", "hero_level"),
    }
)
GAME_HAS_CHANGED = _(
    "Somebody has changed the game of this event since you opened the page. Open the settings again in another tab, "
    "and copy there what you typed here."
)
GAME_IS_FIXED = _("The game can no longer be changed: round 1 has started, and its results are of this game.")
NOT_COPIED = frozenset(
    {
        "id",
        "slug",
        "state",
        "created_at",
        "name",
        "seed",
        "cut_seeds",
        "pods_seed",
        "pinned_legality",
        "lists_locked_at",
        "list_deadline",
        "start_snapshot",
        "hidden_by_moderators",
    }
    | IMPORTED_FIELDS
    | {"cancelled_at", "cancelled_from", "cancelled_because"}
    | {"starts_at", "ends_at", "registration_opens_at", "registration_closes_at"}
)


def free_slug(name: str) -> str:
    """A name such as "New" or "Mine" would lead to a page of the site."""
    slug = slugify(name)[:120] or "event"
    leads_here = resolve(reverse("tournaments:event", args=[slug])).view_name == "tournaments:event"
    is_free = leads_here and not Event.objects.filter(slug=slug).exists()
    return slug if is_free else f"{slug}-{secrets.token_hex(3)}"


@transaction.atomic
def create_event(*, who: User, fields: dict[str, Any]) -> Event:
    if not who.is_authenticated:
        raise NotAllowed("sign-in-first", _("Sign in to organise an event."))
    event = Event.objects.create(slug=free_slug(fields["name"]), **fields)
    Staff.objects.create(event=event, user=who, role=Role.OWNER)
    record("event-created", who=who, subject=event, scope=event, after={"name": event.name})
    return event


@transaction.atomic
def clone_event(*, event: Event, who: User, name: str, starts_at: dt.datetime) -> Event:
    """Copy the settings to another day, without players and results."""
    require(event, who, Right.EDIT_EVENT)
    later = starts_at - event.starts_at
    fields = {f.name: getattr(event, f.name) for f in Event._meta.concrete_fields if f.name not in NOT_COPIED}
    # as the organiser set it: the start fixed a recommended number for the players who came
    fields["swiss_rounds"] = (event.start_snapshot or {}).get("swiss_rounds", event.swiss_rounds)
    dates = ("ends_at", "registration_opens_at", "registration_closes_at", "list_deadline")
    dates_moved = {name: getattr(event, name) + later for name in dates if getattr(event, name)}
    return create_event(
        who=who, fields={**fields, **dates_moved, "name": name, "starts_at": starts_at, "seed": new_seed()}
    )


def edit_event(*, event_id: int, who: User, changes: dict[str, Any], seen_ruleset: str | None = None) -> Event:
    """Edit the settings; some are fixed once round 1 has started. `seen_ruleset` is what the form was opened with."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if seen_ruleset is not None and seen_ruleset != event.ruleset:
            raise Stale("stale", GAME_HAS_CHANGED, fields=["ruleset"])
        changes = {name: value for name, value in changes.items() if getattr(event, name) != value}
        if event.is_over and changes.keys() - {"description", "prizes", "series"}:
            raise Refused("event-is-over", _("This event is over."))
        fixed = sorted(changes.keys() & FIXED_AT_THE_START) if event.has_started else []
        if {"game", "ruleset"} & set(fixed):
            raise Refused("fixed-at-the-start", GAME_IS_FIXED, fields=["ruleset"])
        if fixed:
            raise Refused("fixed-at-the-start", _("This can no longer be changed: round 1 has started."), fields=fixed)
        _refuse_other_legality(event, changes)
        _refuse_too_few_places(event, changes)
        before = {name: stored_value(getattr(event, name)) for name in changes}
        for name, value in changes.items():
            setattr(event, name, value)
        event.save(update_fields=list(changes))
        if changes.keys() & JUDGES_LISTS:
            recheck_all_lists(event)
        after = {name: stored_value(value) for name, value in changes.items()}
        record("event-edited", who=who, subject=event, scope=event, before=before, after=after)
        promote_waiting(event, who=who)
        live.notify(*event.topics("settings"))
        return event


def _refuse_other_legality(event: Event, changes: dict[str, Any]) -> None:
    """Refuse to change what locked lists were checked against."""
    fixed = sorted(changes.keys() & JUDGES_LISTS)
    if fixed and event.lists_locked_at is not None:
        text = _("Lists are locked under “%(profile)s”, so this can no longer be changed.")
        raise Refused("lists-locked", text % {"profile": title_of(profile_of(event))}, fields=fixed)


def _refuse_too_few_places(event: Event, changes: dict[str, Any]) -> None:
    taken = places_taken(event)
    if "capacity" in changes and changes["capacity"] < taken:
        raise Refused(
            "more-players-than-places", _("%(taken)s places are already taken.") % {"taken": taken}, taken=taken
        )


def preset(name: str) -> tuple[str, Preset] | None:
    """The preset of this name, and the game that it is of."""
    found = ((slug, each) for slug, game in GAMES.items() for each in game.presets if each.name == name)
    return next(found, None)
