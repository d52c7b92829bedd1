"""Reading logs again for pages, with the card texts that their reports used."""

from typing import Any

from judging.models import Recording, Submission
from rules.games import Log, named_by, of, parse, read, ruleset_of
from teams.models import FactsSnapshot
from tournaments.lists.services.event_facts import content_for


def facts_of_submission(submission: Submission) -> bytes:
    """Return the card texts used by the log's report or, before there is one, those of its event."""
    digest = submission.reports.filter(current=True).values_list("facts", flat=True).first()
    if digest is None:
        event = submission.match.round.event if submission.match else None
        return content_for(event, named_by(bytes(submission.content)).game)
    snapshot = FactsSnapshot.objects.filter(digest=digest).first() if digest else None
    return bytes(snapshot.content) if snapshot else b""


def facts_of_recording(recording: Recording) -> bytes:
    event = recording.match.round.event if recording.match else None
    return content_for(event, of(recording.header).game)


def log_of_submission(submission: Submission) -> Log:
    """Return the log of a submission. Raise Malformed if it cannot be read."""
    content, facts = bytes(submission.content), facts_of_submission(submission)
    return parse(content, facts, corrections=submission.judge_entries)


def frame_after(log: Log, action: int) -> dict[str, Any] | None:
    """Return the position after an action (-1: before the first); None where the log was not played that far."""
    frames = ruleset_of(log).frames
    played = frames(log) if frames else iter(())
    return next((each for each in played if (-1 if each["action"] is None else each["action"]) >= action), None)


def log_of_recording(recording: Recording) -> Log:
    """Return the log of a recording. Raise Malformed if it cannot be read."""
    log = read(recording.document())
    ruleset = ruleset_of(log)
    return ruleset.with_facts(log, {ruleset.game: facts_of_recording(recording)})
