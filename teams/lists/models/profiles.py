"""Legality profiles derived by organisers from a dated one: which expansions, which bans, which Bosses."""

import datetime as dt
import re

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.text.names import one_line
from rules.common.verdicts import Malformed
from rules.games import DEFAULT, Difference, Legality

SLUG = re.compile(r"[-a-zA-Z0-9_]{1,80}")


class LegalityProfile(models.Model):
    """An organiser's profile. Events and lists refer to it by its `slug`, which differs from the names of dated
    profiles."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="legality_profiles")
    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(_("title"), max_length=120, validators=[one_line])
    based_on = models.CharField(_("made from"), max_length=80, default="none")
    expansions = models.JSONField(_("legal expansions"), default=list)
    banned = models.JSONField(_("banned figures"), default=list, blank=True)
    bosses = models.JSONField(_("figures that count as Boss"), default=list, blank=True)
    note = models.TextField(_("note"), blank=True, max_length=2000)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["title", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("teams:profile", args=[self.slug])

    def clean(self) -> None:
        if self.slug in DEFAULT.lists.profiles():
            raise ValidationError({"title": _("A dated profile already has this name.")}, code="dated-name")
        if self.based_on not in DEFAULT.lists.profiles():
            raise ValidationError({"based_on": _("There is no such dated profile.")}, code="unknown-profile")
        try:
            self.legality()
        except Malformed as malformed:
            raise ValidationError(str(malformed), code=malformed.code) from malformed

    def legality(self) -> Legality:
        facts = {
            "title": self.title,
            "date": self.changed_at.date().isoformat() if self.changed_at else "",
            "expansions": self.expansions,
            "banned": self.banned,
            "bosses": self.bosses,
            "notes": [self.note] if self.note else [],
            "source": str(self.owner),
        }
        return DEFAULT.lists.profile(self.slug, facts)

    def differences(self) -> list[Difference]:
        return DEFAULT.lists.differences(self.legality(), DEFAULT.lists.profiles()[self.based_on])


def find_legality(name: str) -> Legality | None:
    """Return the profile of that name, dated or an organiser's own, or None."""
    return find_legalities({name}).get(name)


def find_legalities(names: set[str]) -> dict[str, Legality]:
    """Return the existing profiles of these names, with at most one query."""
    found = {name: dated for name, dated in DEFAULT.lists.profiles().items() if name in names}
    others = {name for name in names - found.keys() if SLUG.fullmatch(name)}
    if others:
        rows = LegalityProfile.objects.select_related("owner").filter(slug__in=others)
        found |= {row.slug: row.legality() for row in rows}
    return found


def versions_of_own_profiles() -> tuple[tuple[str, str, dt.datetime], ...]:
    """Return slug, title and last change of all profiles of organisers."""
    return tuple(LegalityProfile.objects.values_list("slug", "title", "changed_at"))


def own_profiles() -> set[str]:
    return set(LegalityProfile.objects.values_list("slug", flat=True))


def legality_choices() -> list[tuple[str, str]]:
    """Return (name, title) of all profiles, for forms."""
    own = LegalityProfile.objects.values_list("slug", "title")
    return [*((name, gettext(dated.title)) for name, dated in DEFAULT.lists.profiles().items()), *own]
