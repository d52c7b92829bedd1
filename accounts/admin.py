"""Accounts in the admin: to find and suspend them. Only their owners change or delete them."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import suspension
from accounts.models import User
from core.errors import NotAllowed

RIGHTS = ("is_staff", "is_superuser", "groups")


class ReasonForm(ActionForm):
    why = forms.CharField(label=_("Reason"), max_length=500, required=False)


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("public_name", "email", "date_joined", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("public_name", "email", "username")
    ordering = ("-date_joined",)
    fields = ("public_name", "email", "date_joined", "last_login", "is_active", "is_staff", "is_superuser", "groups")
    readonly_fields = ("public_name", "email", "date_joined", "last_login", "is_active")
    filter_horizontal = ("groups",)
    actions = ("suspend", "restore")
    action_form = ReasonForm

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only superusers give rights: others who may edit accounts could make themselves superusers."""
        return self.readonly_fields if request.user.is_superuser else (*self.readonly_fields, *RIGHTS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Suspend selected accounts"), permissions=["change"])
    def suspend(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        changed = self._each(request, accounts, suspension.suspend)
        text = ngettext("%(n)s account suspended.", "%(n)s accounts suspended.", changed)
        self.message_user(request, text % {"n": changed})

    @admin.action(description=_("Restore selected accounts"), permissions=["change"])
    def restore(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        changed = self._each(request, accounts, suspension.restore)
        text = ngettext("%(n)s account restored.", "%(n)s accounts restored.", changed)
        self.message_user(request, text % {"n": changed})

    def _each(self, request: HttpRequest, accounts: QuerySet[User], change: Callable[..., None]) -> int:
        why = request.POST.get("why", "").strip()[:500]
        if not why:
            self.message_user(request, gettext("Give a reason: it is kept in the audit log."), messages.ERROR)
            return 0
        changed = 0
        for account in accounts:
            try:
                change(user=account, by=request.user, why=why)
            except NotAllowed as refusal:
                self.message_user(request, str(refusal.message), messages.ERROR)
            else:
                changed += 1
        return changed
