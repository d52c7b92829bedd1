"""Legality profiles: reading dated ones, creating one's own."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.profile.models import User
from core.pages.error_responses import form_status
from core.records.audit import record
from rules.games import DEFAULT, Difference, Legality
from teams.cards.catalogue.dated_texts import notes_of, source_of, title_of
from teams.cards.services.facts import cards_now
from teams.lists.forms import ProfileForm
from teams.models import LegalityProfile, find_legality
from teams.wording import card_title, counted


def _crumbs() -> list[tuple[str, str]]:
    return [(reverse("teams:list"), _("Teams")), (reverse("teams:profiles"), _("Boss and ban lists"))]


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    own = LegalityProfile.objects.select_related("owner")
    context = {
        "dated": [(dated, title_of(dated)) for dated in DEFAULT.lists.profiles().values()],
        "own": own,
        "crumbs": _crumbs()[:1],
    }
    return render(request, "teams/profiles.html", context)


@require_GET
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    legality = find_legality(slug)
    if legality is None:
        raise Http404
    own = LegalityProfile.objects.filter(slug=slug).first()
    context = {
        "legality": legality,
        "title": title_of(legality),
        "notes": notes_of(legality),
        "source": source_of(legality),
        "own": own,
        "is_mine": own is not None and own.owner_id == request.user.pk,
        "base_title": title_of(DEFAULT.lists.profiles()[own.based_on]) if own else "",
        "differences": [_difference_row(each) for each in own.differences()] if own else [],
        "banned": counted(legality.banned, cards_now()),
        "bosses": counted(legality.bosses, cards_now()),
        "expansions": _expansions(legality),
        "crumbs": _crumbs(),
    }
    return render(request, "teams/profile.html", context)


def _expansions(legality: Legality) -> list[tuple[str, bool]]:
    return [(each.name, each.slug in legality.expansions) for each in DEFAULT.catalogue().expansions.values()]


def _difference_row(difference: Difference) -> dict[str, object]:
    words = {
        "expansions": _("Legal expansions"),
        "banned": _("Banned figures"),
        "bosses": _("Figures that count as Boss"),
    }
    return {
        "of": words[difference.of],
        "added": [_name(slug) for slug in difference.added],
        "removed": [_name(slug) for slug in difference.removed],
    }


def _name(slug: str) -> str:
    return card_title(slug) if DEFAULT.catalogue().get(slug) else DEFAULT.catalogue().expansions[slug].name


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    initial = ProfileForm.initial_from(request.GET.get("from", ""))
    assert isinstance(request.user, User)
    form = ProfileForm(request.POST or None, instance=LegalityProfile(owner=request.user), initial=initial)
    return _saved_or_shown(request, form, "legality-made")


@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str) -> HttpResponse:
    mine = get_object_or_404(LegalityProfile, slug=slug, owner=request.user)
    return _saved_or_shown(request, ProfileForm(request.POST or None, instance=mine), "legality-changed")


def _saved_or_shown(request: HttpRequest, form: ProfileForm, action: str) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            saved = form.save()
            record(action, who=request.user, subject=saved, after=saved.legality().as_facts())
        messages.success(
            request, _("“%(title)s” saved. Events can now choose it by this name.") % {"title": saved.title}
        )
        return redirect(saved)
    context = {"form": form, "crumbs": _crumbs()}
    return render(request, "teams/profile_form.html", context, status=form_status(form))
