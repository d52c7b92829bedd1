"""Rulings of the judges. A ruling is never edited: a later one replaces it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.database.append_only import WrittenOnce
from judging.cases.models import SaidByPlayer
from tournaments.events.models.settings import PenaltyKind


class RulingQuerySet(models.QuerySet["Ruling"]):
    def current(self) -> "RulingQuerySet":
        return self.filter(superseded_by__isnull=True)

    def closed_with(self, lead: "Ruling") -> "RulingQuerySet":
        """Filter the rulings that closed other cases of the table together with this one."""
        return self.current().filter(remedy=Ruling.Remedy.TOGETHER, details__ruling=lead.pk)


class Ruling(WrittenOnce):
    """A judge's decision about the game and the penalty, each with its article and reason."""

    class Remedy(models.TextChoices):
        DISMISS = "dismiss", _("no infringement")
        STANDS = "stands", _("result unchanged")
        CORRECT_LOG = "correct-log", _("game log corrected")
        CORRECT_RESULT = "correct-result", _("result corrected")
        REPLAY_GAME = "replay-game", _("game replayed")
        TOGETHER = "together", _("ruled together with another case of this table")
        WITHDRAWN = "withdrawn", _("ruling withdrawn")

    # the remedies that a judge can choose; of the others, TOGETHER closes a case with another one, WITHDRAWN reopens it
    CHOICES = (Remedy.DISMISS, Remedy.STANDS, Remedy.CORRECT_LOG, Remedy.CORRECT_RESULT, Remedy.REPLAY_GAME)
    WITHOUT_WORDS = (Remedy.TOGETHER, Remedy.WITHDRAWN)

    case = models.ForeignKey("judging.Case", on_delete=models.PROTECT, related_name="rulings")
    judge = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rulings")
    at = models.DateTimeField(auto_now_add=True)
    remedy = models.CharField(_("effect on the result"), max_length=16, choices=Remedy)
    details = models.JSONField(default=dict, help_text=_("The corrected result, or what the correction sets."))
    state_before = models.JSONField(default=dict, db_default={}, help_text=_("What stood before it, to be put back."))
    penalty_kind = models.CharField(_("penalty"), max_length=20, choices=PenaltyKind, blank=True)
    penalised = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings_against"
    )
    penalty = models.OneToOneField(
        "tournaments.Penalty", null=True, blank=True, on_delete=models.PROTECT, related_name="ruling"
    )
    article = models.CharField(_("article"), max_length=20, blank=True)
    reason = models.TextField(_("reason"), max_length=4000, help_text=_("For the judges and the audit log."))
    message = models.TextField(_("to the players"), max_length=4000, help_text=_("Both players can read this."))
    corrected_log = models.ForeignKey(
        "judging.Submission", null=True, blank=True, on_delete=models.PROTECT, related_name="ruled_by"
    )
    is_final = models.BooleanField(default=False)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(penalty_kind="", penalised__isnull=True, penalty__isnull=True)
                | (~Q(penalty_kind="") & Q(penalised__isnull=False)),
                name="a_penalty_has_a_person",
            ),
            models.UniqueConstraint(
                fields=["case"], condition=Q(supersedes__isnull=True), name="one_first_ruling_a_case"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}: {self.get_remedy_display()}"


class Appeal(SaidByPlayer):
    """An appeal to the head judge, whose ruling is final. There is at most one per case."""

    case = models.OneToOneField("judging.Case", on_delete=models.PROTECT, related_name="appeal")
    against = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField(_("why"), max_length=4000)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.case}: {self.author}"
