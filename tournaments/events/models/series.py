"""Series of events: a ladder with points by final rank."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.text.markdown import MarkdownField, RenderedField, WithRenderedTexts
from core.text.names import one_line
from tournaments.events.models.limits import MOST_POINTS, NumberFrom


def points_of_a_league_day() -> list[int]:
    return [12, 9, 7, 6, 5, 4, 3, 2]


class Series(WithRenderedTexts):
    """A series. Points are by final rank, the winner's first; the rest get `points_for_taking_part`."""

    name = models.CharField(_("name"), max_length=120, validators=[one_line])
    slug = models.SlugField(max_length=140, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series")
    description = MarkdownField(_("description"))
    description_html = RenderedField(source="description")
    points_by_rank = models.JSONField(_("points by rank"), default=points_of_a_league_day)
    points_for_taking_part = models.PositiveSmallIntegerField(
        _("points for taking part"), validators=[NumberFrom(0, MOST_POINTS)], default=1
    )
    best_of = models.PositiveSmallIntegerField(
        _("results that count"),
        null=True,
        blank=True,
        validators=[NumberFrom(1, 999)],
        help_text=_("Leave empty to count all."),
    )

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.slug])

    def points_for(self, rank: int) -> int:
        listed = self.points_by_rank[rank - 1] if rank <= len(self.points_by_rank) else 0
        return max(listed, self.points_for_taking_part)
