"""Check game logs against the rules: manage.py validate_log FILE... [--json] [--facts FILE]"""

import json
from collections.abc import Collection
from typing import Any

from django.core.management.base import CommandParser

from rules.common.verdicts import Issue, Malformed, Report
from rules.games import DEFAULT, EVERY_ACTION, MAX_BYTES, Log, Packs, parse, replay, ruleset_of
from teams.management.facts_file import FactsCommand

MOST_BOARDS = 3
MOST_BELIEFS = 20


class Command(FactsCommand):
    help = (
        "Replays each log and says which article of the rules it breaks, and where. "
        "Exit: 0 all valid, unverified or ledger, 1 any invalid or malformed, 2 could not run."
    )
    what = "a krosmaster-log/1, krosmaster-log/2, krosmaster-quest/1 or krosmaster-blast/1 document"
    most_bytes = MAX_BYTES

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", dest="as_json", help="the report as JSON")
        parser.add_argument("--amended", action="store_true", help="the logs are copies that a judge corrected")

    def check_file(self, file: str, data: bytes, options: dict[str, Any]) -> bool:
        corrections = EVERY_ACTION if options["amended"] else ()
        report, many = replay(data, self.facts, corrections=corrections), len(options["files"]) > 1
        if options["as_json"]:
            self.stdout.write(_as_json(file, report, many))
        else:
            self.stdout.write(_as_text(file, _readable(data, self.facts, corrections), report))
        return report.verdict not in ("invalid", "malformed")


def _as_json(file: str, report: Report, many: bool) -> str:
    """Return a report as JSON: indented if it is the only one, otherwise as one line with the file."""
    if many:
        return json.dumps({"file": file, **report.as_dict()}, ensure_ascii=False)
    return report.to_json()


def _as_text(file: str, log: Log | None, report: Report) -> str:
    lines = [f"{file}: {report.verdict}{_ending(report)}"]
    ruleset = ruleset_of(log) if log else DEFAULT
    articles, positions = ruleset.articles("en"), ruleset.positions
    boards = 0
    for finding in report.findings:
        lines.append(f"  {_place(finding)}: {finding.severity}: {finding.message}")
        article = articles.get(finding.article or "")
        if article:
            lines.append(f"    {article.number} {article.title}: {article.line}")
        if (
            log
            and positions is not None
            and not log.is_light
            and finding.severity == "error"
            and finding.action is not None
            and boards < MOST_BOARDS
        ):
            boards += 1
            lines.append(positions.diagram(positions.before(log, finding.action)))
    return "\n".join([*lines, *_proof(report)])


def _proof(report: Report) -> list[str]:
    """Return how much was proved, and what had to be believed for lack of which fact."""
    if not report.actions:
        return []
    proof = report.proof
    lines = [
        f"  {proof.proved} proved, {proof.believed} believed, {proof.unchecked} not checked, {proof.faulty} faulty"
    ]
    for belief in proof.beliefs[:MOST_BELIEFS]:
        place = "header" if belief.action is None else f"action {belief.action}"
        lines.append(f"  {place}: believed: {' '.join(filter(None, (belief.card, belief.spell)))}: {belief.field}")
    more = len(proof.beliefs) - MOST_BELIEFS
    return [*lines, f"  and {more} more"] if more > 0 else lines


def _readable(data: bytes, facts: Packs, corrections: Collection[int]) -> Log | None:
    try:
        return parse(data, facts, corrections=corrections)
    except Malformed:
        return None


def _ending(report: Report) -> str:
    counted = {"GG": report.glory or report.more.get("gg"), "glyphs": report.more.get("glyphs")}
    what, tally = next(((what, tally) for what, tally in counted.items() if tally), ("", None))
    if tally is None:
        return ""
    winners = ", ".join(report.winners or report.more.get("winners") or ()) or report.winner
    winner = f"won by {winners} ({report.won_by})" if winners else "no winner"
    winner = winner if report.ended else "the game is not over"
    stocks = ", ".join(f"{player} {left}" for player, left in tally.items())
    return f", {report.actions} actions, {winner}, {what} {stocks}"


def _place(finding: Issue) -> str:
    if finding.pointer is not None:
        return finding.pointer or "/"
    return "header or result" if finding.action is None else f"action {finding.action}"
