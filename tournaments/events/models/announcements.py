"""Announcements of the organiser, and the e-mail preferences of each user."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.events import Event


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def shown_on(self, event: Event) -> "AnnouncementQuerySet":
        """Filter those of an event that its page shows: none that were withdrawn, none of a hidden event."""
        return self.none() if event.has_forgotten_texts else self.filter(event=event, withdrawn_at__isnull=True)


class Announcement(models.Model):
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text


class Topic(models.TextChoices):
    REGISTRATION = "registration", _("my registration")
    PAIRING = "pairing", _("my pairing in each round")
    DEADLINE = "deadline", _("deadlines of team lists")
    ANNOUNCEMENT = "announcement", _("announcements of the organiser")
    RULING = "ruling", _("rulings in my matches")


class MailChoice(models.Model):
    """E-mail preferences. Without a row the defaults apply: registration, deadlines and rulings."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_choice")
    registration = models.BooleanField(Topic.REGISTRATION.label, default=True)
    pairing = models.BooleanField(Topic.PAIRING.label, default=False)
    deadline = models.BooleanField(Topic.DEADLINE.label, default=True)
    announcement = models.BooleanField(Topic.ANNOUNCEMENT.label, default=False)
    ruling = models.BooleanField(Topic.RULING.label, default=True, db_default=True)

    def __str__(self) -> str:
        return str(self.user)

    def wants(self, topic: str) -> bool:
        return bool(getattr(self, topic))
