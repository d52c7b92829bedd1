"""Saved team lists, visible only to their owner unless they share them, and the legality profiles of organisers."""

import datetime as dt
import re
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.database.deleted import ExistingManager
from core.text.names import one_line
from rules.common.verdicts import Malformed
from rules.games import DEFAULT, RULESETS, Catalogue, Difference, Legality, Ruleset, TeamVerdict
from rules.games import TeamList as Document

SLUG = re.compile(r"[-a-zA-Z0-9_]{1,80}")
RECENT = 200  # public teams, which tell what is played


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


class TeamFormat(models.TextChoices):
    CONSTRUCTED = "constructed", _("Constructed")
    LIMITED = "limited", _("Limited")
    BOX = "box", _("From the first box")
    FOUR_PLAYER = "four-player", _("For four players")


class Sharing(models.TextChoices):
    PRIVATE = "private", _("only you")
    LINK = "link", _("anyone with the link")
    LISTED = "listed", _("everyone, in the list of public teams")


class TeamListQuerySet(models.QuerySet["TeamList"]):
    def of(self, user: Any) -> "TeamListQuerySet":
        """Filter the user's own lists; those of others are found by `public`."""
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def public(self) -> "TeamListQuerySet":
        """Filter shared teams that strangers may see now. Limited teams are excluded, because they would reveal the
        pool."""
        shared = self.filter(sharing__in=[Sharing.LINK, Sharing.LISTED], share_code__isnull=False)
        return (
            shared.exclude(team_format=TeamFormat.LIMITED)
            .filter(hidden_by_moderators=False, owner__is_active=True)
            .select_related("owner")
        )

    def listed(self) -> "TeamListQuerySet":
        return self.public().filter(sharing=Sharing.LISTED)

    def played_figures(self) -> set[str]:
        """Return the figures of the public teams that changed last: what people play and show."""
        recent = self.listed().values_list("figures", flat=True)[:RECENT]
        return {slug for figures in recent for slug in figures}

    def with_likes(self) -> "TeamListQuerySet":
        """Annotate `likes_count`, without suspended accounts."""
        return self.annotate(likes_count=Count("likes", filter=Q(likes__user__is_active=True)))

    def with_verdicts(self, known: Catalogue | None = None) -> list[tuple["TeamList", TeamVerdict]]:
        """Return the lists with their verdicts; the profiles of all are loaded together."""
        teams = list(self.select_related("from_pool"))
        legalities = find_legalities({team.legality for team in teams})
        return [(team, team.verdict(legalities.get(team.legality), known)) for team in teams]


class TeamList(models.Model):
    """A saved list, legal or not; `figures` and `pool` are slugs."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_lists")
    name = models.CharField(_("name"), max_length=DEFAULT.lists.longest_name, validators=[one_line])
    ruleset = models.CharField(max_length=40, default=DEFAULT.slug, db_default=DEFAULT.slug)
    team_format = models.CharField(_("format"), max_length=12, choices=TeamFormat, default=TeamFormat.CONSTRUCTED)
    legality = models.CharField(_("Boss and ban list"), max_length=80, default="none")
    figures = models.JSONField(default=list)
    pool = models.JSONField(default=list, blank=True)
    from_pool = models.ForeignKey("teams.Pool", null=True, on_delete=models.SET_NULL, related_name="+")
    sharing = models.CharField(
        _("who sees this team"), max_length=8, choices=Sharing, default=Sharing.PRIVATE, db_default="private"
    )
    share_code = models.UUIDField(null=True, unique=True, editable=False)  # part of its public URL
    shared_at = models.DateTimeField(null=True, editable=False)
    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)
    copied_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="copies")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    removed_at = models.DateTimeField(null=True, editable=False)

    objects = ExistingManager.from_queryset(TeamListQuerySet)()
    with_deleted = TeamListQuerySet.as_manager()

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "name"], condition=Q(removed_at__isnull=True), name="one_list_of_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("teams:team", args=[self.pk])

    @property
    def is_public(self) -> bool:
        """Whether the list is public, by the conditions of `public` except the owner's account."""
        return (
            self.sharing != Sharing.PRIVATE
            and self.share_code is not None
            and self.team_format != TeamFormat.LIMITED
            and not self.hidden_by_moderators
            and self.removed_at is None
        )

    @property
    def known_pool(self) -> Any:
        """The pool that it was built from, unless that was deleted."""
        return self.from_pool if self.from_pool and self.from_pool.removed_at is None else None

    def get_public_url(self) -> str:
        return reverse("teams:public-team", args=[self.share_code]) if self.is_public else ""

    def public_source(self) -> "TeamList | None":
        """The team that this one was copied from, if it is listed: a shared link is not passed on to others."""
        return TeamList.objects.listed().filter(pk=self.copied_from_id).first() if self.copied_from_id else None

    def share(self, sharing: str) -> None:
        """Change the sharing. A private team gets a new URL when it is shared again, so that old links do not work."""
        if sharing == Sharing.PRIVATE:
            self.share_code = self.shared_at = None
        elif self.share_code is None:
            self.share_code, self.shared_at = uuid4(), timezone.now()
        self.sharing = sharing

    def document(self) -> Document:
        ruleset = self.rules.lists.in_documents
        return Document(
            tuple(self.figures), self.name, self.team_format, self.legality, tuple(self.pool), ruleset=ruleset
        )

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.ruleset]

    @property
    def rules_title(self) -> str:
        return gettext(self.rules.title)

    def verdict(self, legality: Legality | None = None, known: Catalogue | None = None) -> TeamVerdict:
        """Return the current verdict under the profile saved with the list, with the cards as they are `known` now."""
        profile = legality or find_legality(self.legality)
        return self.rules.lists.check(self.figures, self.team_format, profile, self.pool, known)


class TeamLike(models.Model):
    """A person's like of somebody else's public team, until they remove it."""

    team = models.ForeignKey(TeamList, on_delete=models.CASCADE, related_name="likes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_likes")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_like_of_a_person")]

    def __str__(self) -> str:
        return f"{self.user} likes {self.team}"
