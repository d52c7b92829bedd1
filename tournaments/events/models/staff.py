"""The staff of an event, and the rights of each role."""

import datetime as dt
import enum
import secrets
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Exists, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.sign_in.second_factor import has_second_factor
from core.database.compiled import NUMBER, Compiled
from tournaments.events.models.events import Event
from tournaments.lists.models import ListReader, ListReading, is_still_open
from tournaments.players.models.players import Registration, Status


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
    OPEN_LISTS = "open-lists"  # of a role: whoever has it opens lists after saying that they do not play
    SEE_LISTS = "see-lists"  # only of those who have said so: what was played, and single lists once opened
    READ_LISTS = "read-lists"  # only for a while, once all lists are opened
    SEE_AUDIT_LOG = "see-journal"
    ANNOUNCE = "announce"


LISTS = frozenset({Right.OPEN_LISTS, Right.SEE_LISTS, Right.READ_LISTS})
FOR_PRINTS = frozenset({Right.RUN_ROUNDS, Right.ENTER_RESULTS})  # either of them opens the list of prints


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    HEAD_JUDGE = "head-judge", _("head judge")
    JUDGE = "judge", _("judge")


JUDGE_RIGHTS = LISTS | {Right.RULE, Right.DISQUALIFY, Right.ENTER_RESULTS, Right.SEE_AUDIT_LOG, Right.CHECK_IN}
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


class Place(NamedTuple):
    """Whether somebody has or had a place in an event, has said that they do not play, and last opened all lists."""

    has_place: bool
    does_not_play: bool
    opened_at: dt.datetime | None


NOBODY = Place(has_place=False, does_not_play=False, opened_at=None)


def _place(event: int, user: int) -> tuple[Any, ...]:
    readers = ListReader.objects.not_playing().filter(event=event, user=user)
    readings = ListReading.objects.filter(reader__in=readers, player__isnull=True).order_by("-at")
    return (
        Exists(Registration.objects.of_person(user).filter(event=event)),
        Exists(readers),
        Subquery(readings.values("at")[:1], output_field=models.DateTimeField()),
    )


_roles = Compiled(
    lambda event, user: (
        Staff.objects.filter(Q(user=user) | Q(role=Role.HEAD_JUDGE), event=event)
        .order_by()
        .values_list("user", "role", *_place(event, user))
    ),
    NUMBER,
    NUMBER,
)


def _roles_and_place(event: Event, user: Any) -> tuple[frozenset[str], Place]:
    """Return all roles of the user at this event, and if there are any, their place there, in one query. An owner is
    the head judge unless there is one."""
    rows = _roles.all(event.pk, user.pk)
    held = {role for holder, role, *_place in rows if holder == user.pk}
    if Role.OWNER in held and not any(role == Role.HEAD_JUDGE for _holder, role, *_place in rows):
        held.add(Role.HEAD_JUDGE)
    return frozenset(held), Place(*rows[0][2:]) if rows else NOBODY


def place_of(event: Event, user: Any) -> Place:
    if not user.is_authenticated:
        return NOBODY
    found = Event.objects.filter(pk=event.pk).values_list(*_place(event.pk, user.pk)).first()
    return Place(*found) if found else NOBODY


def _rights_and_place(event: Event, user: Any) -> tuple[frozenset[Right], Place]:
    if not user or not user.is_authenticated:
        return frozenset(), NOBODY
    if user.is_superuser:
        return frozenset(Right), place_of(event, user)
    roles, place = _roles_and_place(event, user)
    return frozenset().union(*(RIGHTS[role] for role in roles)), place


def lacks_second_factor(event: Event, user: Any) -> bool:
    """Whether the site or the event requires a second factor that this user has not set up."""
    return (settings.STAFF_SECOND_FACTOR or event.staff_second_factor) and not has_second_factor(user)


def waits_for_second_factor(event: Event, user: Any) -> bool:
    """Whether the user is on the staff but has no rights until they set up a second factor."""
    is_asked = settings.STAFF_SECOND_FACTOR or event.staff_second_factor
    return is_asked and bool(_rights_and_place(event, user)[0]) and lacks_second_factor(event, user)


def rights_of(event: Event, user: Any) -> frozenset[Right]:
    """Return what the user may do at this event. Superusers may do everything. Whoever has or had a place sees no
    closed list; others do after saying that they do not play, and read all of them for a while after opening them.

    All rights are granted here, for pages, services and API tokens alike.
    """
    held, place = _rights_and_place(event, user)
    if held and lacks_second_factor(event, user):
        return frozenset()
    return held - _closed_lists(place)


def _closed_lists(place: Place) -> frozenset[Right]:
    """Return the rights on lists that somebody with this place does not have now."""
    if place.has_place:
        return LISTS
    if not place.does_not_play:
        return LISTS - {Right.OPEN_LISTS}
    return frozenset() if is_still_open(place.opened_at) else frozenset({Right.READ_LISTS})


def has_lists(event: Event) -> bool:
    """Whether players submit lists or pools, or did before that was changed. Where there are none, staff who play
    export the event and print links as others do."""
    submitted = Q(lists__isnull=False) | Q(pool__isnull=False)
    return event.lists_required or event.is_limited or event.registrations.filter(submitted).exists()
