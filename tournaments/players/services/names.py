"""Names of players in an event: no two may look alike unless the staff confirm that they are two people."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.text.lookalikes import NAME_LIKE_ANOTHER, SAME_AS_SOMEBODY, Names, keys_of
from core.text.names import one_line
from tournaments.base.services.locking import event_lock
from tournaments.events.models.settings import OVER
from tournaments.models import Event, Registration, Status
from tournaments.players.models.name_rows import NAME_NUMBERS, NameRow, name_columns

GONE = (Status.WITHDRAWN, Status.REFUSED)


def names_in(event: Event, *, but: Registration | None = None) -> Names:
    """Return the names of the event's players, without those who left before it began."""
    others = event.registrations.exclude(status__in=GONE)
    if but and but.pk:
        others = others.exclude(pk=but.pk)
    return Names(NameRow._make(row).plain for row in others.values_list(*name_columns()))


def refuse_name_of(player: Registration, name: str) -> None:
    """Refuse a name that looks like another player's, with a message for the staff, who can allow it."""
    try:
        one_line(name)
    except ValidationError as wrong:
        raise Refused("looks-empty", wrong.messages[0]) from wrong
    other = "" if player.name_allowed else names_in(player.event, but=player).like(name)
    if other:
        text = _("“%(name)s” looks like “%(other)s”, who is already registered. If they are two people, tick the box.")
        values = {"name": name, "other": other}
        raise Refused(NAME_LIKE_ANOTHER, text % values, fields=["name_allowed"], other=other)


def refuse_own_name(player: Registration, who: Any) -> None:
    """Refuse the player's own name if it looks like another's, without revealing whose name that is."""
    if not player.name_allowed and names_in(player.event, but=player).like(who.full_name):
        raise Refused(NAME_LIKE_ANOTHER, SAME_AS_SOMEBODY)


def check_new_public_name(user: Any, name: str) -> None:
    """Refuse a new name on the profile if it is taken in an event that is not over."""
    mine = Registration.objects.filter(user=user, name_allowed=False).exclude(status__in=GONE)
    for player in mine.exclude(event__state__in=OVER).select_related("event"):
        if names_in(player.event, but=player).like(name):
            text = _("This name is, or looks like, the name of another player of %(event)s.") % {"event": player.event}
            raise ValidationError(text, code=NAME_LIKE_ANOTHER)


def number_names(event: Event) -> None:
    """Number the names of an event after any of them has changed. Call under the event's lock."""
    if store_numbers(event.registrations.all()):
        live.notify(*event.topics("players"))


def store_numbers(players: models.QuerySet[Registration]) -> bool:
    """Number the names of all players of one event; return whether any number changed."""
    rows = players.order_by("pk").values_list("pk", *name_columns())
    names = {pk: NameRow._make(columns) for pk, *columns in rows}
    full = _numbers((pk, keys_of(name.plain)) for pk, name in names.items())
    shown = _numbers((pk, _keys_as_shown(name)) for pk, name in names.items())
    changed = [
        Registration(pk=pk, full_name_number=full.get(pk), shown_name_number=shown.get(pk))
        for pk, name in names.items()
        if (full.get(pk), shown.get(pk)) != (name.full_name_number, name.shown_name_number)
    ]
    Registration.objects.bulk_update(changed, NAME_NUMBERS)
    return bool(changed)


def number_names_after(renamed: models.Model) -> None:
    """Number the names in all events of a person or player who is shown under another name now."""
    players = Registration.objects.filter(user=renamed) if isinstance(renamed, User) else [renamed]
    events = {player.event_id for player in players if isinstance(player, Registration)}
    for event_id in sorted(events):
        with event_lock(event_id) as event:
            number_names(event)


def _keys_as_shown(name: NameRow) -> frozenset[str]:
    """Return the initials as they are: I. M. and L. M. are not confused, though their letters resemble each other."""
    shown = name._replace(shown_name_number=None).shown
    return keys_of(shown) if shown == name.plain else frozenset({shown})


def _numbers(keys: Iterable[tuple[int, frozenset[str]]]) -> dict[int, int]:
    """Return the place of each player among those who share a key with the first of them; of nobody who is alone."""
    groups: dict[str, list[int]] = {}
    for pk, own in keys:
        group = next((groups[key] for key in sorted(own) if key in groups), [])
        group.append(pk)
        groups.update(dict.fromkeys(own, group))
    return {pk: place for group in groups.values() if len(group) > 1 for place, pk in enumerate(group, start=1)}
