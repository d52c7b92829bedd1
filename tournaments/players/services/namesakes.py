"""Numbers for players whose names look alike in one event: "Ana Morin #1" and "Ana Morin #2".

The full names, for the staff, and the names shown to everybody have numbers of their own: of two players named Ana
Morin the one whose initials are shown needs none beside the other, and shares "A. M." with everybody of these initials.
"""

from collections.abc import Iterable

from django.db import models

from accounts.models import User
from core.pages import live
from core.text.lookalikes import keys_of
from tournaments.base.services.locking import event_lock
from tournaments.models import Event, Registration
from tournaments.players.models.name_rows import NAME_NUMBERS, NAME_ROW, NameRow, name_columns


def number_names(event: Event) -> None:
    """Number the names of an event after any of them has changed. Call under the event's lock."""
    if store_numbers(event.registrations.all()):
        live.notify(*event.topics("players"))


def store_numbers(players: models.QuerySet[Registration]) -> bool:
    """Number the names of all players of one event; return whether any number changed."""
    rows = players.order_by("pk").values_list("pk", *name_columns())
    names = {pk: NAME_ROW(columns) for pk, *columns in rows}
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
