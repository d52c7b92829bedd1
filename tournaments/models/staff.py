"""The staff of an event, and the rights of each role."""

import datetime as dt
import enum
import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.second_factor import has_second_factor
from core.compiled import NUMBER, Compiled
from tournaments.models.events import Event
from tournaments.models.players import Registration, Status


class Right(enum.Enum):
    EDIT_EVENT = "edit-event"
    MANAGE_STAFF = "manage-staff"
    MANAGE_PLAYERS = "manage-players"
    CHECK_IN = "check-in"
    RUN_ROUNDS = "run-rounds"
    ENTER_RESULTS = "enter-results"
    RULE = "rule"
    DISQUALIFY = "disqualify"
    HEAR_APPEALS = "hear-appeals"
    SEE_LISTS = "see-lists"
    SEE_AUDIT_LOG = "see-journal"
    ANNOUNCE = "announce"


FOR_PRINTS = frozenset({Right.RUN_ROUNDS, Right.ENTER_RESULTS})  # either of them opens the list of prints


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    HEAD_JUDGE = "head-judge", _("head judge")
    JUDGE = "judge", _("judge")


JUDGE_RIGHTS = frozenset(
    {Right.RULE, Right.DISQUALIFY, Right.ENTER_RESULTS, Right.SEE_LISTS, Right.SEE_AUDIT_LOG, Right.CHECK_IN}
)
RIGHTS: dict[str, frozenset[Right]] = {
    Role.OWNER: frozenset(Right) - {Right.HEAR_APPEALS},
    Role.ORGANISER: frozenset(Right) - {Right.RULE, Right.HEAR_APPEALS, Right.MANAGE_STAFF},
    Role.SCOREKEEPER: frozenset(
        {Right.CHECK_IN, Right.MANAGE_PLAYERS, Right.RUN_ROUNDS, Right.ENTER_RESULTS, Right.ANNOUNCE}
    ),
    Role.HEAD_JUDGE: JUDGE_RIGHTS | {Right.HEAR_APPEALS, Right.ANNOUNCE},
    Role.JUDGE: JUDGE_RIGHTS,
}


PLAYER_STATUSES = frozenset({Status.PENDING, Status.WAITING, Status.REGISTERED})


class Staff(models.Model):
    """A role of a staff member. One person can have several roles, and their rights add up."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="event_roles")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "staff"
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], name="staff_role_once")]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


def new_token() -> str:
    return secrets.token_urlsafe(24)


def in_a_week() -> dt.datetime:
    return timezone.now() + dt.timedelta(days=7)


class StaffInvitation(models.Model):
    """A link that gives the first person who accepts it a role, until it expires."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    token = models.CharField(max_length=48, unique=True, default=new_token)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField(default=in_a_week)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.event}: {self.get_role_display()}"

    def is_open(self) -> bool:
        return self.accepted_by_id is None and self.revoked_at is None and self.expires_at > timezone.now()


def _registrations(event: int, user: int) -> Any:
    return Registration.objects.filter(event=event, user=user, status__in=sorted(PLAYER_STATUSES))


_roles = Compiled(
    lambda event, user: (
        Staff.objects.filter(Q(user=user) | Q(role=Role.HEAD_JUDGE), event=event)
        .order_by()
        .values_list("user", "role", Exists(_registrations(event, user)))
    ),
    NUMBER,
    NUMBER,
)
_plays = Compiled(lambda event, user: _registrations(event, user).values_list("pk"), NUMBER, NUMBER)


def _roles_and_play(event: Event, user: Any) -> tuple[frozenset[str], bool]:
    """Return all roles of the user at this event, and if there are any, whether they also play, in one query. An owner
    is the head judge unless there is one."""
    rows = _roles.all(event.pk, user.pk)
    held = {role for holder, role, _plays in rows if holder == user.pk}
    if Role.OWNER in held and not any(role == Role.HEAD_JUDGE for _holder, role, _plays in rows):
        held.add(Role.HEAD_JUDGE)
    return frozenset(held), any(plays for _holder, _role, plays in rows)


def roles_of(event: Event, user: Any) -> frozenset[str]:
    return _roles_and_play(event, user)[0] if user and user.is_authenticated else frozenset()


def _rights_and_play(event: Event, user: Any) -> tuple[frozenset[Right], bool]:
    if not user or not user.is_authenticated:
        return frozenset(), False
    if user.is_superuser:
        return frozenset(Right), bool(_plays.all(event.pk, user.pk))
    roles, plays = _roles_and_play(event, user)
    return frozenset().union(*(RIGHTS[role] for role in roles)), plays


def lacks_second_factor(event: Event, user: Any) -> bool:
    """Whether the site or the event requires a second factor that this user has not set up."""
    return (settings.STAFF_SECOND_FACTOR or event.staff_second_factor) and not has_second_factor(user)


def waits_for_second_factor(event: Event, user: Any) -> bool:
    """Whether the user is on the staff but has no rights until they set up a second factor."""
    is_asked = settings.STAFF_SECOND_FACTOR or event.staff_second_factor
    return is_asked and bool(_rights_and_play(event, user)[0]) and lacks_second_factor(event, user)


def rights_of(event: Event, user: Any) -> frozenset[Right]:
    """Return what the user may do at this event. Superusers may do everything; staff who play see no closed lists.

    All rights are granted here, for pages, services and API tokens alike.
    """
    held, plays = _rights_and_play(event, user)
    if held and lacks_second_factor(event, user):
        return frozenset()
    return held - {Right.SEE_LISTS} if plays else held
