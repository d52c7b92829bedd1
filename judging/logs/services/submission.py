"""Submitting a log: it is counted, stored unchanged and queued; of what it says only the ruleset is read."""

import datetime as dt
import hashlib
from datetime import timedelta

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages.live import notify
from core.records.audit import record
from judging.errors import TooLarge, TooMany
from judging.logs.wake_up import worker_notifier
from judging.models import Submission
from judging.rights import may_submit
from rules.games import MAX_BYTES, log_ruleset
from tournaments.events.models.formats import ruleset_title
from tournaments.models import Event, Guest, Match, Registration

MOST_LOGS_A_MATCH = 20
MOST_LOGS_AN_HOUR = 60
LONGEST_KEY = 200


@transaction.atomic
def submit_log(
    *,
    content: bytes,
    submitter: User,
    match: Match | None = None,
    key: str = "",
    source: str = Submission.Source.PAGE,
    address: str | None = None,
    guest: Registration | None = None,
) -> Submission:
    """Store a log and return its row. The same key or the same bytes return the same row. `guest` is a player who uses
    only their personal link."""
    _check_size(content, key)
    if match is not None:
        _check_match(match, Guest(guest) if guest else submitter)
    # One upload at a time per person, so that concurrent ones cannot both count as the first, or as the twentieth.
    User.objects.select_for_update(no_key=True).get(pk=submitter.pk)
    mine = Submission.objects.filter(submitter=submitter, match=match, guest=guest)
    sha256 = hashlib.sha256(content).hexdigest()
    if known := _known(mine, sha256, key):
        return known
    _check_number(mine, match)
    if match is not None:
        _check_ruleset(content, match.round.event)
    submission = Submission.objects.create(
        match=match,
        submitter=submitter,
        guest=guest,
        key=key or sha256,
        sha256=sha256,
        size=len(content),
        content=content,
        source=source,
        address=address,
        priority=_priority(match),
    )
    if match is not None:
        Match.objects.filter(pk=match.pk).mark_in_use()
    transaction.on_commit(worker_notifier.notify)
    _announce(submission)
    return submission


def _announce(submission: Submission) -> None:
    match, after = submission.match, {"sha256": submission.sha256}
    event = match.round.event if match else None
    who = Guest(submission.guest) if submission.guest else submission.submitter
    record("log-received", who=who, subject=submission, scope=event, after=after)
    notify(submission.topic, *([match.topic] if match else []))


def _check_size(content: bytes, key: str) -> None:
    if not content.strip():
        raise Invalid("empty", _("This is empty: choose or paste a game log."))
    if len(content) > MAX_BYTES:
        raise TooLarge("too-large", _("A log can be at most 2 MiB. Nothing was saved."))
    if len(key) > LONGEST_KEY:
        raise Invalid("key-too-long", _("An idempotency key has at most 200 characters."))


def _check_match(match: Match, submitter: User | Guest) -> None:
    if not may_submit(match, submitter):
        raise NotAllowed("not-your-match", _("Only the players of this match and the staff can submit its logs."))
    if match.is_bye:
        raise Refused("bye", _("A bye is not played, so it has no log."))
    if match.round.is_unpublished:
        raise Refused("not-published", _("This round has not been published yet."))


def _known(mine: models.QuerySet[Submission], sha256: str, key: str) -> Submission | None:
    same_key = mine.filter(models.Q(key=key) | models.Q(further_keys__key=key)).first() if key else None
    if same_key and same_key.sha256 != sha256:
        raise Refused("key-reused", _("This key has already been used for another log."))
    same_bytes = mine.filter(sha256=sha256).first()
    if same_bytes and key and not same_key:
        same_bytes.further_keys.create(key=key)
    return same_key or same_bytes


def _check_number(mine: models.QuerySet[Submission], match: Match | None) -> None:
    if match is not None and mine.count() >= MOST_LOGS_A_MATCH:
        message = _("You have already submitted %(most)d logs for this match.") % {"most": MOST_LOGS_A_MATCH}
        raise TooMany("too-many-logs", message)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    if match is None and mine.filter(received_at__gt=an_hour_ago).count() >= MOST_LOGS_AN_HOUR:
        raise TooMany("too-many-logs", _("Too many logs. Try again in an hour."))


def _check_ruleset(content: bytes, event: Event) -> None:
    named = log_ruleset(content, event.ruleset)
    if named and named != event.ruleset:
        said = _("This log is of %(named)s, but this event is played by %(expected)s. Submit the log of this match.")
        titles = {"named": ruleset_title(named), "expected": ruleset_title(event.ruleset)}
        expected = {"game": event.game, "ruleset": event.ruleset}
        raise Refused("ruleset-differs", said % titles, expected=expected, logged={"ruleset": named})


def _priority(match: Match | None) -> int:
    if match is None:
        return Submission.Priority.ALONE
    return Submission.Priority.LIVE if match.round.is_open else Submission.Priority.MATCH


ADDRESS_RETENTION = dt.timedelta(days=90)


def delete_old_addresses() -> int:
    before = timezone.now() - ADDRESS_RETENTION
    return Submission.objects.filter(received_at__lt=before, address__isnull=False).update(address=None)
