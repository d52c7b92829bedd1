"""Pictures of cards added by the club, shown instead of the drawn portraits. They do not affect any game."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.text.names import one_line

LONGEST_ALT = 160


@dataclass(frozen=True)
class ShownPicture:
    """The URL of a picture and its alternative text."""

    slug: str
    pk: int
    alt: str

    def address(self, size: str) -> str:
        return reverse("teams:card-picture", args=[self.slug, self.pk, size])

    @property
    def large(self) -> str:
        return self.address("large")

    @property
    def small(self) -> str:
        return self.address("small")


class CardPictureQuerySet(models.QuerySet["CardPicture"]):
    def shown(self) -> "CardPictureQuerySet":
        return self.filter(removed_at__isnull=True, hidden_by_moderators=False)

    def without_content(self) -> "CardPictureQuerySet":
        return self.defer("large", "small")


class CardPicture(models.Model):
    """The picture of a card. Replacing it creates a new row, so that a URL never shows two pictures."""

    slug = models.CharField(max_length=80, unique=True)
    large = models.BinaryField()
    small = models.BinaryField()
    alt = models.CharField(_("what the picture shows"), max_length=LONGEST_ALT, validators=[one_line])
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)
    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)

    objects = CardPictureQuerySet.as_manager()

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return self.as_shown().large

    @staticmethod
    def shown_by_card() -> dict[str, ShownPicture]:
        shown = CardPicture.objects.shown().values_list("slug", "pk", "alt")
        return {slug: ShownPicture(slug, pk, alt) for slug, pk, alt in shown}

    @property
    def is_shown(self) -> bool:
        return self.removed_at is None and not self.hidden_by_moderators

    def as_shown(self) -> ShownPicture:
        return ShownPicture(self.slug, self.pk, self.alt)

    def content(self, size: str) -> Any:
        return bytes(self.small if size == "small" else self.large)
