"""E-mails waiting to be sent, and digests (never addresses) of unconfirmed addresses."""

import datetime as dt
import hashlib
import zlib
from collections.abc import Iterable

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.text.email_addresses import same

SIGNER = Signer(salt="tournaments.opt-out")
WAITS = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720, 1440))
MOST_TRIES = len(WAITS) + 1  # the last attempt is nearly two days after the first
LEASE = dt.timedelta(minutes=5)  # far longer than one e-mail takes; afterwards its worker is considered dead
JITTER = 5  # up to a fifth of the wait is added


def digest_of(address: str) -> str:
    """Return a hash of the address, ignoring case; the address cannot be read from it."""
    return hashlib.sha256(same(address).encode()).hexdigest()


class GivenUp(models.TextChoices):
    """The reason why an e-mail is not tried again, shown to the staff of the event."""

    ADDRESS = "address", _("The mail server takes no e-mails for this address. Is it written correctly?")
    CONTENT = "content", _("The mail server did not take this e-mail.")
    TRIES = "tries", _("It could not be delivered in two days of trying.")
    OUTAGE = "outage", _("This site’s mail server could not be reached for three days.")
    WAITED = "waited", _("It waited for two weeks and could not be sent within the daily limit.")


class OutgoingMailQuerySet(models.QuerySet["OutgoingMail"]):
    def waiting(self) -> "OutgoingMailQuerySet":
        return self.filter(failed_at=None)

    def given_up(self) -> "OutgoingMailQuerySet":
        return self.filter(failed_at__isnull=False)

    def introductions(self) -> "OutgoingMailQuerySet":
        return self.filter(introduces=True)

    def due(self, now: dt.datetime) -> "OutgoingMailQuerySet":
        """Order due e-mails. Those to confirmed addresses come first, so that a large import does not delay the
        pairings."""
        return self.waiting().filter(due_at__lte=now).order_by("introduces", "due_at", "pk")


class OutgoingMail(models.Model):
    """An e-mail in the queue.

    It is written in the transaction of the change it reports and sent afterwards, so that none is lost or sent after a
    rollback. The row is deleted when the e-mail has been sent, so that no address is kept longer than necessary.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="mails")
    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_default=Now())
    failed_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=8, choices=GivenUp, blank=True, db_default="")
    # whether this is the introduction, the one e-mail to an unconfirmed address
    introduces = models.BooleanField(default=False, db_default=False)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    registration = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    objects = OutgoingMailQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["failed_at", "due_at"], name="mail_due")]

    def __str__(self) -> str:
        return self.subject

    @property
    def next_wait(self) -> dt.timedelta:
        """The delay after a failed attempt, with a jitter derived from the row, so that retries are spread."""
        wait = WAITS[min(self.attempts, len(WAITS)) - 1]
        share = zlib.crc32(f"{self.pk}:{self.attempts}".encode()) % 1000
        return wait + wait * share / (1000 * JITTER)


class Introduction(models.Model):
    """Records that the introduction of an address was written.

    `key` is a digest of address and event, with `batch` of the writer, which shows who of two was first; and of the
    address alone if no account has confirmed it, with `batch` of the e-mail.
    """

    key = models.CharField(max_length=64, primary_key=True)
    batch = models.CharField(max_length=32, db_index=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key


class DailyIntroductions(models.Model):
    """The number of introductions that an organiser's events sent on a day (UTC)."""

    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    sent = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organiser", "day"], name="introductions_counted_once_a_day")]

    def __str__(self) -> str:
        return f"{self.day}: {self.sent}"


class OptOutQuerySet(models.QuerySet["OptOut"]):
    def among(self, addresses: Iterable[str]) -> set[str]:
        """Return those of the addresses that get no e-mails."""
        address_of = {digest_of(address): same(address) for address in addresses}
        found = self.filter(digest__in=list(address_of)).values_list("digest", flat=True)
        return {address_of[digest] for digest in found}


class OptOut(models.Model):
    """An address that gets no e-mails from this site, except about the security of its account."""

    digest = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(auto_now_add=True)

    objects = OptOutQuerySet.as_manager()

    def __str__(self) -> str:
        return self.digest

    @staticmethod
    def path_for(address: str) -> str:
        """Return the link for opting out."""
        return OptOut.path_of(OptOut.token_for(address))

    @staticmethod
    def path_of(token: str) -> str:
        return reverse("tournaments:opt_out", args=[token])

    @staticmethod
    def token_for(address: str) -> str:
        """Return a signed digest, which hides the address and cannot be forged."""
        return SIGNER.sign(digest_of(address))

    @staticmethod
    def digest_in(token: str) -> str | None:
        """Return the digest of such a link, or None if it was not made here."""
        try:
            return SIGNER.unsign(token)
        except BadSignature:
            return None
