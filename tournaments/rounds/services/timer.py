"""The timer of a round: start, pause, and extra time for one table. Every screen computes it from the same
timestamps."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.models import Event, Match, Right, Round
from tournaments.results.services.entry import refuse_settled


def start_timer(*, played: Round, who: User) -> Round:
    with event_lock(played.event_id) as event:
        running = _open_round(event, played, who)
        if running.started_at is not None:
            raise Refused("timer-runs", _("The timer is already running."))
        running.started_at = timezone.now()
        return _save_timer(event, running, "timer-started", who)


def pause_timer(*, played: Round, who: User) -> Round:
    with event_lock(played.event_id) as event:
        running = _open_round(event, played, who)
        if running.started_at is None or running.paused_at is not None:
            raise Refused("timer-stands", _("The timer is not running."))
        running.paused_at = timezone.now()
        return _save_timer(event, running, "timer-paused", who)


def resume_timer(*, played: Round, who: User) -> Round:
    with event_lock(played.event_id) as event:
        running = _open_round(event, played, who)
        if running.paused_at is None:
            raise Refused("timer-runs", _("The timer is not paused."))
        running.paused_seconds += int((timezone.now() - running.paused_at).total_seconds())
        running.paused_at = None
        return _save_timer(event, running, "timer-resumed", who)


def extend_table(*, match: Match, who: User, minutes: int) -> Match:
    with event_lock(match.round.event_id) as event:
        require(event, who, Right.RUN_ROUNDS, Right.RULE)
        match.refresh_from_db()
        refuse_settled(match)
        match.extra_seconds += minutes * 60
        match.save(update_fields=["extra_seconds"])
        record("table-extended", who=who, subject=match, scope=event, after={"minutes": minutes})
        live.notify(match.topic, *event.topics("timer"))
        return match


def _open_round(event: Event, played: Round, who: User) -> Round:
    require(event, who, Right.RUN_ROUNDS)
    running = Round.objects.get(pk=played.pk)
    if not running.is_open:
        raise Refused("round-not-open", _("This round is not being played."))
    return running


def _save_timer(event: Event, running: Round, action: str, who: User) -> Round:
    running.save(update_fields=["started_at", "paused_at", "paused_seconds"])
    record(action, who=who, subject=running, scope=event)
    live.notify(*event.topics("timer"))
    return running
