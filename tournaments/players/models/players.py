"""The players of an event: with an account, or entered by the staff."""

import datetime as dt
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.profile.models import User
from core.database.append_only import NeverDeleted
from core.text.email_addresses import usual_letters
from core.text.names import one_line
from tournaments.events.models.limits import HIGHEST_RATING, HIGHEST_TABLE, MOST_IN_A_CREW, MOST_PLAYERS, NumberFrom
from tournaments.events.models.settings import LiveGames, PenaltyKind
from tournaments.players.models.crew_rows import with_partners
from tournaments.players.models.name_rows import NO_ACCOUNT, NameRow


class Guest(AnonymousUser):
    """The user of the personal link of a player without an account, who can only act for this player."""

    def __init__(self, registration: "Registration") -> None:
        super().__init__()
        self.registration_id = registration.pk
        self.audit_facts = {"link": registration.pk}  # the audit log has no account to name


def account_of(who: Any) -> User | None:
    """Return the account for columns that need one; None for a guest."""
    return who if who is not None and who.pk else None


class Status(models.TextChoices):
    PENDING = "pending", _("awaiting approval")
    WAITING = "waiting", _("on the waiting list")
    REGISTERED = "registered", _("registered")
    ABSENT = "absent", _("no-show")
    DROPPED = "dropped", _("dropped")
    DISQUALIFIED = "disqualified", _("disqualified")
    WITHDRAWN = "withdrawn", pgettext_lazy("player", "withdrawn")
    REFUSED = "refused", pgettext_lazy("player", "rejected")


UNDO_TIME = dt.timedelta(minutes=5)  # so long a place that was given up is kept for who gave it up
PLACE_HOLDING_STATUSES = frozenset({Status.PENDING, Status.REGISTERED, Status.DROPPED, Status.DISQUALIFIED})
# of who may play again: a ruling may take a disqualification back
CHAIR_NEEDING_STATUSES = frozenset({Status.REGISTERED, Status.DISQUALIFIED})
PARTICIPANT_STATUSES = frozenset({Status.REGISTERED, Status.DROPPED, Status.DISQUALIFIED})


def new_token() -> str:
    return secrets.token_urlsafe(18)


def end_of_claim_link() -> dt.datetime:
    return timezone.now() + dt.timedelta(days=settings.CLAIM_LINK_DAYS)


class RegistrationQuerySet(models.QuerySet["Registration"]):
    def named(self) -> "RegistrationQuerySet":
        return self.select_related("user")

    def holding_a_place(self) -> "RegistrationQuerySet":
        """Filter players who hold a place, including those who withdrew moments ago and can still come back."""
        return self.filter(Q(status__in=PLACE_HOLDING_STATUSES) | self.held_back())

    def being_held(self) -> "RegistrationQuerySet":
        """Those who left and whose places are, or were, kept for a while."""
        return self.filter(held_until__isnull=False).order_by()

    @staticmethod
    def held_back() -> Q:
        return Q(status=Status.WITHDRAWN, held_until__gt=timezone.now())

    def taking_part(self) -> "RegistrationQuerySet":
        """Filter players who have a row in the standings."""
        return self.filter(status__in=PARTICIPANT_STATUSES)

    def registered(self) -> "RegistrationQuerySet":
        return self.filter(status=Status.REGISTERED)

    def to_be_paired(self) -> "RegistrationQuerySet":
        return self.registered().filter(checked_in_at__isnull=False)

    def seated_in(self, played: models.Model) -> "RegistrationQuerySet":
        return self.filter(seats__round=played).named()

    def waiting(self) -> "RegistrationQuerySet":
        return self.filter(status=Status.WAITING).order_by("queued_at", "pk")

    def of(self, user: Any) -> "RegistrationQuerySet":
        if isinstance(user, Guest):
            return self.filter(pk=user.registration_id, user__isnull=True)
        return self.filter(user=user) if user.is_authenticated else self.none()

    def of_person(self, user: int) -> "RegistrationQuerySet":
        """Filter the places that this person has or had: by account, or as a guest with an address of theirs."""
        addresses = EmailAddress.objects.filter(user=user, verified=True).values(address=Lower("email"))
        guests = Q(user__isnull=True) & Q(address_of_guest__in=addresses)
        return self.alias(address_of_guest=Lower("guest_email")).filter(Q(user=user) | guests)

    def with_conflict_of_interest(self, user: Any) -> list["Registration"]:
        """Return players whom this user must not judge: themselves, their own club and household at the same event."""
        own = {mine.event_id: mine.affiliations for mine in Registration.objects.of(user)}
        return [
            person
            for person in self.filter(event__in=own).only("event", "user", "club", "household")
            if person.belongs_to(user) or not own[person.event_id].isdisjoint(person.affiliations)
        ]


class Registration(models.Model):
    """A player in an event. The name of a player with an account is only stored there, so that it can be erased."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="registrations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="registrations"
    )
    guest_name = models.CharField(_("name"), max_length=80, blank=True, validators=[one_line])
    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)
    name_allowed = models.BooleanField(
        _("two people have this name"),
        default=False,
        db_default=False,
        help_text=_("Tick this if another player's name is the same or looks the same, and they are two people."),
    )
    full_name_number = models.PositiveSmallIntegerField(null=True, editable=False)  # players/services/names.py
    shown_name_number = models.PositiveSmallIntegerField(null=True, editable=False)
    guest_email = models.EmailField(_("e-mail address"), blank=True, validators=[usual_letters])
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTERED, db_index=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    queued_at = models.DateTimeField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    paid = models.BooleanField(_("paid"), default=False)
    is_minor = models.BooleanField(_("under age"), default=False)
    guardian = models.CharField(_("guardian's note"), max_length=200, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True, validators=[one_line])
    household = models.CharField(_("household"), max_length=80, blank=True, validators=[one_line])
    rating = models.PositiveIntegerField(_("rating"), validators=[NumberFrom(0, HIGHEST_RATING)], null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"), validators=[NumberFrom(1, HIGHEST_TABLE)], null=True, blank=True
    )
    entered_round = models.PositiveSmallIntegerField(default=1)
    left_after_round = models.PositiveSmallIntegerField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True, editable=False)
    left_from = models.JSONField(null=True, blank=True, editable=False)  # what leaving changed, to undo it
    manual_rank = models.PositiveIntegerField(
        _("manual order"), validators=[NumberFrom(0, MOST_PLAYERS)], null=True, blank=True
    )
    manual_why = models.CharField(_("reason for the manual order"), max_length=200, blank=True)
    public_games = models.BooleanField(
        _("agrees that their games are public"), null=True, editable=False, help_text=_("Empty until they answer.")
    )
    live_games = models.CharField(
        _("agrees that their games are followed live"),
        max_length=7,
        choices=LiveGames,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=_("Empty until they answer."),
    )
    note = models.CharField(_("staff note"), max_length=300, blank=True)
    pool = models.OneToOneField(
        "teams.Pool",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="registration",
        verbose_name=_("pool"),
    )
    pod = models.PositiveSmallIntegerField(null=True, blank=True)
    pod_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    crew = models.ForeignKey("Crew", null=True, blank=True, on_delete=models.PROTECT, related_name="members")
    crew_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    wished_partner = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="asked_by", editable=False
    )
    imported = models.ForeignKey(
        "tournaments.PlayerImport",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
        editable=False,
    )
    imported_line = models.CharField(max_length=16, blank=True, db_default="", editable=False)
    lot = models.PositiveBigIntegerField(default=0)  # the draw order; this is its name in exported events
    link_token = models.CharField(max_length=40, unique=True, default=new_token)
    claim_token = models.CharField(max_length=40, unique=True, default=new_token)
    claim_until = models.DateTimeField(null=True, blank=True, editable=False, default=end_of_claim_link)

    partners: "tuple[Registration, ...]" = ()  # in rows that stand for a crew: `crews.as_crew`

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "status"])]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="player_registered_once"),
            models.UniqueConstraint(
                F("event"),
                Lower("guest_name"),
                condition=~Q(guest_name="") & Q(name_allowed=False),
                name="guest_name_once_an_event",
            ),
            models.CheckConstraint(
                condition=(Q(user__isnull=True) & ~Q(guest_name="")) | (Q(user__isnull=False) & Q(guest_name="")),
                name="registration_has_a_person",
            ),
            models.UniqueConstraint(fields=["event", "pod", "pod_seat"], name="pod_seat_once_an_event"),
            models.CheckConstraint(
                condition=Q(pod__isnull=True, pod_seat__isnull=True) | Q(pod__isnull=False, pod_seat__isnull=False),
                name="pod_has_a_seat",
            ),
            models.UniqueConstraint(fields=["crew", "crew_seat"], name="crew_seat_once_a_crew"),
            models.CheckConstraint(
                condition=Q(crew__isnull=True, crew_seat__isnull=True)
                | Q(crew__isnull=False, crew_seat__in=[*range(1, MOST_IN_A_CREW + 1)]),
                name="crew_has_few_seats",
            ),
            models.CheckConstraint(
                condition=~Q(status=Status.WAITING) | Q(queued_at__isnull=False), name="waiting_since_a_time"
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:player", args=[self.event.slug, self.pk])

    def belongs_to(self, user: User | AnonymousUser) -> bool:
        """Whether the user is this player, by account, or by personal link for a player without one."""
        if any(partner.belongs_to(user) for partner in self.partners):
            return True
        if isinstance(user, Guest):
            return self.user_id is None and self.pk == user.registration_id
        return user.pk is not None and self.user_id == user.pk

    @property
    def affiliations(self) -> set[tuple[str, str]]:
        """The club and household, if given, ignoring case and spaces."""
        names = {"club": self.club.strip().casefold(), "household": self.household.strip().casefold()}
        own = {(circle, name) for circle, name in names.items() if name}
        return own.union(*(partner.affiliations for partner in self.partners))

    @property
    def full_name(self) -> str:
        """The full name, for the staff only."""
        return with_partners(self, self._name.full, [partner.full_name for partner in self.partners])

    @property
    def plain_name(self) -> str:
        """The full name without the number that distinguishes players of one name."""
        return with_partners(self, self._name.plain, [partner.plain_name for partner in self.partners])

    @property
    def shown_name(self) -> str:
        return with_partners(self, self._name.shown, [partner.shown_name for partner in self.partners])

    @property
    def own_shown_name(self) -> str:
        return self._name.shown_without_number

    @property
    def _name(self) -> NameRow:
        user = self.user
        account = (user.username, user.public_name, user.is_minor, user.hidden_by_moderators) if user else NO_ACCOUNT
        numbers = self.full_name_number, self.shown_name_number
        return NameRow._make((self.guest_name, self.is_minor, self.hidden_by_moderators, *account, *numbers))

    @property
    def is_of_minor(self) -> bool:
        """Whether the entry or the account says so. A copy of the event has guests only, so the entry has to say it."""
        return self.is_minor or bool(self.user and self.user.is_minor)

    @property
    def email(self) -> str:
        return self.user.email if self.user else self.guest_email

    @property
    def topic(self) -> str:
        return f"registration:{self.pk}"

    @property
    def is_checked_in(self) -> bool:
        return self.checked_in_at is not None

    @property
    def claim_link_has_expired(self) -> bool:
        """Whether the claim link has expired. Rows from before links expired count from the day of their creation."""
        until = self.claim_until or self.created_at + dt.timedelta(days=settings.CLAIM_LINK_DAYS)
        return until <= timezone.now()

    @property
    def can_play(self) -> bool:
        return self.status == Status.REGISTERED

    @property
    def takes_part(self) -> bool:
        """Whether the player, or each of a crew, is public: not waiting, withdrawn or yet to be admitted."""
        return self.status in PARTICIPANT_STATUSES and all(partner.takes_part for partner in self.partners)

    @property
    def can_leave(self) -> bool:
        """Whether the player can still withdraw or drop."""
        return self.status in {Status.REGISTERED, Status.PENDING, Status.WAITING} and not self.event.is_over

    @property
    def locked_pool(self) -> list[str] | None:
        """The figures from which a limited list is built (1.1.2): the pool once it is locked, or None."""
        return list(self.pool.figures) if self.pool and self.pool.is_locked else None

    @property
    def can_undo_leaving(self) -> bool:
        """Whether leaving can still be undone, for a short time, whoever caused it."""
        if self.status not in {Status.WITHDRAWN, Status.DROPPED} or not self.left_from:
            return False
        return timezone.now() - dt.datetime.fromisoformat(self.left_from["at"]) < UNDO_TIME

    @property
    def dropped_before_disqualification(self) -> bool:
        return self.status == Status.DISQUALIFIED and (self.left_from or {}).get("status") == Status.DROPPED

    @property
    def is_late(self) -> bool:
        return self.entered_round > 1

    def check_in(self, now: dt.datetime) -> None:
        self.checked_in_at = now
        self.save(update_fields=["checked_in_at"])


class ForbiddenPair(models.Model):
    """Two players who should not meet in the Swiss rounds if that can be avoided."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey("tournaments.Registration", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("tournaments.Registration", on_delete=models.CASCADE, related_name="+")
    why = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="forbidden_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} - {self.second}"


class PlayerImport(models.Model):
    """Players who came in together from a sheet, so that all of it can be undone. `key` is a digest of the form's."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="player_imports")
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="player_import_once")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.at:%Y-%m-%d %H:%M}"


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    def current(self) -> "PenaltyQuerySet":
        """Exclude revoked penalties and revocations."""
        return self.filter(revokes__isnull=True, revoked_by__isnull=True)


class Penalty(NeverDeleted):
    """A penalty. It is never edited: another row revokes it."""

    registration = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="penalties")
    match = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="penalties"
    )
    kind = models.CharField(_("penalty"), max_length=20, choices=PenaltyKind)
    article = models.CharField(_("article"), max_length=20, blank=True)
    why = models.TextField(_("reason"))
    by_ruling = models.BooleanField(default=False, db_default=False, editable=False)  # only a ruling revokes it
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    revokes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="revoked_by")

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.registration}: {self.get_kind_display()}"
