"""Recording a game while it is played: each entry is checked against the rules before it is stored."""

import copy
import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused, Stale
from core.pages import live
from judging.cases.services.settled import require_unsettled
from judging.errors import IllegalEntry
from judging.logs.services.parsed_logs import facts_of_recording, log_of_recording
from judging.logs.services.submission import submit_log
from judging.models import Recording, Submission
from judging.recorder.services import blast
from judging.recorder.services.playing import (
    Entry,
    Table,
    check_shape,
    enter_tap,
    play_by_the_rules,
    position_of,
    with_note,
)
from judging.recorder.services.rolls import AnswersNeeded
from judging.recorder.services.word import (
    author_of,
    keep_undone,
    name_of,
    own_seat,
    require_own_concession,
    require_own_entries,
    require_own_to_note,
    seal_for,
)
from judging.rights import may_submit
from rules.games import BLAST, Account, Position, of, ruleset_of
from tournaments.models import Match, RecordedGames

KEPT_IDS = 50


def start_recording(
    *,
    header: dict[str, Any],
    dice: str,
    who: Any,
    match: Match | None = None,
    actions: Sequence[dict[str, Any]] = (),
) -> Recording:
    """Start a recording; with `actions` it goes on from the position to which they lead."""
    if match is not None:
        may_open(match, who)
    check_shape({**header, "actions": [*actions]})
    if match is not None:
        Match.objects.filter(pk=match.pk).mark_in_use()
        live.notify(match.topic, match.round.event.topic_of("live"))
    return Recording.objects.create(header=header, dice=dice, started_by=who, match=match, actions=[*actions])


@transaction.atomic
def join_or_start(*, match: Match, header: dict[str, Any], dice: str, who: Any) -> tuple[Recording, bool]:
    """Return the game that was begun at the match while this table was set up, or else start one, and which it was:
    two phones at one table make one log."""
    Match.objects.select_for_update(of=("self",)).get(pk=match.pk)
    begun = unsubmitted_recordings(match).first()
    return begun or start_recording(header=header, dice=dice, who=who, match=match), begun is not None


@transaction.atomic
def discard(*, uuid: UUID, who: Any) -> None:
    """Delete a game in which nothing was entered, for who set it up: a second one of the same table, for example."""
    recording = locked(uuid, who)
    if not may_discard(recording, who):
        raise Refused("not-empty", _("Only who set up a game can discard it, and only before anything is entered."))
    topics = [recording.topic, *([recording.match.topic] if recording.match else [])]
    recording.delete()
    live.notify(*topics)


def may_discard(recording: Recording, who: Any) -> bool:
    is_empty = not recording.actions and not recording.copied and not recording.undone.exists()
    return is_empty and who is not None and recording.started_by_id == who.pk


def unsubmitted_recordings(match: Match) -> QuerySet[Recording]:
    """Return the games that are being recorded at the match; two recordings make two logs."""
    return Recording.objects.filter(match=match, submission=None).defer("actions")


def may_open(match: Match, who: Any) -> None:
    if who is None or not may_submit(match, who):
        raise NotAllowed("not-your-match", _("Only the players of a match and the staff can record it."))
    if not match.round.is_open or match.is_bye:
        raise Refused("round-not-open", _("This match is not being played."))
    if match.recorded == RecordedGames.NONE:
        raise Refused("not-recorded", match.format.words.not_recorded)
    require_unsettled(match, who)


def may_record(recording: Recording, user: Any) -> bool:
    """Whether the user may record. At a practice table everyone with its address may, unless moderators have hidden
    it."""
    if recording.hidden_by_moderators:
        return False
    return recording.match is None or may_submit(recording.match, user)


def table_of(recording: Recording) -> Table:
    """Return the game to continue, independent of the database row."""
    return Table(
        header=recording.header,
        actions=recording.actions,
        taps=recording.taps,
        dice=recording.dice_key if recording.rolls else "",
        facts=facts_of_recording(recording),
        seconds=recording.seconds(),
        copied=recording.copied,
    )


@transaction.atomic
def enter(*, uuid: UUID, who: Any, entry: Entry) -> Recording:
    """Enter one tap completely or not at all. Raise AnswersNeeded while dice are missing, IllegalEntry if the rules
    forbid it."""
    recording = locked(uuid, who)
    if entry.id in recording.recent:
        return recording
    require_version(recording, entry.version)
    require_own_concession(recording, who, (entry.action, *entry.following))
    table = table_of(recording)
    if entry.replaces:
        require_own_entries(recording, who)
        keep_undone(recording, who)
        recording.entered_by = recording.entered_by[: len(recording.actions) - recording.last_tap]
    enter_tap(table, entry)
    recording.taps, recording.stopped = table.taps, table.stopped
    return write(recording, table.actions, entry.id, who=who)


def check_entry(*, uuid: UUID, entry: Entry) -> IllegalEntry | None:
    """Return what the rules object to in an entry in the current position, if anything."""
    try:
        play_by_the_rules(table_of(Recording.objects.get(uuid=uuid)), copy.deepcopy(dict(entry.action)))
    except IllegalEntry as unlawful:
        return unlawful
    except (AnswersNeeded, Refused, Invalid):
        return None
    return None


def game_of(recording: Recording) -> Position:
    """Return the current position. Entries marked as played are accepted leniently, with findings."""
    return position_of(log_of_recording(recording))


def account_of(recording: Recording) -> Account:
    """Return the totals of a light log."""
    log = log_of_recording(recording)
    return ruleset_of(log).light_logs.account(log)


@transaction.atomic
def undo(*, uuid: UUID, who: Any, version: int) -> Recording:
    recording = locked(uuid, who)
    require_version(recording, version)
    if not recording.actions:
        raise Refused("nothing-to-undo", _("Nothing has been recorded yet."))
    require_own_entries(recording, who)
    keep_undone(recording, who)
    recording.take_back()
    return write(recording, recording.actions, who=who)


@transaction.atomic
def annotate(*, uuid: UUID, who: Any, version: int, note: str, note_id: str = "") -> Recording:
    """Add a note to the last action, for readers of the log; at the table of a match with its author's name."""
    recording = locked(uuid, who)
    if note_id and note_id in recording.recent:
        return recording
    require_version(recording, version)
    require_own_to_note(recording, who)
    author = name_of(recording, author_of(who)) if recording.match else ""
    return write(recording, with_note(recording.actions, note, author), note_id, who=who)


@transaction.atomic
def submit(*, uuid: UUID, who: User, version: int, address: str | None = None) -> Submission:
    """Submit the log to the validator; it cannot change afterwards. A repeated call returns the first submission."""
    recording = locked(uuid, who, closed_too=True)
    if recording.submission:
        return recording.submission
    require_version(recording, version)
    require_unsettled(recording.match, who)
    submission = submit_log(
        content=json.dumps(finished_log(recording), ensure_ascii=False).encode(),
        submitter=who,
        match=recording.match,
        key=f"recording-{recording.uuid}",
        source=Submission.Source.RECORDER,
        address=address,
    )
    recording.submission = submission
    seal_for(recording, who)
    recording.save(update_fields=["submission", "sealed_by", "changed_at"])
    live.notify(recording.topic)
    return submission


@transaction.atomic
def join(*, recording: Recording, who: Any) -> None:
    """Note that a player has opened the recorder: the others do not place this player's figures unasked any more."""
    own = own_seat(recording.match, who) if recording.match else None
    if own is None or recording.is_closed or own.registration_id in recording.joined_by:
        return
    row = locked(recording.uuid, who, closed_too=True)
    if own.registration_id not in row.joined_by:  # two tabs at once
        row.joined_by = [*row.joined_by, own.registration_id]
        row.save(update_fields=["joined_by"])
        live.notify(row.topic)
    recording.joined_by = row.joined_by


@transaction.atomic
def seal(*, uuid: UUID, who: Any) -> Recording:
    """Say for one's side that the submitted log is the game that was played. A repeated call has no effect."""
    recording = locked(uuid, who, closed_too=True)
    if recording.match is None or own_seat(recording.match, who) is None:
        raise NotAllowed("not-your-match", _("Only the players of a match can seal its log."))
    if not recording.is_closed:
        raise Refused("not-submitted", _("The log can be sealed once it has been submitted."))
    seal_for(recording, who)
    recording.version += 1  # pages that are open at the table show it
    recording.save(update_fields=["sealed_by", "version", "changed_at"])
    live.notify(recording.topic)
    return recording


def finished_log(recording: Recording) -> dict[str, Any]:
    if recording.is_light:
        return recording.document(of(recording.header).light_logs.result(account_of(recording)))
    if of(recording.header).game == BLAST.game:
        return recording.document(blast.result(log_of_recording(recording)))
    return recording.document(of(recording.header).positions.result(game_of(recording)))


def locked(uuid: UUID, who: Any, *, closed_too: bool = False) -> Recording:
    recording = Recording.objects.select_for_update(of=("self",)).select_related("match__round").get(uuid=uuid)
    if not may_record(recording, who):
        raise NotAllowed("not-your-match", _("Only the players of a match and the staff can record it."))
    if recording.is_closed and not closed_too:
        raise Refused("handed-in", _("This game has been submitted. A judge can still correct it."))
    if not closed_too:
        require_unsettled(recording.match, who)
    # of actions from before authors were stored nobody knows who entered them
    recording.entered_by += [None] * (len(recording.actions) - len(recording.entered_by))
    return recording


def require_version(recording: Recording, version: int) -> None:
    if version != recording.version:
        raise Stale("stale", _("Another device has recorded something in this game."), version=recording.version)


def write(recording: Recording, actions: list[dict[str, Any]], entry_id: str = "", *, who: Any) -> Recording:
    recording.actions = actions
    recording.note_author(author_of(who))
    recording.version += 1
    recording.recent = [*recording.recent, entry_id][-KEPT_IDS:] if entry_id else recording.recent
    recording.save(update_fields=["actions", "taps", "entered_by", "version", "recent", "changed_at"])
    live.notify(recording.topic)
    return recording
