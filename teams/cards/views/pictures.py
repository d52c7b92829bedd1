"""Pictures of cards added by the club: the file for everyone, and the actions of reviewers on the card's page."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.moderation.services import may_moderate
from core.errors import Refused
from core.pages.login_redirect import login_required
from rules.games import DEFAULT
from teams.cards.services import pictures
from teams.cards.views.cards import card_page
from teams.models import CardPicture

AN_HOUR = "private, max-age=3600"  # how long browsers may still show a picture after its removal


@require_GET
def picture(request: HttpRequest, slug: str, pk: int, size: str) -> HttpResponse:
    """Return the picture. Moderators still see hidden ones, because they may have to decide about them again."""
    row = get_object_or_404(CardPicture, slug=slug, pk=pk)
    if size not in ("large", "small") or not (row.is_shown or may_moderate(request.user)):
        raise Http404
    answer = HttpResponse(row.content(size), content_type="image/jpeg")
    answer["Cache-Control"] = AN_HOUR if row.is_shown else "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = f'inline; filename="{slug}.jpg"'
    return answer


@login_required
@require_POST
def change(request: Any, slug: str) -> HttpResponse:
    if DEFAULT.catalogue().get(slug) is None:
        raise Http404
    does, seen = request.POST.get("picture-does", ""), request.POST.get("picture-seen", "")
    try:
        if does == "remove":
            pictures.remove(slug=slug, pk=seen, who=request.user)
            messages.success(request, _("Picture removed. The card shows its drawing again."))
        elif does == "restore":
            pictures.put_back(slug=slug, pk=seen, who=request.user)
            messages.success(request, _("Picture restored."))
        else:
            return _upload(request, slug, seen)
    except Refused as refusal:
        return card_page(request, slug, status=refusal.status, picture_errors={"all": refusal.message})
    return redirect("teams:card", slug)


def _upload(request: Any, slug: str, seen: str) -> HttpResponse:
    file = request.FILES.get("picture")
    sent = pictures.Uploaded(file.read() if file else b"", request.POST.get("picture-alt", ""))
    try:
        row = pictures.upload(slug=slug, who=request.user, uploaded=sent, instead_of=seen)
    except Refused as refusal:
        return card_page(request, slug, status=refusal.status, picture_errors={"all": refusal.message}, alt=sent.alt)
    if row is None:
        return card_page(request, slug, status=400, picture_errors=sent.errors, alt=sent.alt)
    messages.success(request, _("Picture uploaded. Everybody sees it on the card."))
    return redirect("teams:card", slug)
