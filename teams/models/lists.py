"""Saved team lists: visible only to their owner."""

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.names import one_line
from rules.arena.legality import Legality
from rules.arena.team import TeamVerdict, check
from rules.arena.teamlist import LONGEST_TEAM_NAME
from rules.arena.teamlist import TeamList as Document
from teams.models.profiles import find_legalities, find_legality


class TeamFormat(models.TextChoices):
    CONSTRUCTED = "constructed", _("Constructed")
    LIMITED = "limited", _("Limited")


class TeamListQuerySet(models.QuerySet["TeamList"]):
    def of(self, user: Any) -> "TeamListQuerySet":
        """Only one's own: there is no other way to a list."""
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def with_verdicts(self) -> list[tuple["TeamList", TeamVerdict]]:
        """Each with its verdict; the profiles of all are fetched together."""
        teams = list(self.select_related("from_pool"))
        legalities = find_legalities({team.legality for team in teams})
        return [(team, team.verdict(legalities.get(team.legality))) for team in teams]


class TeamList(models.Model):
    """What was saved under a name, legal or not; `figures` and `pool` are slugs."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_lists")
    name = models.CharField(_("name"), max_length=LONGEST_TEAM_NAME, validators=[one_line])
    team_format = models.CharField(_("format"), max_length=12, choices=TeamFormat, default=TeamFormat.CONSTRUCTED)
    legality = models.CharField(_("legality profile"), max_length=80, default="none")
    figures = models.JSONField(default=list)
    pool = models.JSONField(default=list, blank=True)
    from_pool = models.ForeignKey("teams.Pool", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = TeamListQuerySet.as_manager()

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="one_list_of_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("teams:team", args=[self.pk])

    def document(self) -> Document:
        return Document(tuple(self.figures), self.name, self.team_format, self.legality, tuple(self.pool))

    def verdict(self, legality: Legality | None = None) -> TeamVerdict:
        """As the rules see it today, under the profile it was saved with."""
        return check(self.figures, self.team_format, legality or find_legality(self.legality), self.pool)
