"""Descriptions of what happened in an action, in the viewer's language, from the engine's events."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.entries import AS_PLAYED
from rules.arena.public import template
from rules.common.messages import Message
from teams.wording import named, render_message

# labels of actions that were not done, or not yet
LABELS = {
    "place": gettext_noop("Place {unit}"),
    "flip": gettext_noop("Flip {rank} {pile}"),
    "tension": gettext_noop("Tension"),
    "inspire": gettext_noop("Inspire: {die}"),
    "activate": gettext_noop("Activate {unit}"),
    "move": gettext_noop("Move"),
    "cast": gettext_noop("{spell}"),
    "collect": gettext_noop("Take a Kama"),
    "buy-glory": gettext_noop("Buy a GG"),
    "buy-rewardup": gettext_noop("Buy {reward} ({rank} {pile})"),
    "buy-rewarddown": gettext_noop("Buy face down ({rank} {pile})"),
    "reveal": gettext_noop("Reveal {reward}"),
    "end-turn": gettext_noop("End turn"),
    "concede": gettext_noop("{player} concedes"),
    "time": gettext_noop("Time is up"),
    "correct": gettext_noop("Judge's correction"),
    "seen": gettext_noop("{player} agrees with the recording"),
    "favor": gettext_noop("Reveal favor {card}"),
    "use-favor": gettext_noop("Use a favor"),
    "bonus": gettext_noop("Use a bonus of {challenge}"),
}
# descriptions of what an active figure tried but could not do by the rules
ATTEMPTS = {
    "move": gettext_noop("{unit} cannot step to {to}."),
    "cast": gettext_noop("{unit} cannot cast {spell} at {target}."),
}
MEASURES = {"glory": "amount", "kamas": "amount", "injured": "amount", "healed": "amount", "markers": "amount"}
LONGEST = 100 * 3600  # seconds

Event = Mapping[str, Any]


def describe_events(events: Iterable[Event], names: Mapping[str, str]) -> str:
    """Describe an action in sentences. `names` are the display names of units, players, spells and rewards."""
    return " ".join(_sentence(event, names) for event in events if _has_effect(event))


def _has_effect(event: Event) -> bool:
    """Whether the event is worth describing: no injuries or no GG are not."""
    measure = MEASURES.get(event["event"])
    return measure is None or event[measure] != 0


def _sentence(event: Event, names: Mapping[str, str]) -> str:
    text = capfirst(render_message(Message(text=template(event), facts=_facts(event)), names))
    return f"{text.removesuffix('.')} ({named(event['dice'], names)})." if event.get("dice") else text


def _facts(event: Event) -> Event:
    """Split the names of partners who win together."""
    winners = (event.get("winner") or "").split(", ")
    return {**event, "winner": winners} if len(winners) > 1 else event


def label(action: Event, names: Mapping[str, str]) -> str:
    """Describe an action before it has any effect."""
    kind = action["do"] + (action["face"] if action["do"] == "buy-reward" else "")
    return render_message(Message(text=LABELS[kind], facts=action), names)


def attempt(action: Event, unit: str | None, names: Mapping[str, str]) -> str:
    """Describe an action that was left undone, with the figure that was active."""
    text = ATTEMPTS.get(action["do"])
    if unit is None or text is None:
        return label(action, names)
    cells = {field: str(action[field]).upper() for field in ("to", "target") if field in action}
    return render_message(Message(text=text, facts={**action, **cells, "unit": unit}), names)


def annotation(action: Event) -> str:
    """Return the lines of the note and, for actions recorded offline, when they were made and received."""
    noted = str(action.get("note") or "").splitlines()
    quoted = "".join(" " + _("“{note}”").format(note=_(line) if line == AS_PLAYED else line) for line in noted)
    made, arrived = game_clock(action.get("at")), game_clock(action.get("arrived"))
    late = _("Recorded offline at {made}, received at {arrived}.")
    return quoted + (" " + late.format(made=made, arrived=arrived) if made and arrived else "")


def game_clock(seconds: Any) -> str:
    """Format minutes and seconds of the game: 75 is 1:15. Empty for implausible values in logs from elsewhere."""
    if not isinstance(seconds, int | float) or not 0 <= seconds < LONGEST:
        return ""
    minutes, left = divmod(int(seconds), 60)
    return f"{minutes}:{left:02d}"
