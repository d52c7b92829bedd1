"""Limited pools: the owner opens one, another player enters it, the owner checks it, and it is locked."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from accounts.profile.models import User
from core.database.deleted import restorable
from core.errors import Refused
from core.pages.error_responses import form_status
from core.pages.links import absolute
from core.pages.live import render_part
from core.pages.requests import SiteRequest, asks_for_part
from core.pages.undo import with_button
from teams.cards.services.facts import cards_now
from teams.lists.forms import PoolForm
from teams.models import Pool
from teams.pools.entry import apply_entry, offers
from teams.pools.services import (
    confirm_pool,
    delete_pool,
    open_pool,
    register_pool,
    reopen_pool,
    restore_pool,
    send_pool_back,
)
from teams.wording import counted, names_of

LONGEST_REASON = 500


def _crumbs() -> list[tuple[str, str]]:
    return [(reverse("teams:list"), _("Teams")), (reverse("teams:pools"), _("Limited pools"))]


@login_required
@require_http_methods(["GET", "POST"])
def pools(request: SiteRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = PoolForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(open_pool(owner=request.user, name=form.cleaned_data["name"]))
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {
        "form": form,
        "mine": Pool.objects.filter(owner=request.user),
        "deleted": restorable(Pool.with_deleted.private().filter(owner=request.user)),
        "entered": Pool.objects.filter(registered_by=request.user).select_related("owner"),
        "crumbs": _crumbs()[:1],
    }
    return render(request, "teams/pools.html", context, status=form_status(form))


@login_required
@require_GET
def pool(request: SiteRequest, pk: int) -> HttpResponse:
    found = _visible(request, pk)
    is_judge = request.user.has_perm("teams.judge_pools")
    reachable = found.reachable(cards_now()) if is_judge else None
    enter = reverse("teams:enter-pool", args=[found.pk, found.code])
    context = {
        "pool": found,
        "cards": counted(found.figures, cards_now()),
        "is_owner": found.owner_id == request.user.pk,
        "is_judge": is_judge,
        "reachable": reachable,
        "best": names_of(reachable.figures) if reachable else [],
        "enter_url": absolute(enter, request),
        "crumbs": _crumbs(),
    }
    return render(request, "teams/pool.html", context)


def _visible(request: SiteRequest, pk: int) -> Pool:
    visible = Pool.objects.private().visible_to(request.user).select_related("owner", "registered_by")
    return get_object_or_404(visible, pk=pk)


@vary_on_headers("HX-Request")
@login_required
@require_http_methods(["GET", "POST"])
def enter(request: SiteRequest, pk: int, code: str) -> HttpResponse:
    """Show the page for the player who was given the code. Every step is stored at once."""
    assert isinstance(request.user, User)
    found = Pool.objects.private().select_related("owner").filter(pk=pk).first()
    if found is None or not found.opens_with(code):
        raise Http404
    if not found.is_open:
        return redirect(_visible(request, pk))
    if request.method == "POST":
        refusal = apply_entry(request.POST, found, partial(register_pool, pool=found, by=request.user))
        if not found.is_open:
            return redirect(found)
        if refusal and not asks_for_part(request):
            messages.error(request, refusal)
        if not asks_for_part(request):
            return redirect(request.get_full_path())
        context = {"cards": counted(found.figures, cards_now()), "pool": found, "refusal": refusal}
        return render_part(request, "teams/pool_enter.html", context, part="figures")
    context = {
        **offers(request.GET.get("q", "")),
        "pool": found,
        "cards": counted(found.figures, cards_now()),
        "is_owner": found.owner_id == request.user.pk,
        "crumbs": _crumbs(),
    }
    if asks_for_part(request):
        return render_part(request, "teams/pool_enter.html", context, part="offers")
    return render(request, "teams/pool_enter.html", context)


def _pool_action(change: Callable[..., Pool], **more: Any) -> Callable[..., HttpResponse]:
    """Create the view of a button on the pool's page, which calls a service as the signed-in person."""

    @login_required
    @require_POST
    def view(request: SiteRequest, pk: int) -> HttpResponse:
        found = _visible(request, pk)
        reasons = {name: request.POST.get(name, "").replace("\0", "")[:LONGEST_REASON] for name in more}
        try:
            change(pool=found, by=request.user, **reasons)
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect(found)

    return view


confirm = _pool_action(confirm_pool)
send_back = _pool_action(send_pool_back, why="")
reopen = _pool_action(reopen_pool, why="")


@login_required
@require_POST
def delete(request: SiteRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Pool.objects.private(), pk=pk, owner=request.user)
    try:
        delete_pool(pool=found)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    text = _("“%(name)s” deleted.") % {"name": found.name}
    messages.success(request, with_button(request, text, _("Restore pool"), reverse("teams:restore-pool", args=[pk])))
    return redirect("teams:pools")


@login_required
@require_POST
def restore(request: SiteRequest, pk: int) -> HttpResponse:
    assert isinstance(request.user, User)
    found = get_object_or_404(Pool.with_deleted.private(), pk=pk, owner=request.user)
    try:
        restored = restore_pool(pool=found, who=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("teams:pools")
    messages.success(request, _("“%(name)s” restored.") % {"name": restored.name})
    return redirect(restored)
