"""A game that is being recorded, as those who follow it see it: with its delay, and without what lies face down."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judging.cases.comparison.seat_matching import seating
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.services.playing import position_of
from judging.replay.services.live_games import actions_shown, delay_of, next_change
from judging.replay.services.public_games import without_typed_text
from rules.games import DEFAULT, of
from tournaments.events.models.settings import LiveGames


@dataclass(frozen=True)
class LiveGame:
    content: bytes
    delay: LiveGames
    changes_at: datetime | None  # when time alone shows more


def live_game(recording: Recording, now: datetime) -> LiveGame:
    assert recording.match is not None
    delay = delay_of(recording)
    shown = actions_shown(recording, delay, now)
    document = recording.document() | {"actions": with_secrets(recording, recording.actions[:shown])}
    names = {side: player.shown_name for side, player in seating(document, recording.match).items()}
    content = json.dumps(without_typed_text(document, names), ensure_ascii=False).encode()
    return LiveGame(content, delay, next_change(recording, delay, shown))


def with_secrets(recording: Recording, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the actions without the names of tokens that still lie face down: the recorder writes them into the
    purchase as soon as they are turned up, which others see later. Other games than Arena have no such tokens."""
    if of(recording.header).positions is None:
        return actions
    before = Recording(match=recording.match, header=recording.header, actions=actions)
    units = position_of(log_of_recording(before)).units.values()
    hidden = {(unit.name, token.slug) for unit in units for token in unit.rewards if not token.face_up}
    unknown = {"reward": DEFAULT.facts.unknown_reward}
    secret = [(each.get("to"), each.get("reward")) in hidden and each.get("face") != "up" for each in actions]
    return [each | unknown if is_secret else each for each, is_secret in zip(actions, secret, strict=True)]
