"""The validator's answer: everything the site wants to know about a log. Runs in the child process, on the rules
alone."""

import hashlib
import json
from collections.abc import Collection
from typing import Any

from rules.common.verdicts import Malformed, Report
from rules.games import ON_SITE, Log, named_by, parse, ruleset_of

NOT_VALIDATED = "not-validated"
NOT_PART_OF_THE_GAME = {"at", "arrived", "note"}


def answer(content: bytes, facts: bytes = b"", corrections: Collection[int] = ()) -> dict[str, Any]:
    """Validate a log. `corrections` are the actions added by a judge, which the bytes of the copy do not reveal."""
    try:
        log = parse(content, facts, corrections=corrections)
    except Malformed as refusal:
        return printable(_without_game(Report.of_malformed(refusal, named_by(content).engine), ""))
    if log.ruleset not in ON_SITE:
        return _not_validated(log.ruleset)
    report, descriptions = ruleset_of(log).explained(log)
    return {
        **report_document(report),
        "descriptions": [each.as_template() if each else None for each in descriptions],
        "ruleset": log.ruleset,
        "header": header(log),
        "steps": "" if log.is_light else "".join(digest(action) for action in log.actions),
    }


def _not_validated(ruleset: str) -> dict[str, Any]:
    """Nothing is said of the game, good or bad: the site has no engine for these laws yet."""
    return _without_game(Report(NOT_VALIDATED, engine=""), ruleset)


def _without_game(report: Report, ruleset: str) -> dict[str, Any]:
    return {**report_document(report), "ruleset": ruleset, "header": {}, "steps": ""}


def report_document(report: Report) -> dict[str, Any]:
    """Return the report and, separately, the texts of its findings, for pages to translate."""
    return {"report": report.as_dict(), "sentences": [finding.message.as_template() for finding in report.findings]}


def header(log: Log) -> dict[str, Any]:
    """Return what the log says about itself, and the keys of the facts that it names."""
    ruleset = ruleset_of(log)
    return {"ruleset": log.ruleset, **ruleset.summary(log), "facts": [*ruleset.named_in(log)]}


def digest(action: dict[str, Any]) -> str:
    """Return eight hexadecimal digits that are equal in two logs if their actions are."""
    played = {name: value for name, value in action.items() if name not in NOT_PART_OF_THE_GAME}
    return hashlib.blake2b(json.dumps(played, sort_keys=True).encode(), digest_size=4).hexdigest()


def printable(value: Any) -> Any:
    """Replace characters that no database accepts (NUL, surrogates); pointers of a malformed log may contain them."""
    if isinstance(value, dict):
        return {name: printable(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [printable(inner) for inner in value]
    if isinstance(value, str):
        return "".join(sign if sign.isprintable() else "\ufffd" for sign in value)
    return value
