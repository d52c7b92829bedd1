"""Cases: everything that needs a judge. A case is opened once for its cause, claimed by one judge and settled by
rulings. Players speak to the judges with an account or by their personal link."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import BooleanField, ExpressionWrapper, IntegerField, Q, Value, When
from django.db.models import Case as Choose
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from core.database.append_only import NeverDeleted
from judging.logs.models import Report, Submission
from tournaments.events.models.events import Event
from tournaments.players.models.players import Guest, Registration
from tournaments.results.models import Result
from tournaments.rounds.models.matches import Match, MatchState
from tournaments.rounds.models.rounds import RoundState
from tournaments.rounds.models.seats import Seat, players_of

NO_LONGER_DISPUTED = _("The players no longer dispute the result.")
STAFF_ENTERED = _("The staff have entered a result since the players disputed it. No judge has ruled.")
AUTHORS = ("statements__by", "statements__guest__user")  # of the statements of cases


class SaidByPlayer(NeverDeleted):
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss"
    )
    guest = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss"
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(by__isnull=False, guest__isnull=True) | Q(by__isnull=True, guest__isnull=False),
                name="%(class)s_has_an_author",
            )
        ]

    @property
    def author(self) -> Any:
        """The account, or the player without one; both have a name to show."""
        return self.guest or self.by

    def author_is(self, who: Any) -> bool:
        return all(getattr(self, name) == value for name, value in said_by(who).items())


def said_by(who: Any) -> dict[str, Any]:
    """Return the columns that name this person as the author."""
    return {"guest_id": who.registration_id} if isinstance(who, Guest) else {"by": who}


LONGEST_STATEMENT = 4000


class CaseQuerySet(models.QuerySet["Case"]):
    def unsettled(self) -> "CaseQuerySet":
        return self.filter(status__in=Case.UNSETTLED)

    def with_people(self) -> "CaseQuerySet":
        """Read what most pages show of a case, without the bytes of its log."""
        related = self.select_related("event", "match__round", "registration__user", "claimed_by", "submission")
        return related.defer("submission__content").prefetch_related(players_of("match"))

    def with_share_proved(self) -> "CaseQuerySet":
        """Annotate `proved`: the percentage of the log's actions that were proved, or None for a case without a log."""
        reports = Report.objects.filter(submission=models.OuterRef("submission"), current=True)
        return self.annotate(proved=models.Subquery(reports.values("proved_percent")[:1]))

    def with_calls(self) -> "CaseQuerySet":
        """Annotate `calls`: whether it is an open call."""
        return self.annotate(calls=ExpressionWrapper(Case.OPEN_CALL, BooleanField()))

    def with_results_of_staff(self) -> "CaseQuerySet":
        """Annotate `by_staff`: whether the result that counts was entered by the staff."""
        entered = Result.objects.current().filter(match=models.OuterRef("match"), source=Result.Source.STAFF)
        return self.annotate(by_staff=models.Exists(entered))

    def with_results_on_trust(self) -> "CaseQuerySet":
        """Annotate `on_trust`: whether the case is only about a result taken on trust that the players reported and
        confirmed, and no judge has claimed it. Such cases come last."""
        confirmed = Result.objects.current().filter(match=models.OuterRef("match"), source=Result.Source.PLAYERS)
        waits = Q(kind=Case.Kind.BELIEVED_RESULT, status=Case.Status.OPEN, claimed_by=None)
        return self.annotate(on_trust=ExpressionWrapper(waits & Q(models.Exists(confirmed)), BooleanField()))

    def most_urgent_first(self) -> "CaseQuerySet":
        """Order by urgency: matches that the round waits for, then the rest of the round, then by age."""
        in_play = Q(match__round__state=RoundState.PUBLISHED)
        return self.annotate(
            urgency=Choose(
                When(in_play & ~Q(match__state=MatchState.DONE), then=Value(Case.Urgency.HOLDS_UP)),
                When(in_play, then=Value(Case.Urgency.THIS_ROUND)),
                default=Value(Case.Urgency.LATER),
                output_field=IntegerField(),
            )
        ).order_by("urgency", "opened_at", "pk")

    def not_in_conflict_with(self, judge: Any) -> "CaseQuerySet":
        """Exclude cases on which the judge may not rule (`rights.is_in_conflict`)."""
        return self.not_of(Registration.objects.with_conflict_of_interest(judge))

    def counts(self) -> dict[str, int]:
        """Count the cases, and the calls among them."""
        return self.aggregate(cases=models.Count("pk"), calls=models.Count("pk", filter=Case.OPEN_CALL))

    def not_of(self, close: list[Registration]) -> "CaseQuerySet":
        """Exclude cases of these players, and of matches that they play."""
        if not close:
            return self
        own = Q(match__in=Match.objects.of_any(close)) | Q(registration__in=close)
        return self.exclude(pk__in=Case.objects.filter(own).values("pk"))

    def of_people(self, users: list[int], seats: list[int]) -> "CaseQuerySet":
        """Filter cases of these accounts at any event, and of these registrations, which may be guests."""
        seen = Q(registration__in=seats) | Q(registration__user__in=users)
        seated = Seat.objects.filter(Q(registration__in=seats) | Q(registration__user__in=users))
        return self.filter(seen | Q(match__in=seated.values("match")))

    def about(self, log: Submission) -> "CaseQuerySet":
        """Filter the cases that this log led to, including those that now follow a newer log of the same person at the
        match."""
        followed = Q()
        for name in ("submission", "other_submission"):
            by = {f"{name}__submitter": log.submitter_id, f"{name}__pk__gte": log.pk, "match__isnull": False}
            theirs = Q(**{f"{name}__guest": log.guest_id} if log.guest_id else {f"{name}__guest__isnull": True})
            followed |= theirs & Q(**by, match=log.match_id) | Q(**{name: log})
        return self.filter(followed)

    def visible_to_player(self, user: Any) -> "CaseQuerySet":
        """Filter the cases that a player may see: their own, unless the case would reveal the opponent's hidden list.

        Once a judge has ruled, the case is visible in any event.
        """
        mine = Q(match__in=Match.objects.played_by(user)) | Q(registration__user=user)
        ruled = ~Q(status=Case.Status.OPEN)
        return self.filter(mine & (Q(kind__in=Case.PUBLIC_TO_PLAYERS) | ruled))


class Case(NeverDeleted):
    class Kind(models.TextChoices):
        JUDGE_CALL = "judge-call", _("judge called to a table")
        DISPUTED_RESULT = "disputed-result", _("result disputed")
        INVALID_LOG = "invalid-log", _("illegal move in game log")
        UNPROCESSABLE_LOG = "unprocessable-log", _("game log could not be checked")
        LOG_VS_LIST = "log-vs-list", _("log differs from team list")
        LOG_VS_MATCH = "log-vs-match", _("log differs from match")
        LOG_VS_RESULT = "log-vs-result", _("log differs from result")
        LOGS_DIFFER = "logs-differ", _("two logs differ")
        BELIEVED_RESULT = "believed-result", _("result taken on trust")
        TEXTS_DIFFER = "texts-differ", _("spell differs between games")
        TEXT_DISPUTED = "text-disputed", _("card text disputed")
        DECLARED_GLORY = "declared-glory", _("GG declared by the players")
        ILLEGAL_LIST = "illegal-list", _("illegal team list")
        STAFF = "staff", _("opened by the staff")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RULED = "ruled", _("ruled")
        APPEALED = "appealed", _("appealed")
        CLOSED = "closed", _("closed by the head judge")
        CLEARED = "cleared", _("closed: a corrected card text leaves no reason for it")
        CANCELLED = "cancelled", _("call cancelled by the players")

    class Urgency(models.IntegerChoices):
        HOLDS_UP = 0, _("holds up the round")
        THIS_ROUND = 1, _("this round")
        LATER = 2, _("can wait")

    UNSETTLED = (Status.OPEN, Status.APPEALED)
    # kinds that are never opened again for the same cause; all others are, for another call or a newer log
    ONCE = (Kind.ILLEGAL_LIST,)
    # somebody waits at the table: a judge was called, or the result is still disputed
    OPEN_CALL = Q(status=Status.OPEN) & (
        Q(kind=Kind.JUDGE_CALL) | Q(kind=Kind.DISPUTED_RESULT, match__state=MatchState.DISPUTED)
    )

    FROM_A_REPLAY = (
        Kind.INVALID_LOG,
        Kind.LOG_VS_LIST,
        Kind.LOG_VS_RESULT,
        Kind.LOGS_DIFFER,
        Kind.BELIEVED_RESULT,
        Kind.TEXTS_DIFFER,
        Kind.TEXT_DISPUTED,
        Kind.DECLARED_GLORY,
    )

    PUBLIC_TO_PLAYERS = (
        Kind.JUDGE_CALL,
        Kind.DISPUTED_RESULT,
        Kind.INVALID_LOG,
        Kind.UNPROCESSABLE_LOG,
        Kind.LOGS_DIFFER,
        Kind.BELIEVED_RESULT,
        Kind.TEXT_DISPUTED,
        Kind.DECLARED_GLORY,
        Kind.ILLEGAL_LIST,
        Kind.STAFF,
    )
    # closed where a corrected card leaves no reason for them
    OF_FACTS = (Kind.INVALID_LOG, Kind.BELIEVED_RESULT, Kind.DECLARED_GLORY, Kind.TEXT_DISPUTED)
    ABOUT_WORDS = (Kind.JUDGE_CALL, Kind.STAFF)  # of which the last statement says what they are about

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="cases")
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    cause = models.CharField(max_length=80, help_text=_("What it was opened for: “match:7”, “match:7/by:3”."))
    match = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    registration = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    submission = models.ForeignKey(
        "judging.Submission", null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    other_submission = models.ForeignKey(
        "judging.Submission", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    team_list = models.ForeignKey(
        "tournaments.SubmittedList", null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField(auto_now_add=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN, db_index=True)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="claimed_cases"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    coming_at = models.DateTimeField(null=True, blank=True, help_text=_("When its judge said that they are coming."))

    objects = CaseQuerySet.as_manager()
    on_trust: bool  # only with `with_results_on_trust`

    class Meta:
        ordering = ["-opened_at", "-pk"]
        indexes = [models.Index(fields=["event", "status"])]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "cause"],
                condition=Q(kind="illegal-list"),
                name="one_case_a_cause",
            ),
            models.UniqueConstraint(
                fields=["kind", "cause"],
                condition=Q(status__in=["open", "appealed"]) & ~Q(kind="illegal-list"),
                name="one_unsettled_case_a_cause",
            ),
            models.CheckConstraint(
                condition=Q(claimed_by__isnull=True, claimed_at__isnull=True)
                | Q(claimed_by__isnull=False, claimed_at__isnull=False),
                name="a_claim_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.match or self.registration}"

    @classmethod
    def kinds_in(cls, event: Event) -> list[Kind]:
        """Return the kinds that its cases can have: without lists, or without an engine for its rules, not all."""
        lacking: set[str] = set()
        if "lists_required" in event.lacks:
            lacking |= {cls.Kind.ILLEGAL_LIST, cls.Kind.LOG_VS_LIST}
        if not event.validates_logs:
            lacking.update(cls.FROM_A_REPLAY)
        if event.rules.copied_spells is None:  # its logs declare nothing of a card
            lacking |= {cls.Kind.TEXTS_DIFFER, cls.Kind.DECLARED_GLORY}
        return [kind for kind in cls.Kind if kind not in lacking]

    def get_absolute_url(self) -> str:
        return reverse("judging:case", args=[self.pk])

    @property
    def topic(self) -> str:
        return f"case:{self.pk}"

    @property
    def is_unsettled(self) -> bool:
        return self.status in self.UNSETTLED

    @property
    def is_open_call(self) -> bool:
        """The same as `OPEN_CALL`, for one case."""
        return self.status == self.Status.OPEN and (self.kind == self.Kind.JUDGE_CALL or self.needs_a_result)

    @property
    def status_look(self) -> str:
        return {self.Status.OPEN: "warn", self.Status.APPEALED: "bad"}.get(self.Status(self.status), "good")

    @property
    def is_appealed(self) -> bool:
        return self.status == self.Status.APPEALED

    @property
    def needs_a_result(self) -> bool:
        """Whether the players still disagree about the result of the match."""
        disputed = self.match is not None and self.match.state == MatchState.DISPUTED
        return self.kind == self.Kind.DISPUTED_RESULT and disputed

    @property
    def is_dispute_over(self) -> bool:
        """Whether the players have stopped disputing the result before a judge ruled."""
        return self.kind == self.Kind.DISPUTED_RESULT and self.status == self.Status.OPEN and not self.needs_a_result

    @property
    def dispute_over_words(self) -> Any:
        staff = self.match is not None and self.match.results.current().filter(source=Result.Source.STAFF).exists()
        return STAFF_ENTERED if staff else NO_LONGER_DISPUTED

    @cached_property
    def appealed_ruling(self) -> Any:
        """The ruling that a player has appealed, or None."""
        appeal = getattr(self, "appeal", None)
        return appeal.against if appeal else None

    @cached_property
    def current_ruling(self) -> Any:
        """The ruling that counts now, or None before there is one."""
        return self.rulings.current().first()

    def add_statement(self, by: Any, text: str) -> "Statement":
        """Add a statement. Repeating the last one, as a double click does, adds nothing."""
        words = text.strip()[:LONGEST_STATEMENT]
        last = self.statements.filter(**said_by(by)).last()
        return last if last and last.text == words else self.statements.create(text=words, **said_by(by))

    def is_only_called_by(self, who: Any) -> bool:
        """Whether it is an open call on which nobody else has said anything."""
        is_call = self.kind == self.Kind.JUDGE_CALL and self.status == self.Status.OPEN
        return is_call and all(said.author_is(who) for said in self.statements.all())

    def people(self) -> list[Registration]:
        """Return the players that the case concerns."""
        people = [self.registration] if self.registration else []
        if self.match is not None:
            people = self.match.players()
        for person in people:
            person.event = self.event  # which is not read again for each of them
        return people


class Statement(SaidByPlayer):
    """What a person concerned says about a case, in their own words; without words they called a judge. Statements are
    never changed."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="statements")
    text = models.TextField(_("statement"), max_length=LONGEST_STATEMENT)
    at = models.DateTimeField(auto_now_add=True)

    class Meta(SaidByPlayer.Meta):
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:40]}"
