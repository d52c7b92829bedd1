"""Writing a game down while it is played: one entry at a time, each held against the rules before it stands."""

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.errors import Invalid, NotAllowed, Refused, Stale
from judging.errors import IllegalEntry
from judging.models import Recording, Submission
from judging.models.recordings import AS_PLAYED
from judging.services.logs.held_against import log_of_recording
from judging.services.logs.submission import receive
from judging.services.recorder.rolls import AnswersNeeded, complete_action, draw
from judging.services.rights import may_submit
from judging.unit_names import names_now
from rules.arena.printed import UNKNOWN_REWARD
from rules.common.verdicts import Illegal, Malformed
from rules.games import MAX_BYTES, Account, Log, Position, of, read, ruleset_of
from teams.wording import render_message
from tournaments.models import Match, RecordedGames

MOST_ACTIONS = 5_000
KEPT_IDS = 50
LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """What a device sends: an action with its dice, the version it was looking at, and its own name for it.

    `following` are the other actions of the same tap, as the further steps of a walk; `replaces`: in place of what the
    last tap entered.
    """

    id: str
    version: int
    action: Mapping[str, Any]
    as_played: bool = False
    following: tuple[Mapping[str, Any], ...] = ()
    replaces: bool = False


def start_recording(*, header: dict[str, Any], dice: str, who: Any, match: Match | None = None) -> Recording:
    if match is not None:
        may_open(match, who)
    check_shape({**header, "actions": []})
    if match is not None:
        Match.objects.filter(pk=match.pk).mark_in_use()
    return Recording.objects.create(header=header, dice=dice, started_by=who, match=match)


def may_open(match: Match, who: Any) -> None:
    if who is None or not may_submit(match, who):
        raise NotAllowed("not-your-match", _("Only the two players and the staff can record a match."))
    if not match.round.is_open or match.is_bye:
        raise Refused("round-not-open", _("This match is not being played."))
    if match.recorded == RecordedGames.NONE:
        raise Refused("not-recorded", _("Games of this stage are not recorded: report the result on the match page."))


def may_record(recording: Recording, user: Any) -> bool:
    """Everyone with its address may record at a practice table, unless moderators have hidden it."""
    if recording.hidden_by_moderators:
        return False
    return recording.match is None or (user.is_authenticated and may_submit(recording.match, user))


def check_shape(document: dict[str, Any]) -> Log:
    try:
        return read(document)
    except Malformed as wrong:
        raise Invalid("wrong-shape", render_message(wrong.said), pointer=wrong.pointer) from wrong


@transaction.atomic
def enter(*, uuid: UUID, who: Any, entry: Entry) -> Recording:
    """What one tap enters, all of it or nothing. AnswersNeeded while dice are missing, IllegalEntry by the rules."""
    recording = locked(uuid, who)
    if entry.id in recording.recent:
        return recording
    require_version(recording, entry.version)
    if entry.replaces:
        recording.take_back()
    before = recording.actions
    if len(before) + 1 + len(entry.following) > MOST_ACTIONS:
        raise Refused("too-long", _("A log has at most 5,000 actions."))
    done = _played(recording, entry)
    check_shape(recording.document() | {"actions": done})
    require_room(recording)
    recording.note_tap(before, len(done))
    return write(recording, recording.actions, entry.id)


def require_room(recording: Recording) -> None:
    """What could not be submitted as a log is not recorded either."""
    if len(json.dumps(recording.document(), ensure_ascii=False).encode()) > MAX_BYTES:
        raise Refused("too-long", _("The log is full: it has reached 2 MB."))


def _played(recording: Recording, entry: Entry) -> list[dict[str, Any]]:
    """The actions of one tap, played one after the other. A walk ends where a Block or a trap holds the figure."""
    done: list[dict[str, Any]] = []
    for step, asked in enumerate((entry.action, *entry.following)):
        try:
            action = _checked_action(recording, asked, as_played=entry.as_played)
        except AnswersNeeded as wanted:
            wanted.step = step
            raise
        except IllegalEntry as illegal:
            if not (done and done[-1].get("do") == asked.get("do") == "move"):
                raise
            recording.stopped = illegal
            break
        action["at"] = recording.seconds()
        done.append(action)
        recording.actions = [*recording.actions, action]
    return done


def _checked_action(recording: Recording, asked: Mapping[str, Any], *, as_played: bool) -> dict[str, Any]:
    """What the rules forbid stands all the same when the players say that it was played so, and is marked."""
    action = copy.deepcopy(dict(asked))
    try:
        play_by_the_rules(recording, action)
    except IllegalEntry:
        if not as_played:
            raise
        return {name: value for name, value in asked.items() if name != "declined"} | {"note": AS_PLAYED}
    return action


def check_entry(*, uuid: UUID, entry: Entry) -> IllegalEntry | None:
    """What the rules have against an entry in the position as it is now."""
    try:
        play_by_the_rules(Recording.objects.get(uuid=uuid), copy.deepcopy(dict(entry.action)))
    except IllegalEntry as unlawful:
        return unlawful
    except (AnswersNeeded, Refused, Invalid):
        return None
    return None


def play_by_the_rules(recording: Recording, action: dict[str, Any]) -> None:
    """Tries the action on the position; the dice that it took are then part of it."""
    game = game_of(recording)
    game.be_strict()
    if action.get("do") == "reveal" and _name_revealed_reward(recording, game, action):
        game = _with_the_name(recording, game)
        game.be_strict()
    if recording.rolls:
        _draw(game, action)
    try:
        complete_action(of(recording.header), game, action, rolled_by_site=recording.rolls)
    except Illegal as illegal:
        raise IllegalEntry(illegal, names_at(recording, game)) from illegal
    except (KeyError, TypeError, ValueError, AttributeError) as unreadable:
        check_shape(recording.document() | {"actions": [action]})
        raise Invalid("wrong-shape", _("This is not an action.")) from unreadable


def names_at(recording: Recording, game: Position) -> dict[str, str]:
    """What to call everything now, with the spells that were copied at the table."""
    copied = {spell["slug"]: spell["body"]["name"] for spell in recording.copied}
    return copied | names_now(read(recording.document()), game)


def _name_revealed_reward(recording: Recording, game: Position, action: dict[str, Any]) -> bool:
    """A reward bought face down in secret gets its name where it was bought, once it is revealed."""
    unit = game.active
    if unit is None or not any(reward.slug == UNKNOWN_REWARD and not reward.face_up for reward in unit.rewards):
        return False
    if any(reward.slug == action.get("reward") for reward in unit.rewards):
        return False
    secret = {"do": "buy-reward", "to": unit.name, "reward": UNKNOWN_REWARD}
    bought = next((each for each in recording.actions if secret.items() <= each.items()), None)
    if bought:
        bought["reward"] = action.get("reward")
    return bought is not None


def _with_the_name(recording: Recording, before: Position) -> Position:
    """The position, now that a secret token has its name: that must not be one which was seen elsewhere."""
    game = game_of(recording)
    new = [found for found in game.findings if found.severity == "error" and found not in before.findings]
    for found in new[:1]:
        refusal = Illegal(found.article or "", found.code, found.message, logged=found.logged)
        raise IllegalEntry(refusal, names_now(read(recording.document()), game))
    return game


def _draw(game: Position, action: dict[str, Any]) -> None:
    """Where the site rolls, it also turns the tokens over."""
    if action.get("do") in ("flip", "buy-reward") and action.get("reward", UNKNOWN_REWARD) == UNKNOWN_REWARD:
        action["reward"] = draw(str(action.get("rank", "")), game.tokens)


def game_of(recording: Recording) -> Position:
    """The position as it stands. What was entered as played is played leniently, with its findings."""
    log = log_of_recording(recording)
    ruleset = ruleset_of(log)
    game = ruleset.start(log)
    for index in range(len(log.actions)):
        ruleset.step(game, log, index)
    return game


def account_of(recording: Recording) -> Account:
    """What the light log of a game comes to."""
    log = log_of_recording(recording)
    return ruleset_of(log).account(log)


@transaction.atomic
def undo(*, uuid: UUID, who: Any, version: int) -> Recording:
    recording = locked(uuid, who)
    require_version(recording, version)
    if not recording.actions:
        raise Refused("nothing-to-undo", _("Nothing has been recorded yet."))
    recording.take_back()
    return write(recording, recording.actions)


@transaction.atomic
def annotate(*, uuid: UUID, who: Any, version: int, note: str, note_id: str = "") -> Recording:
    """A note on the last action, for readers of the log."""
    recording = locked(uuid, who)
    if note_id and note_id in recording.recent:
        return recording
    require_version(recording, version)
    if not recording.actions:
        raise Refused("nothing-to-note", _("Choose the action that the note is about."))
    *earlier, last = recording.actions
    return write(recording, [*earlier, {**last, "note": note.strip()[:LONGEST_NOTE]}], note_id)


@transaction.atomic
def submit(*, uuid: UUID, who: User, version: int, address: str | None = None) -> Submission:
    """The log goes to the validator; from here on nothing is written to it. Twice is once."""
    recording = locked(uuid, who, closed_too=True)
    if recording.submission:
        return recording.submission
    require_version(recording, version)
    submission = receive(
        content=json.dumps(finished_log(recording), ensure_ascii=False).encode(),
        submitter=who,
        match=recording.match,
        key=f"recording-{recording.uuid}",
        source=Submission.Source.RECORDER,
        address=address,
    )
    recording.submission = submission
    recording.save(update_fields=["submission", "changed_at"])
    live.notify(recording.topic)
    return submission


def finished_log(recording: Recording) -> dict[str, Any]:
    if recording.is_light:
        account = account_of(recording)
        return recording.document({"winner": account.winner, "glory": account.glory} if account.won_by else None)
    game = game_of(recording)
    return recording.document({"winner": game.winner, "glory": dict(game.glory)} if game.over else None)


def locked(uuid: UUID, who: Any, *, closed_too: bool = False) -> Recording:
    recording = Recording.objects.select_for_update(of=("self",)).select_related("match__round").get(uuid=uuid)
    if not may_record(recording, who):
        raise NotAllowed("not-your-match", _("Only the two players and the staff can record a match."))
    if recording.is_closed and not closed_too:
        raise Refused("handed-in", _("This game has been submitted. A judge can still correct it."))
    return recording


def require_version(recording: Recording, version: int) -> None:
    if version != recording.version:
        raise Stale("stale", _("Another device has recorded something in this game."), version=recording.version)


def write(recording: Recording, actions: list[dict[str, Any]], entry_id: str = "") -> Recording:
    recording.actions = actions
    recording.version += 1
    recording.recent = [*recording.recent, entry_id][-KEPT_IDS:] if entry_id else recording.recent
    recording.save(update_fields=["actions", "taps", "version", "recent", "changed_at"])
    live.notify(recording.topic)
    return recording
