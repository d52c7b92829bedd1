"""An event that goes on elsewhere: what the pages here say once it was exported, and what is to do where it came in."""

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.models import Event, Right

is_web_address = URLValidator(schemes=["http", "https"])


def continue_elsewhere(*, event_id: int, who: User, address: str = "") -> Event:
    """Let every page of the event, personal links too, say that it goes on elsewhere."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        _refuse_no_address(address)
        event.elsewhere_since = event.elsewhere_since or timezone.now()
        event.elsewhere_at = address
        return _save(event, "event-continues-elsewhere", who)


def continue_here(*, event_id: int, who: User) -> Event:
    """Take that back."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if event.elsewhere_since is None:
            return event
        event.elsewhere_since, event.elsewhere_at = None, ""
        return _save(event, "event-continues-here", who)


def hand_out_links(*, event_id: int, who: User) -> None:
    """Note that the personal links, which are new since the import, are printed and handed out."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if event.links_are_new:
            event.links_are_new = False
            event.save(update_fields=["links_are_new"])
            record("links-handed-out", who=who, subject=event, scope=event)
            live.notify(*event.topics("players", "state"))


def _refuse_no_address(address: str) -> None:
    if not address:
        return
    try:
        is_web_address(address)
    except ValidationError as error:
        text = _("Enter a whole address, as https://example.org/events/cup/ or http://192.168.0.12:8000/.")
        raise Invalid("no-web-address", text) from error


def _save(event: Event, action: str, who: User) -> Event:
    event.save(update_fields=["elsewhere_since", "elsewhere_at"])
    record(action, who=who, subject=event, scope=event, after={"address": event.elsewhere_at})
    live.notify(*event.topics("state", "settings", "players"))
    return event
