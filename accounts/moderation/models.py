"""Reportable content, the cases about it, and suspensions of accounts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User

LONGEST_TEXT = 2000
MODERATE = "accounts.moderate"
# from the arguments of the URL and the user who asks: the row, or None
Finder = Callable[[Mapping[str, Any], Any], Any]


@dataclass(frozen=True)
class ReportableKind:
    """A kind of content that can be reported. `routes` maps the pages that show it to functions that find it; its model
    has the column `hidden_by_moderators`. Rows for which `is_nobodys` is true cannot be reported."""

    model: type[models.Model]
    label: Any
    owner: Callable[[Any], User | None]
    texts: Callable[[Any], list[str]]  # the content as moderators read it
    page: Callable[[Any], str]
    routes: Mapping[str, Finder] = field(default_factory=dict)
    is_nobodys: Callable[[Mapping[str, Any]], bool] = lambda _address: False


_kinds: dict[str, ReportableKind] = {}


def register(kind: ReportableKind) -> None:
    """Call in `AppConfig.ready`."""
    _kinds[kind.model._meta.label_lower] = kind


def kind_of(label: str) -> ReportableKind:
    if label not in _kinds:
        raise Http404
    return _kinds[label]


def is_reportable(request: HttpRequest) -> bool:
    match = request.resolver_match
    kinds = [kind for kind in _kinds.values() if match and match.view_name in kind.routes]
    return match is not None and any(not kind.is_nobodys(match.kwargs) for kind in kinds)


def link_to_report(request: HttpRequest) -> str:
    """Return the address of the form that reports the content of this page, or nothing."""
    return reverse("accounts:report", args=[request.path.removeprefix("/")]) if is_reportable(request) else ""


def find_on(path: str, user: Any) -> models.Model:
    """The reportable content of a page of this site."""
    try:
        match = resolve(path)
    except Resolver404 as unknown:
        raise Http404 from unknown
    for kind in _kinds.values():
        if match.view_name in kind.routes:
            row: models.Model | None = kind.routes[match.view_name](match.kwargs, user)
            if row is not None:
                return row
    raise Http404


class Reason(models.TextChoices):
    INSULT = "insult", _("insult, hate or threat")
    PRETENDS = "pretends", _("pretends to be somebody else")
    PRIVATE = "private", _("private data of somebody")
    SPAM = "spam", _("advertising or fraud")
    OTHER = "other", _("something else")


class CaseState(models.TextChoices):
    OPEN = "open", _("to be decided")
    DECIDED = "decided", _("decided")
    APPEALED = "appealed", _("appealed")
    CLOSED = "closed", _("closed")


class CaseOutcome(models.TextChoices):
    KEPT = "kept", _("stays as it is")
    HIDDEN = "hidden", _("hidden")
    SUSPENDED = "suspended", _("hidden, and the account suspended")


class ModerationCaseQuerySet(models.QuerySet["ModerationCase"]):
    def waiting(self) -> "ModerationCaseQuerySet":
        return self.filter(state__in=[CaseState.OPEN, CaseState.APPEALED])


class ModerationCase(models.Model):
    """All open reports about one piece of content. Decided once, with one appeal that another moderator decides."""

    kind = models.CharField(max_length=60)
    subject_id = models.PositiveBigIntegerField()
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=CaseState, default=CaseState.OPEN)
    opened_at = models.DateTimeField(auto_now_add=True)
    outcome = models.CharField(max_length=10, choices=CaseOutcome, blank=True)
    why = models.TextField(_("reason"), blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    appeal = models.TextField(_("appeal"), blank=True)
    appealed_at = models.DateTimeField(null=True)
    appeal_granted = models.BooleanField(null=True)
    appeal_why = models.TextField(_("reason"), blank=True)
    appeal_decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)

    objects = ModerationCaseQuerySet.as_manager()

    class Meta:
        ordering = ["opened_at", "pk"]
        permissions = [("moderate", "Can moderate")]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject_id"], condition=Q(state="open"), name="one_open_case_of_a_thing"
            )
        ]

    def __str__(self) -> str:
        return f"{self.about.label}: {self.subject or '-'}"

    def get_absolute_url(self) -> str:
        return reverse("accounts:moderation-case", args=[self.pk])

    @property
    def about(self) -> ReportableKind:
        return kind_of(self.kind)

    @property
    def subject(self) -> Any:
        """The reported row, or None if it was deleted."""
        return self.about.model._base_manager.filter(pk=self.subject_id).first()

    @property
    def may_be_appealed(self) -> bool:
        return self.state == CaseState.DECIDED and self.outcome != CaseOutcome.KEPT


class ContentReport(models.Model):
    case = models.ForeignKey(ModerationCase, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    email = models.EmailField(_("your e-mail address"), blank=True)
    reason = models.CharField(_("what is wrong"), max_length=10, choices=Reason)
    text = models.TextField(_("what you want to say"), max_length=LONGEST_TEXT, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.text[:60]}"


class Suspension(models.Model):
    """One suspension of an account: of a moderation case or, without one, by an administrator. It is open until it is
    lifted; a case that was deleted for its age leaves its suspension."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="suspensions")
    case = models.ForeignKey(ModerationCase, null=True, on_delete=models.SET_NULL, related_name="suspensions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    suspended_at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["suspended_at", "pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.suspended_at:%Y-%m-%d %H:%M}"
