"""Player reports and results of a match. A correction is a new row."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.append_only import NeverDeleted
from tournaments.core import scores

if TYPE_CHECKING:
    from tournaments.rounds.models.matches import Match

MOST_GLORY = scores.MOST_TALLY


class DuelOutcome(models.TextChoices):
    A = "a", _("first player wins")
    B = "b", _("second player wins")
    DRAW = "draw", _("draw")
    BOTH_LOSE = "both-lose", _("both lose")


class Ending(models.TextChoices):
    GLORY = "glory", _("Gallons of Glory")
    KROSMASTERS = "krosmasters", _("the last Krosmaster in play")
    KNOCK_OUT = "knock-out", _("knock-out")
    GLYPHS = "glyphs", _("glyphs")
    NO_WINNER = "no-winner", _("no winner")
    PATH_FILLED = "path-filled", _("path filled")
    SCENARIO = "scenario", _("by the scenario")
    ADVENTURE_PATH_FULL = "adventure-path-full", _("Adventure Path full")
    CONCESSION = "concession", _("concession")
    WALKOVER = "walkover", _("concession without a game")
    TIME = "time", _("time")
    INTENTIONAL_DRAW = "intentional-draw", _("intentional draw")
    NO_SHOW = "no-show", _("no-show")
    DROP = "drop", _("a player left the event")
    RULING = "ruling", _("ruling of a judge")


UNPLAYED = frozenset({Ending.WALKOVER, Ending.INTENTIONAL_DRAW, Ending.NO_SHOW, Ending.DROP})


class Score(models.Model):
    """Places, tallies and ending, shared by player reports and results. The lists are in the order of the seats.

    `outcome`, `glory_a` and `glory_b` are the same for a duel; other tables have no outcome.
    """

    places = models.JSONField()
    tallies = models.JSONField()  # Gallons of Glory
    ending = models.CharField(_("how the game ended"), max_length=20, choices=Ending, default=Ending.GLORY)
    # seats, from 0, whose players did not come; not used in duels
    absent = models.JSONField(default=list, db_default=[])
    heat = models.JSONField(default=list, db_default=[])  # Demon turns and KOs; empty where there is no heat

    class Meta:
        abstract = True

    @property
    def outcome(self) -> str:
        return scores.OUTCOME_OF_PLACES.get(tuple(self.places), "")

    @property
    def glory_a(self) -> int:
        return scores.tallies_of_duel(self.tallies)[0]

    @property
    def glory_b(self) -> int:
        return scores.tallies_of_duel(self.tallies)[1]

    def score(self) -> dict[str, Any]:
        return scores.fields_of(self.places, self.tallies, self.ending, self.absent, self.heat)

    def in_short(self) -> str:
        """Return a short form for the admin and for logs."""
        return f"{self.places} {self.tallies}"

    def refuse_senseless(self, match: "Match") -> None:
        self.places, self.tallies = scores.checked(self.places, self.tallies, seats=len(match.seats()))


class ReportQuerySet(models.QuerySet["ResultReport"]):
    def current(self) -> "ReportQuerySet":
        return self.filter(set_aside_at__isnull=True)


class ResultReport(NeverDeleted, Score):
    """A player's report about their match. The last report of a side that is not voided is its current one.

    The site voids and reinstates reports; only players create them.
    """

    class Kind(models.TextChoices):
        RESULT = "result", _("reports")
        AGREES = "agrees", _("confirms")
        DISPUTES = "disputes", _("disputes")
        TAKES_BACK = "takes-back", _("withdraws report")

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="reports")
    by = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="reports")
    says = models.CharField(max_length=12, choices=Kind, default=Kind.RESULT)
    note = models.CharField(_("note"), max_length=300, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    # when the report was voided, because the game is replayed
    set_aside_at = models.DateTimeField(null=True, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.by} {self.get_says_display()} {self.in_short()}"

    @property
    def words(self) -> str:
        """What the player did; a withdrawal names what was withdrawn."""
        if self.says != self.Kind.TAKES_BACK:
            return str(self.get_says_display())
        earlier = ResultReport.objects.filter(match=self.match_id, by=self.by_id, pk__lt=self.pk).last()
        if earlier and earlier.says == self.Kind.DISPUTES:
            return str(_("withdraws dispute"))
        if earlier and earlier.says == self.Kind.AGREES:
            return str(_("withdraws confirmation"))
        return str(self.get_says_display())


class ResultQuerySet(models.QuerySet["Result"]):
    def current(self) -> "ResultQuerySet":
        return self.filter(superseded_at__isnull=True)


class Result(NeverDeleted, Score):
    """The result that counts. A correction is a new row that replaces the old one."""

    class Source(models.TextChoices):
        PLAYERS = "players", _("the players")
        STAFF = "staff", _("staff")
        RULING = "ruling", _("ruling")
        SYSTEM = "system", _("event rules")

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="results")
    source = models.CharField(max_length=10, choices=Source)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    why = models.TextField(blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    is_correction = models.BooleanField(default=False)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(superseded_at__isnull=True), name="one_standing_result_a_match"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.in_short()}"

    @property
    def was_played(self) -> bool:
        return self.ending not in UNPLAYED
