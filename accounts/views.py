from copy import copy

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import erasure, live
from accounts.entrance import login_required
from accounts.forms import ProfileForm, TokenForm
from accounts.refusals import status_of
from accounts.throttle import refusal, seconds_to_wait
from accounts.tokens import ApiToken
from accounts.users import User

MOST_TOPICS = 50
CARRIER = "new-token"  # the cookie that takes it to the one page that shows it
TRIES_TO_DELETE = (10, 300)  # in so many seconds


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST if request.method == "POST" else None, instance=copy(request.user))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your profile is saved."))
        return redirect("accounts:me")
    return render(request, "accounts/profile.html", {"form": form}, status=status_of(form))


@login_required
@require_GET
@never_cache
def my_data(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    response = JsonResponse(erasure.my_data(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response


@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """The secret of a new token goes to the page that follows and is kept nowhere here, not for a moment."""
    assert isinstance(request.user, User)
    form = TokenForm(request.POST if request.method == "POST" else None)
    here = reverse("accounts:tokens")
    if form.is_valid():
        _row, secret = ApiToken.issue(owner=request.user, **form.cleaned_data)
        carried = redirect(here)
        carried.set_signed_cookie(
            CARRIER, secret, max_age=60, path=here, httponly=True, samesite="Strict", secure=request.is_secure()
        )
        return carried
    carried_here = request.get_signed_cookie(CARRIER, default="", max_age=60)
    context = {"form": form, "secret": carried_here, "tokens": request.user.api_tokens.all()}
    page = render(request, "accounts/tokens.html", context, status=status_of(form))
    page.delete_cookie(CARRIER, path=here, samesite="Strict")
    return page


@login_required
@require_POST
def withdraw_token(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(ApiToken, pk=pk, owner=request.user).delete()
    messages.success(request, _("The token is withdrawn."))
    return redirect("accounts:tokens")


@login_required
def delete(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    wait = seconds_to_wait(f"delete:{request.user.pk}", *TRIES_TO_DELETE) if request.method == "POST" else 0
    if wait:
        return refusal(request, wait)
    refused = _erased(request.user, request.POST.get("password", "")) if request.method == "POST" else ""
    if request.method == "POST" and not refused:
        logout(request)
        messages.success(request, _("Your account is deleted. Results you played in stay, without your name."))
        return redirect("start")
    return render(request, "accounts/delete.html", {"refused": refused}, status=400 if refused else 200)


def _erased(user: User, password: str) -> str:
    """Why not, where it could not be done."""
    if not user.check_password(password):
        return _("This is not your password.")
    try:
        erasure.erase(user)
    except erasure.StillNeeded as still:
        return str(still)
    return ""


@require_GET
@never_cache
def no_stream(_request: HttpRequest) -> HttpResponse:
    """/live under a server that has no streams (config/asgi.py has): pages ask for the versions instead."""
    return HttpResponse(status=204)


@require_GET
@never_cache
def live_versions(request: HttpRequest) -> HttpResponse:
    """For pages that poll: /live/versions?topic=a&topic=b answers {"a": 3, "b": 1}."""
    topics = request.GET.getlist("topic")[:MOST_TOPICS]
    return JsonResponse(live.versions(topic for topic in topics if "\0" not in topic))
