"""Events imported with rounds that were not played here: a moderator agrees before a finished one is public."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation.services import may_moderate
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.pages.links import absolute
from core.records.audit import record
from core.records.mail import send_after_commit
from tournaments.base.services.locking import event_lock
from tournaments.events.models.settings import OVER
from tournaments.models import (
    Event,
)

LONGEST_REASON = 500


def mark_as_imported(event: Event, *, who: User) -> None:
    """Mark an event whose rounds come from a file. The only person with an account here is the moderator."""
    event.imported_at, event.imported_by = timezone.now(), who
    event.awaits_moderator = not is_alone(who)


def is_alone(who: User) -> bool:
    return not User.objects.filter(is_active=True).exclude(pk=who.pk).exists()


def may_decide(who: User) -> bool:
    return may_moderate(who) or (who.is_authenticated and is_alone(who))


def hide_names_while_unconfirmed(event: Event) -> None:
    """Show initials of the players without an account while no moderator has agreed, and their names afterwards."""
    if event.imported_at is not None:
        event.registrations.filter(user__isnull=True).update(hidden_by_moderators=event.is_unconfirmed)


def waiting_imports() -> list[Event]:
    """Return the finished events from files that wait for a moderator, the oldest first."""
    waiting = Event.objects.filter(awaits_moderator=True, import_refused_because="", state__in=OVER)
    return list(waiting.select_related("imported_by").order_by("imported_at"))


def agree_to_import(*, event_id: int, who: User) -> Event:
    with event_lock(event_id) as event:
        _refuse_deciding(event, who)
        event.awaits_moderator, event.import_refused_because = False, ""
        event.save(update_fields=["awaits_moderator", "import_refused_because"])
        hide_names_while_unconfirmed(event)
        record("import-agreed", who=who, subject=event, scope=event)
        _notify(
            event, gettext("A moderator has agreed to this event: it is public now, with the names of its players.")
        )
        live.notify(*event.topics("state", "players", "settings"))
        return event


def refuse_import(*, event_id: int, who: User, why: str) -> Event:
    """Leave the event to its staff, with the reason. A moderator may agree to it later."""
    with event_lock(event_id) as event:
        _refuse_deciding(event, who)
        if not why.strip():
            raise Invalid("reason-missing", _("Please give a reason."))
        event.import_refused_because = why.strip()[:LONGEST_REASON]
        event.save(update_fields=["import_refused_because"])
        record("import-refused", who=who, subject=event, scope=event, why=event.import_refused_because)
        text = gettext("A moderator has refused this event: it stays visible to its staff only. The reason: %(why)s")
        _notify(event, text % {"why": event.import_refused_because})
        return event


def _refuse_deciding(event: Event, who: User) -> None:
    if not may_decide(who):
        raise NotAllowed("no-moderator", _("Only moderators may do this."))
    if not event.awaits_moderator:
        raise Refused("already-decided", _("Another moderator has decided this already."))


def _notify(event: Event, body: str) -> None:
    importer = event.imported_by
    if importer is None or not importer.email:
        return
    with translation.override(importer.locale or None):
        subject = gettext("%(event)s: the import was decided") % {"event": event}
    text = f"{body}\n\n{event}\n{absolute(event.get_absolute_url())}"
    send_after_commit(EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [importer.email]))
