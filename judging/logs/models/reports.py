"""The validator's reports on submissions. All of them are kept; one is current."""

from itertools import zip_longest
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.database.immutable import WrittenOnce

DIGEST_LENGTH = 8  # hexadecimal digits for each action in `steps`
DECLARED_GLORY = "declared-glory"

KEPT_OF_AN_ERROR = ("action", "severity", "article", "code", "message")


def percent(part: int, whole: int) -> int:
    """Round to a percentage that is 0 only for nothing and 100 only for all."""
    if not whole or part in (0, whole):
        return 100 if whole and part else 0
    return min(99, max(1, round(100 * part / whole)))


def percent_proved(body: dict[str, Any]) -> int | None:
    proof, actions = body.get("proof"), body.get("actions")
    return percent(proof["proved"], actions) if proof and actions else None


def first_error_in(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the first error in an answer of the validator, with its sentences, or an empty dictionary."""
    rows = zip_longest(answer["report"]["findings"], answer["sentences"], answer.get("descriptions", []))
    errors = ((found, said, done) for found, said, done in rows if found and found["severity"] == "error")
    for found, said, done in errors:
        return {**{name: found.get(name) for name in KEPT_OF_AN_ERROR}, "said": said, "done": done}
    return {}


class Report(WrittenOnce):
    """The validator's report on a submission.

    `body` is the report of `rules.games.replay`, `sentences` are the texts of its findings, for pages to translate, and
    `differences` are the differences from the event.

    A rule broken in play and a log that does not fit its match are different things, found by different means: they are
    never mixed. Either can open a case on the desk.
    """

    class Verdict(models.TextChoices):
        VALID = "valid", _("valid")
        UNVERIFIED = "unverified", _("no infringement found, some effects not verified")
        LEDGER = "ledger", _("score checked, play not recorded")
        INVALID = "invalid", _("not legal")
        MALFORMED = "malformed", _("not a game log")
        UNPROCESSABLE = "unprocessable", _("could not be checked")

    submission = models.ForeignKey("judging.Submission", on_delete=models.PROTECT, related_name="reports")
    verdict = models.CharField(max_length=13, choices=Verdict)
    ended = models.BooleanField(default=False, db_default=False, help_text=_("The game in this log is over."))
    body = models.JSONField()
    sentences = models.JSONField(
        default=list, db_default=[], help_text=_("What each finding says, with its facts apart.")
    )
    descriptions = models.JSONField(
        default=list,
        db_default=[],
        help_text=_("What was done at each finding, with the figures and numbers involved."),
    )
    first_error = models.JSONField(
        default=dict,
        db_default={},
        help_text=_("The first error of the findings, for lists: what was done, and why not."),
    )
    differences = models.JSONField(default=list)
    header = models.JSONField(default=dict, help_text=_("What the log says of itself: format, arena, teams, result."))
    proved_percent = models.PositiveSmallIntegerField(
        null=True,
        help_text=_("Share of the actions that were proved; none for a log without a game."),
    )
    claims = models.JSONField(
        default=list, db_default=[], help_text=_("Card texts that nobody has entered, as far as this game shows them.")
    )
    steps = models.TextField(blank=True, help_text=_("A short digest of each action, to compare two logs."))
    engine = models.CharField(max_length=60)
    data_version = models.CharField(max_length=64)
    facts = models.CharField(  # empty: only the built-in data
        max_length=64,
        blank=True,
        db_default="",
        db_index=True,
        help_text=_("The digest of the card texts of the event."),
    )
    milliseconds = models.PositiveIntegerField(default=0)
    current = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["submission"], condition=Q(current=True), name="one_current_report")
        ]

    def __str__(self) -> str:
        return f"{self.submission} {self.verdict}"

    @property
    def is_light(self) -> bool:
        """Whether the log only contains the score, so that there is no position to show or correct."""
        return "ledger" in self.body

    @property
    def found_no_error(self) -> bool:
        return self.verdict in (self.Verdict.VALID, self.Verdict.UNVERIFIED, self.Verdict.LEDGER)

    @property
    def stops_early(self) -> bool:
        """Whether the log is legal but incomplete, and so proves no result. After an error, the end of a game is
        unreliable."""
        return self.found_no_error and not self.ended

    @property
    def states_result(self) -> bool:
        return bool(self.header.get("result"))

    @property
    def proof(self) -> dict[str, Any] | None:
        """How much was proved; None for reports made before this was counted."""
        proof: dict[str, Any] | None = self.body.get("proof")
        return proof if proof and self.body.get("actions") else None

    @property
    def has_declared_glory(self) -> bool:
        """Whether GG were declared, for which there is only the players' word: they decide games, so a judge reviews
        every instance."""
        return any(finding.get("code") == DECLARED_GLORY for finding in self.body.get("findings", []))

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings of `body` with their texts: `said` for the finding, `done` for the action. Older reports have
        neither."""
        rows = zip_longest(self.body.get("findings", []), self.sentences, self.descriptions)
        return [{**finding, "said": said, "done": done} for finding, said, done in rows if finding]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return [finding for finding in self.findings if finding["severity"] == "error"]

    def first_difference(self, other: "Report") -> int | None:
        """Return the index of the first action that differs in the two logs, or None if both tell the same game."""
        mine, theirs = self._digests(), other._digests()
        for index, (left, right) in enumerate(zip(mine, theirs, strict=False)):
            if left != right:
                return index
        return None if len(mine) == len(theirs) else min(len(mine), len(theirs))

    def _digests(self) -> list[str]:
        return [self.steps[start : start + DIGEST_LENGTH] for start in range(0, len(self.steps), DIGEST_LENGTH)]
