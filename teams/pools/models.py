"""Limited pools: entered by another player, checked by the owner, then locked."""

import secrets
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.deleted import ExistingManager
from core.text.names import one_line
from rules.games import DEFAULT, Catalogue, Reachable

LARGEST_POOL = 300


def new_code() -> str:
    return secrets.token_urlsafe(9)


def only_known_figures(figures: Any) -> None:
    known = DEFAULT.catalogue()
    if not isinstance(figures, list) or len(figures) > LARGEST_POOL:
        raise ValidationError(_("A pool holds at most 300 figures."), code="pool-too-large")
    if not all(isinstance(slug, str) and known.get(slug) for slug in figures):
        raise ValidationError(_("Some figures are not in the catalogue."), code="unknown-figure")


class PoolState(models.TextChoices):
    OPEN = "open", _("being entered")
    REGISTERED = "registered", _("waiting for its owner's check")
    LOCKED = "locked", _("checked and locked")


class PoolQuerySet(models.QuerySet["Pool"]):
    def private(self) -> "PoolQuerySet":
        """Filter pools that their owners manage; others are managed on the page of their event."""
        return self.filter(home="")

    def visible_to(self, user: Any) -> "PoolQuerySet":
        """Filter pools of which the user is owner or enterer; judges of the site also see those that no event
        manages."""
        if not user.is_authenticated:
            return self.none()
        concerned = Q(owner=user) | Q(registered_by=user)
        return self.filter(concerned | Q(home="") if user.has_perm("teams.judge_pools") else concerned)


class Pool(models.Model):
    """A limited pool.

    `code` is what the owner gives to the player who enters the pool. `home` is the page where it is managed, such as
    that of an event; if it is empty, the owner manages it. `returned_because` is why an open pool was sent back or
    reopened.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="pools")
    name = models.CharField(_("name"), max_length=120, validators=[one_line])
    figures = models.JSONField(default=list, blank=True, validators=[only_known_figures])
    state = models.CharField(max_length=10, choices=PoolState, default=PoolState.OPEN)
    home = models.CharField(max_length=200, blank=True, db_default="")
    code = models.CharField(max_length=16, default=new_code, unique=True)
    registered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="entered_pools"
    )
    returned_because = models.CharField(max_length=500, blank=True, db_default="", default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    locked_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True, editable=False)

    objects = ExistingManager.from_queryset(PoolQuerySet)()
    with_deleted = PoolQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        permissions = [("judge_pools", "sees every pool and the level it allows, and can open a locked one")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="locked", locked_at__isnull=False) | (~Q(state="locked") & Q(locked_at__isnull=True)),
                name="locked_pool_says_when",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return self.home or reverse("teams:pool", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.state == PoolState.OPEN

    @property
    def is_registered(self) -> bool:
        return self.state == PoolState.REGISTERED

    @property
    def is_locked(self) -> bool:
        return self.state == PoolState.LOCKED

    def opens_with(self, code: str) -> bool:
        return secrets.compare_digest(self.code.encode(), code.encode())

    def reachable(self, known: Catalogue) -> Reachable | None:
        """The highest team level the pool allows. It is for judges; players find out themselves unless their event
        shows it."""
        return DEFAULT.lists.highest([card for slug in self.figures if (card := known.get(slug))])
