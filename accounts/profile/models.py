from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AbstractUser, Permission
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.text.email_addresses import usual_letters
from core.text.names import initials, one_line

_checks_of_names: list[Callable[["User", str], None]] = []
_handlers_of_names: list[Callable[[models.Model], None]] = []


def check_new_names(check: Callable[["User", str], None]) -> None:
    """Register a check that raises `ValidationError` if a person cannot take a name. Call in `AppConfig.ready`."""
    if check not in _checks_of_names:
        _checks_of_names.append(check)


def refuse_new_name(user: "User", name: str) -> None:
    for check in _checks_of_names:
        check(user, name)


def after_new_names(handler: Callable[[models.Model], None]) -> None:
    """Register what follows when a row is shown under another name. Call in `AppConfig.ready`."""
    if handler not in _handlers_of_names:
        _handlers_of_names.append(handler)


def name_has_changed(row: models.Model) -> None:
    """Call in the transaction in which a person, or another row with a name, is renamed or hidden."""
    for handler in _handlers_of_names:
        handler(row)


class User(AbstractUser):
    """A person. Others see only `public_name`, and only its initials for a minor."""

    email = models.EmailField(_("e-mail address"), unique=True, validators=[usual_letters])
    public_name = models.CharField(
        _("public name"), max_length=80, validators=[one_line], help_text=_("Shown in pairings and standings.")
    )
    locale = models.CharField(_("language"), max_length=8, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    is_minor = models.BooleanField(
        _("under age"), default=False, help_text=_("Other players then see your initials instead of your name.")
    )

    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)

    def __str__(self) -> str:
        return self.shown_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """End the tokens made under the old password when it changes, on whichever page or command.

        Django ends the sessions, and does not count rehashing the same password as a change.
        """
        if not self._state.adding and "public_name" in (kwargs.get("update_fields") or ["public_name"]):
            self._note_changed_name()
        is_new_password = getattr(self, "_password", None) is not None and not self._state.adding
        super().save(*args, **kwargs)
        if is_new_password:
            self.api_tokens.all().delete()

    def has_rights_beyond(self, other: "User") -> bool:
        """Whether this account may do what the other may not. A suspended account has the rights it would have."""
        if other.is_superuser:
            return False
        is_higher = self.is_superuser or (self.is_staff and not other.is_staff)
        return is_higher or not self._permissions_given() <= other._permissions_given()

    def _permissions_given(self) -> set[int]:
        """Read from the database: to a suspended account Django says that it has none."""
        given = Permission.objects.filter(models.Q(user=self) | models.Q(group__user=self))
        return set(given.order_by().values_list("pk", flat=True))

    def note_former_name(self, name: str) -> None:
        """Record a former name: game logs hold the name of their day, and erasure has to find it."""
        if name not in ("", self.public_name):
            FormerName.objects.get_or_create(user=self, name=name)

    def _note_changed_name(self) -> None:
        before = User.objects.filter(pk=self.pk).exclude(public_name__in=["", self.public_name])
        for name in before.values_list("public_name", flat=True):
            self.note_former_name(name)

    @property
    def full_name(self) -> str:
        return self.public_name.strip() or self.username

    @property
    def shown_name(self) -> str:
        return initials(self.full_name) if self.is_minor or self.hidden_by_moderators else self.full_name


class FormerName(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=80)
    until = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="former_name_once")]

    def __str__(self) -> str:
        return self.name
