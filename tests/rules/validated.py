"""Logs with figures and tokens that nobody has entered, and their reports through the command."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tests.rules.logs import END, TENSION, TWO_TURNS, Action, do, document

Answer = dict[str, Any]
Validate = Callable[..., Answer]

# Evangelyne and Percedal are in no text; all others of these teams are known whole.
UNSEEN_A = {"a1": "evangelyne", "a2": "bill-tell", "a3": "oscar-kass", "a4": "bad-aboum"}
UNSEEN_B = {"b1": "anna-tommy", "b2": "percedal", "b3": "king-of-the-gobballs", "b4": "lil-healey"}
PLAYERS = {
    "A": {"name": "Ana", "team": UNSEEN_A, "timeline": list(UNSEEN_A)},
    "B": {"name": "Bo", "team": UNSEEN_B, "timeline": list(UNSEEN_B)},
}
STARTS = {"a1": "K2", "a2": "B1", "a3": "E2", "a4": "G2", "b1": "D12", "b2": "B12", "b3": "F11", "b4": "H11"}
THREE_TURNS = [
    *(do("place", unit=unit, cell=cell) for unit, cell in STARTS.items()),
    *[END, *TWO_TURNS[9:]],
    TENSION,
    do("activate", unit="a1"),
]


def validated(folder: Path, *actions: Action, options: Sequence[str] = (), **changes: Any) -> Answer:
    """What `validate_log --json` answers to a log of these teams, or of other `players`."""
    file, out = folder / "game.json", io.StringIO()
    file.write_text(json.dumps(document(*actions, **{"players": PLAYERS, **changes})))
    try:
        call_command("validate_log", str(file), "--json", *options, stdout=out)
    except SystemExit as end:
        assert end.code == 1
    answer: Answer = json.loads(out.getvalue())
    return answer


def errors(answer: Answer) -> list[tuple[str | None, str]]:
    return [(found["article"], found["code"]) for found in answer["findings"] if found["severity"] == "error"]


def believed(answer: Answer) -> list[dict[str, str]]:
    """The cards and facts that were taken on trust."""
    return [{name: belief[name] for name in ("card", "field")} for belief in answer["believed"]]


def said(answer: Answer, severity: str = "warning") -> list[str]:
    """Codes of what is said besides."""
    return [found["code"] for found in answer["findings"] if found["severity"] == severity]
