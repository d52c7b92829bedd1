"""Moderation of events and players: what can be reported."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation.models import ReportableKind, register
from tournaments.events.models.event_texts import public_texts
from tournaments.models import Event, Registration, Role

Arguments = Mapping[str, Any]
# the pages that show texts of an event to anyone
SHOW_TEXTS = [f"tournaments:{name}" for name in ("event", "hall", "rounds", "round", "players", "crews", "standings")]


def event_on(address: Arguments, who: Any) -> Event | None:
    return Event.objects.visible_to(who).filter(slug=address["slug"]).first()


def player_on(address: Arguments, who: Any) -> User | Registration | None:
    """Return the account of a player, because a name belongs to the account, or the registration of a guest."""
    event = event_on(address, who)
    player = event and event.registrations.named().filter(pk=address["registration_id"]).first()
    return (player.user or player) if player else None


def owner_of(event: Event) -> User | None:
    first = event.staff.filter(role=Role.OWNER, user__is_active=True).select_related("user").first()
    return first.user if first else None


def page_of_person(user: User) -> str:
    player = Registration.objects.filter(user=user).select_related("event").order_by("-pk").first()
    return player.get_absolute_url() if player else reverse("start")


def register_kinds() -> None:
    register(
        ReportableKind(
            model=Event,
            label=_("texts of an event"),
            owner=owner_of,
            texts=lambda event: list(public_texts(event)),
            page=Event.get_absolute_url,
            routes=dict.fromkeys(SHOW_TEXTS, event_on),
        )
    )
    register(
        ReportableKind(
            model=User,
            label=_("name of a person"),
            owner=lambda user: user,
            texts=lambda user: [user.public_name],
            page=page_of_person,
            routes={"tournaments:player": player_on},
        )
    )
    register(
        ReportableKind(
            model=Registration,
            label=_("name of a player"),
            owner=lambda player: owner_of(player.event),
            texts=lambda player: [player.guest_name, player.club],
            page=Registration.get_absolute_url,
        )
    )
