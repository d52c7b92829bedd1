"""Team lists: submitted and checked before the deadline, checked again and locked at it, revealed at the end."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from core.text.names import in_one_line
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.settings import IllegalList, ListsAfter
from tournaments.lists.services.legality import Verdict, own_profile_facts, verdict_on
from tournaments.lists.services.visibility import current_lists
from tournaments.mail.services.mail import notify_list_replaced, notify_registration
from tournaments.models import (
    Event,
    Match,
    Registration,
    Right,
    RoundState,
    Status,
    SubmittedList,
    account_of,
)

MOST_FIGURES = 200
LONGEST_REASON = 500


def require_lists(event: Event) -> None:
    if not event.game_record.list_format:
        raise Refused("no-lists", _("This site takes no team lists of this game yet."))


def submit_list(
    *,
    registration: Registration,
    who: User,
    figures: list[str],
    pool: list[str] | None = None,
    name: str = "",
    why: str = "",
) -> SubmittedList:
    """Submit a list. An illegal one is accepted with its violations: the player can correct it until the deadline.

    In a limited event it is built from the locked pool; `pool` is the pool named in the list, if any. A locked list is
    replaced only for a reason, which everyone can read.
    """
    with event_lock(registration.event_id) as event:
        require_lists(event)
        _refuse_who_may_not_submit(event, registration, who)
        registration.refresh_from_db(fields=["pool"])
        if not figures or len(figures) > MOST_FIGURES:
            raise Invalid("list-size", _("A list has 1 to %(most)s figures.") % {"most": MOST_FIGURES})
        built_from = _pool_of(event, registration, pool or [])
        replaces = registration.lists.current().locked().exists()
        if replaces:
            _refuse_replacing(registration, who, why)
        registration.lists.current().update(superseded_at=timezone.now())
        submitted = SubmittedList(registration=registration, name=name[:80], submitted_by=account_of(who))
        submitted.why = in_one_line(why) if replaces else ""
        _set_verdict(submitted, verdict_on(event, figures, built_from))
        if event.lists_locked_at is not None:
            _lock(submitted)
        submitted.save()
        after = {"list": submitted.pk, "legal": submitted.legal}
        action = "list-replaced" if replaces else "list-submitted"
        record(action, who=who, subject=registration, scope=event, after=after, why=submitted.why)
        live.notify(registration.topic, *event.topics("lists"))
        if replaces:
            _notify_replaced(event, registration, submitted.why)
        return submitted


def _refuse_replacing(registration: Registration, who: User, why: str) -> None:
    if not why.strip():
        raise Invalid("reason-missing", _("This list is locked. Give the reason to replace it: everyone can read it."))
    if len(why) > LONGEST_REASON:
        raise Invalid("reason-too-long", _("A reason has at most %(most)s characters.") % {"most": LONGEST_REASON})
    if any(opponent.belongs_to(who) for opponent in current_opponents(registration)):
        raise NotAllowed("own-opponent", _("You are playing against this player: somebody else replaces their list."))


def _notify_replaced(event: Event, registration: Registration, why: str) -> None:
    """Tell the player and their current opponents."""
    opponents = current_opponents(registration)
    notify_list_replaced(event, registration, opponents, why)
    matches = Match.objects.of(registration).filter(round__state=RoundState.PUBLISHED)
    live.notify(*(one.topic for one in opponents), *(match.topic for match in matches))


def current_opponents(registration: Registration) -> list[Registration]:
    matches = Match.objects.of(registration).filter(round__state=RoundState.PUBLISHED)
    return [opponent for match in matches for opponent in match.opponents_of(registration)]


def _refuse_who_may_not_submit(event: Event, registration: Registration, who: User) -> None:
    """Refuse players after the lock. Then only staff submit lists, for late entries or by a ruling, never their own."""
    if not registration.belongs_to(who):
        require(event, who, Right.MANAGE_PLAYERS, Right.RULE)
    elif not event.accepts_lists():
        raise Refused("lists-locked", _("Lists are locked."))


def _pool_of(event: Event, registration: Registration, named: list[str]) -> list[str] | None:
    """Return the locked pool (1.1.2); refuse a list that names another one."""
    if not event.is_limited:
        return None
    locked = registration.locked_pool
    if locked is None:
        raise Refused(
            "pool-not-locked", _("A list is built from a locked pool, and this player does not have one yet.")
        )
    known = event.rules.catalogue()
    if named and sorted(card.slug if (card := known.find(name)) else name for name in named) != sorted(locked):
        raise Invalid("other-pool", _("This list uses a different pool from the registered one."))
    return locked


def recheck_list(event: Event, registration: Registration) -> None:
    """Check the current list against the locked pool. A locked list is not changed."""
    submitted = registration.lists.current().filter(locked_at__isnull=True).first()
    if submitted is not None:
        _set_verdict(submitted, verdict_on(event, submitted.figures, registration.locked_pool))
        submitted.save()


def recheck_all_lists(event: Event) -> None:
    """Check all lists again after the organiser has changed the settings."""
    for player in event.registrations.select_related("pool").filter(lists__isnull=False).distinct():
        recheck_list(event, player)


def _set_verdict(submitted: SubmittedList, verdict: Verdict) -> None:
    submitted.figures, submitted.pool = list(verdict.figures), verdict.pool
    submitted.level, submitted.initiative = verdict.level, verdict.initiative
    submitted.legal, submitted.verdict = verdict.legal, verdict.document


def _lock(submitted: SubmittedList) -> None:
    submitted.locked_at = timezone.now()
    submitted.commitment = submitted.commit_to()


def lock_lists(event: Event, *, who: User | None) -> None:
    """Check all lists under the current profile, lock them and publish the commitments. Call under the event's lock."""
    event.lists_locked_at, event.pinned_legality = timezone.now(), own_profile_facts(event)
    event.save(update_fields=["lists_locked_at", "pinned_legality"])
    players = event.registrations.registered().select_related("pool").prefetch_related(current_lists())
    for player in players:
        for submitted in player.lists.all():
            _lock_list(event, player, submitted, who)
    record("lists-locked", who=who, subject=event, scope=event)
    live.notify(*event.topics("lists"))


def unlock_lists(event: Event) -> None:
    """Undo the lock, so that players can change their lists again. The caller saves the event."""
    event.lists_locked_at = event.pinned_legality = None
    SubmittedList.objects.locked().filter(registration__event=event).update(locked_at=None, commitment="")


def lock_list_of(event: Event, player: Registration, *, who: User | None) -> None:
    """Lock the list of a player who enters after the lock. Call under the event's lock."""
    if event.lists_locked_at is None or player.status != Status.REGISTERED:
        return
    for submitted in player.lists.current().filter(locked_at__isnull=True):
        _lock_list(event, player, submitted, who)
        live.notify(*event.topics("lists"))


def _lock_list(event: Event, player: Registration, submitted: SubmittedList, who: User | None) -> None:
    _set_verdict(submitted, verdict_on(event, submitted.figures, player.locked_pool))
    _lock(submitted)
    submitted.save()
    _apply_illegal_list_policy(event, player, submitted, who)


def _apply_illegal_list_policy(event: Event, player: Registration, submitted: SubmittedList, who: User | None) -> None:
    """Apply the consequence that the event has chosen for illegal lists.

    Players who are already seated in a round are not withdrawn: instead a case is opened, and a judge decides.
    """
    if submitted.legal:
        return
    then = IllegalList.JUDGE if player.seats.exists() else event.illegal_list
    if then == IllegalList.DROP:
        player.status = Status.WITHDRAWN
        player.save(update_fields=["status"])
        notify_registration(player)
    record("illegal-list", who=who, subject=player, scope=event, after={"then": then})
    live.notify(player.topic)


def reveal_lists(event: Event) -> None:
    """Publish lists and salts when the event ends, if lists become public."""
    if event.lists_after == ListsAfter.PUBLIC:
        SubmittedList.objects.locked().filter(registration__event=event).update(revealed_at=timezone.now())
