"""Accounts in the admin: to find and suspend them. Only their owners change or delete them.

The pages that libraries bring would let an administrator take over any account, with a confirmed address, a second
factor or a connection of their own, or with the key of a session. They only show, and what is secret is not shown.
"""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation import administration
from core.errors import NotAllowed

RIGHTS = ("is_staff", "is_superuser", "groups")
SECRETS = ("password", "session_key", "data", "extra_data")

admin.site.unregister(
    [AccessAttempt, AccessFailureLog, AccessLog, Authenticator, EmailAddress, Group, SocialAccount, UserSession]
)
admin.site.unregister([SocialApp, SocialToken])  # services are settings, and their tokens are not kept


class KeepsSecrets(admin.ModelAdmin):
    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Django lets the address of a list filter by any column, so that a secret could be guessed by its letters."""
        return not lookup.startswith(SECRETS) and super().lookup_allowed(lookup, value, request)


class ReadOnly(KeepsSecrets):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {}


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnly):
    fields = ("user", "email", "primary", "verified")
    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    search_fields = ("email", "user__public_name")


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnly):
    fields = ("user", "type", "created_at", "last_used_at")
    list_display = fields
    list_filter = ("type",)
    search_fields = ("user__public_name", "user__email")


@admin.register(UserSession)
class UserSessionAdmin(ReadOnly):
    fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")
    list_display = fields
    search_fields = ("user__public_name", "user__email", "ip")


@admin.register(SocialAccount)
class SocialAccountAdmin(ReadOnly):
    fields = ("user", "provider", "uid", "date_joined", "last_login")
    list_display = ("user", "provider", "uid")
    search_fields = ("user__public_name", "user__email", "uid")


@admin.register(AccessLog)
class SignInAdmin(ReadOnly, AccessLogAdmin):
    pass


@admin.register(AccessFailureLog)
class FailedSignInAdmin(ReadOnly, AccessFailureLogAdmin):
    pass


class SuperusersChange(KeepsSecrets):
    """Others see what they have the permission to see."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser


@admin.register(Group)
class RightsOfGroupAdmin(SuperusersChange, GroupAdmin):
    """Who changed the permissions of their own group would have every right."""


@admin.register(AccessAttempt)
class GuessesAdmin(SuperusersChange, AccessAttemptAdmin):
    """Who deleted the counts of wrong passwords could guess without a limit."""


class ReasonForm(ActionForm):
    why = forms.CharField(label=_("Reason"), max_length=500, required=False)


@admin.register(User)
class UserAdmin(KeepsSecrets):
    list_display = ("public_name", "email", "date_joined", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("public_name", "email", "username")
    ordering = ("-date_joined",)
    fields = ("public_name", "email", "date_joined", "last_login", "is_active", "is_staff", "is_superuser", "groups")
    readonly_fields = ("public_name", "email", "date_joined", "last_login", "is_active")
    filter_horizontal = ("groups",)
    actions = ("suspend", "restore", "remove_second_factor")
    action_form = ReasonForm

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only superusers give rights: others who may edit accounts could make themselves superusers."""
        return self.readonly_fields if request.user.is_superuser else (*self.readonly_fields, *RIGHTS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        has_right: bool = super().has_change_permission(request, obj)
        return has_right and not (obj is not None and obj.has_rights_beyond(request.user))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if form.changed_data:
            administration.tell_owner(form.instance, _("Its rights in the administration of the site were changed."))

    @admin.action(description=_("Suspend selected accounts"), permissions=["change"])
    def suspend(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        changed = self._each(request, accounts, administration.suspend)
        text = ngettext("%(n)s account suspended.", "%(n)s accounts suspended.", changed)
        self.message_user(request, text % {"n": changed})

    @admin.action(description=_("Restore selected accounts"), permissions=["change"])
    def restore(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        changed = self._each(request, accounts, administration.restore)
        text = ngettext("%(n)s account restored.", "%(n)s accounts restored.", changed)
        self.message_user(request, text % {"n": changed})

    @admin.action(description=_("Remove second factor of selected accounts"), permissions=["change"])
    def remove_second_factor(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        changed = self._each(request, accounts, administration.remove_second_factor)
        text = ngettext("%(n)s second factor removed.", "%(n)s second factors removed.", changed)
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
