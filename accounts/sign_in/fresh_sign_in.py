"""Changes that could hand the account to a stranger at an unlocked laptop need a recent sign-in.

People whose sign-in is too old sign in again and return to their page. A form that was already sent is saved in the
session and offered again, never submitted automatically: another person may have sent it.
"""

import secrets
import time
from typing import Any
from urllib.parse import urlencode

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from core.pages.error_responses import error_response, wants_json
from core.pages.login_redirect import current_page, redirect_to_sign_in

SESSION_KEY = "forms-kept"
MAX_SAVED_FORMS = 5  # usually one per tab
MAX_FORM_SIZE = 20_000
LIFETIME = 3600  # in seconds
EXCLUDED_FIELDS = {"csrfmiddlewaretoken"}

# What a saved form would do, by the page that receives it, and by its button where one page receives several.
DESCRIPTIONS = {
    "account_email action_add": gettext_lazy("Add the e-mail address %(email)s to your account."),
    "account_email action_primary": gettext_lazy("Make %(email)s the main e-mail address of your account."),
    "account_email action_remove": gettext_lazy("Remove the e-mail address %(email)s from your account."),
    "accounts:tokens": gettext_lazy("Create the API token “%(name)s”."),
    "accounts:withdraw-token": gettext_lazy("Revoke an API token."),
    "accounts:my-data": gettext_lazy("Download everything that is kept about you."),
    "accounts:delete": gettext_lazy("Delete your account for good."),
    "mfa_activate_totp": gettext_lazy("Turn on the second factor."),
    "mfa_deactivate_totp": gettext_lazy("Turn off the second factor."),
    "mfa_generate_recovery_codes": gettext_lazy("Make new recovery codes."),
    "tournaments:invite": gettext_lazy("Invite another owner of your event."),
    "tournaments:remove_staff": gettext_lazy("Remove an owner of your event."),
}


def signed_in_recently(request: HttpRequest) -> bool:
    """Whether the sign-in is recent. For pages of which only a part needs that."""
    return bool(did_recently_reauthenticate(request))  # type: ignore[no-untyped-call]


def to_sign_in_again(request: HttpRequest) -> HttpResponse:
    """The answer where `reauthentication_required` or a page of allauth's own raises ReauthenticationRequired."""
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request)
    if wants_json(request):
        return error_response(request, 403, "sign-in-again", reason=_("Sign in again first: this needs your password."))
    there = _save_form(request) if request.method == "POST" else current_page(request)
    url = f"{reverse('account_reauthenticate')}?{urlencode({'next': there})}"
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def _save_form(request: HttpRequest) -> str:
    """Save the form and return the URL that offers it again. Passwords and forms too large for a session
    are not saved."""
    fields = [[name, v] for name, values in request.POST.lists() if name not in EXCLUDED_FIELDS for v in values]
    if any("password" in name for name, _value in fields) or sum(len(n) + len(v) for n, v in fields) > MAX_FORM_SIZE:
        messages.info(request, _("What you sent was not kept. Please fill in the form again."))
        return current_page(request)
    key = secrets.token_urlsafe(8)
    entry = {"to": request.get_full_path(), "page": current_page(request), "fields": fields, "at": time.time()}
    entries = [*request.session.get(SESSION_KEY, {}).items(), (key, entry)]
    request.session[SESSION_KEY] = dict(entries[-MAX_SAVED_FORMS:])
    return reverse("accounts:send-again", args=[key])


def saved_form(request: HttpRequest, key: str) -> dict[str, Any] | None:
    entry = request.session.get(SESSION_KEY, {}).get(key)
    return entry if entry and time.time() - entry["at"] < LIFETIME else None


def describe(entry: dict[str, Any]) -> str:
    """What the form would do, as a text."""
    fields = dict(entry["fields"])
    try:
        route = resolve(entry["to"].partition("?")[0]).view_name
    except Resolver404:
        route = ""
    names = [route, *(f"{route} {name}" for name in fields)]
    sentence = next((DESCRIPTIONS[name] for name in names if name in DESCRIPTIONS), None)
    if sentence is None:
        return _("Send the form that you filled in.")
    return str(sentence) % {"email": fields.get("email", ""), "name": fields.get("name", "")}
