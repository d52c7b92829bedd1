"""Actions in lines, as recorder, replay and desk list them: the steps of a walk are one line."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

PROOFS = ("proved", "believed", "unchecked", "faulty")  # the surest first

Step = Mapping[str, Any]  # an action with its words and its proof, as `replay_data.caption` describes it


def in_lines(steps: Sequence[Step]) -> list[list[Step]]:
    lines: list[list[Step]] = []
    for step in steps:
        if lines and is_same_walk(lines[-1][-1], step):
            lines[-1].append(step)
        else:
            lines.append([step])
    return lines


def is_same_walk(before: Step, step: Step) -> bool:
    """Whether one figure goes on walking. A faulty step stands alone, so that its finding has a line."""
    if "walk" not in before or "walk" not in step or "faulty" in (before["proof"], step["proof"]):
        return False
    return bool(before["walk"]["unit"] == step["walk"]["unit"])


def words_of_line(line: Sequence[Step]) -> str:
    """Say where a walk led, then what else happened on the way."""
    last = line[-1]
    if len(line) == 1:
        return str(last["words"])
    walked = _("{unit} walks to {cell}.").format(unit=last["walk"]["name"], cell=last["walk"]["to"])
    besides = (step["walk"]["besides"].strip() for step in line)
    return " ".join([walked, *dict.fromkeys(filter(None, besides))])


def proof_of_line(line: Sequence[Step]) -> str:
    return max((str(step["proof"]) for step in line), key=PROOFS.index)
