from copy import copy
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.views import EmailView as AllauthEmailView
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.profile.forms import ProfileForm, TokenForm
from accounts.profile.models import User
from accounts.security import devices, notices
from accounts.security.notices import send_deletion_notice, send_notice
from accounts.sign_in import fresh_sign_in
from accounts.tokens.models import ApiToken
from core.pages.asking import asks_first
from core.pages.error_responses import form_status
from core.privacy import personal_data

PAGE_WITH_FORM = require_http_methods(["GET", "POST"])
COOKIE = "new-token"  # carries the secret to the only page that shows it


@PAGE_WITH_FORM
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST if request.method == "POST" else None, instance=copy(request.user))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Profile saved."))
        return redirect("accounts:me")
    return render(request, "accounts/profile.html", {"form": form}, status=form_status(form))


@PAGE_WITH_FORM
@reauthentication_required
@never_cache
def my_data(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    if request.method != "POST":
        return render(request, "accounts/my_data.html")
    response = JsonResponse(personal_data.my_data(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    send_notice(request.user, "data_exported")
    return response


@require_GET
@login_required
@never_cache
def kept(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/kept.html", {"kept": personal_data.stored_about(request.user)})


@PAGE_WITH_FORM
@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """Create or list tokens. A new secret is passed to the following page and never stored."""
    assert isinstance(request.user, User)
    if request.method == "POST":
        return make_token(request)
    carried_here = request.get_signed_cookie(COOKIE, default="", max_age=60)
    context = {"form": TokenForm(), "secret": carried_here, "tokens": request.user.api_tokens.all()}
    page = render(request, "accounts/tokens.html", context)
    page.delete_cookie(COOKIE, path=reverse("accounts:tokens"), samesite="Strict")
    return page


@reauthentication_required
def make_token(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = TokenForm(request.POST)
    if not form.is_valid():
        context = {"form": form, "tokens": request.user.api_tokens.all()}
        return render(request, "accounts/tokens.html", context, status=form_status(form))
    with transaction.atomic():
        row, secret = ApiToken.issue(owner=request.user, **form.cleaned_data)
        send_notice(request.user, "token_created", token=row)
    here = reverse("accounts:tokens")
    carried = redirect(here)
    carried.set_signed_cookie(
        COOKIE, secret, max_age=60, path=here, httponly=True, samesite="Strict", secure=request.is_secure()
    )
    return carried


@require_POST
@reauthentication_required
@asks_first
def withdraw_token(request: HttpRequest, pk: int) -> HttpResponse:
    assert isinstance(request.user, User)
    token = get_object_or_404(ApiToken, pk=pk, owner=request.user)
    with transaction.atomic():
        token.delete()
        send_notice(request.user, "token_withdrawn", token=token)
    messages.success(request, _("Token revoked."))
    return redirect("accounts:tokens")


@PAGE_WITH_FORM
@reauthentication_required
def delete(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    email = request.user.email
    try:
        personal_data.erase(request.user)
    except personal_data.ErasureRefused as still:
        return render(request, "accounts/delete.html", {"refused": str(still)}, status=400)
    send_deletion_notice(request.user, email)
    logout(request)
    messages.success(request, _("Your account has been deleted. Results of your games stay, without your name."))
    return redirect("start")


@require_GET
@login_required
@never_cache
def sessions(request: HttpRequest) -> HttpResponse:
    found = [
        {
            "row": row,
            "is_here": row.session_key == request.session.session_key,
            "device": devices.device_name(row.user_agent),
            "network": devices.network_of(row.ip),
        }
        for row in devices.sessions_of(request)
    ]
    return render(request, "accounts/sessions.html", {"sessions": found, "others": len(found) - 1})


@require_POST
@login_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End a session. Needs no fresh sign-in, because it only removes access and may be urgent after losing a phone."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.session_key == request.session.session_key:
        logout(request)
        session.delete()
        messages.success(request, _("You are signed out."))
        return redirect("start")
    session.end()
    device = devices.device_name(session.user_agent)
    messages.success(request, _("This device is signed out: %(device)s.") % {"device": device})
    return redirect("accounts:devices")


@require_POST
@login_required
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    ended = devices.end_others(request.user, request)
    text = ngettext("%(number)s other device is signed out.", "%(number)s other devices are signed out.", ended)
    messages.success(request, text % {"number": ended})
    return redirect("accounts:devices")


@require_GET
@reauthentication_required
@never_cache
def send_again(request: HttpRequest, key: str) -> HttpResponse:
    """Offer the saved form once its sender has signed in again."""
    entry = fresh_sign_in.saved_form(request, key)
    if entry is None:
        messages.info(request, _("What you sent is no longer kept. Please fill in the form again."))
        return redirect("accounts:me")
    context = {"kept": entry, "waiting": fresh_sign_in.describe(entry)}
    return render(request, "accounts/send_again.html", context)


@method_decorator(never_cache, name="dispatch")
class EmailView(AllauthEmailView):
    """allauth's page, with a notice for every change of the addresses."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        assert isinstance(user, User)
        main, before = user.email, notices.addresses_of(user)
        response = super().post(request, *args, **kwargs)
        user.refresh_from_db()
        notices.notify_of_address_changes(user, main, before)
        return response
