"""The admin requires a second factor, and a recent sign-in for changes, like the account pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.second_factor import has_second_factor

View = Callable[..., HttpResponse]


class Site(AdminSite):
    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """The admin can change other people's addresses, second factors and groups. Reading needs no fresh sign-in."""
        fresh = reauthentication_required(view, allow_get=True)  # type: ignore[no-untyped-call]
        return super().admin_view(second_factor_required(fresh), cacheable)


def second_factor_required(view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.ADMIN_SECOND_FACTOR and not has_second_factor(request.user):
            messages.info(request, _("The administration needs a second factor. Set one up first."))
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return checked
