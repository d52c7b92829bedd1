"""A person's own saved lists."""

import json
from typing import Literal

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.database.deleted import restorable
from core.errors import Refused
from core.pages.error_responses import errors_on_form, form_status
from core.pages.links import absolute
from core.pages.login_redirect import redirect_to_sign_in
from core.pages.qr import qr
from core.pages.undo import with_button
from rules.games import Catalogue, TeamVerdict
from teams.builder.build import Build
from teams.cards.catalogue.open_facts import open_facts_of_teams
from teams.cards.services.facts import cards_now, current_facts
from teams.lists.forms import SharingForm
from teams.lists.pages import team_shown
from teams.lists.services import delete_list, restore_list, save_list, set_sharing
from teams.lists.views.public import sheet_of
from teams.models import Pool, TeamList
from teams.wording import VERDICTS, counted


@require_GET
def lists(request: HttpRequest) -> HttpResponse:
    """List the person's teams. Without an account one can build, check and share a team, but not save it."""
    known = cards_now()
    mine = [_row(team, verdict, known) for team, verdict in TeamList.objects.of(request.user).with_verdicts(known)]
    pools = Pool.objects.filter(owner=request.user) if request.user.is_authenticated else []
    deleted = restorable(TeamList.with_deleted.of(request.user))
    return render(request, "teams/list.html", {"rows": mine, "pools": pools, "deleted": deleted})


def _row(team: TeamList, verdict: TeamVerdict, known: Catalogue) -> dict[str, object]:
    return {
        "team": team,
        "url": team.get_absolute_url(),
        "figures": ", ".join(card.name for card in counted(team.figures, known)),
        "level": verdict.level,
        "initiative": verdict.initiative,
        "legal": verdict.is_legal,
        "word": VERDICTS[verdict.verdict],
        "broken": ", ".join(dict.fromkeys(broken.article or "" for broken in verdict.violations)),
    }


def _build(team: TeamList) -> Build:
    return Build(
        tuple(team.figures),
        team.name,
        team.ruleset,
        team.team_format,
        team.legality,
        pool=team.known_pool,
        pasted_pool=() if team.known_pool else tuple(team.pool),
        saved_as=team.pk,
    )


@login_required
@require_GET
def team(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, _own(request, pk))


def _own(request: HttpRequest, pk: int) -> TeamList:
    own = TeamList.objects.filter(owner=request.user.pk).with_likes().select_related("owner", "from_pool")
    return get_object_or_404(own, pk=pk)


def _page(request: HttpRequest, found: TeamList, form: SharingForm | None = None) -> HttpResponse:
    form = form or SharingForm(instance=found)
    link = found.get_public_url()
    context = team_shown(found) | {
        "crumbs": [(reverse("teams:list"), _("Teams"))],
        "edit_url": _build(found).url(),
        "text": found.document().as_text(),
        "json": json.dumps(found.document().as_dict(), ensure_ascii=False, indent=2),
        "form": form,
        "link": absolute(link, request) if link else "",
        "code": qr(absolute(link, request)) if link else "",
        "source": found.public_source(),
        "open_facts": open_facts_of_teams(dict.fromkeys(found.document().figures, 0), current_facts().texts),
        "is_copy": found.copied_from_id is not None,
    }
    return render(request, "teams/team.html", context, status=form_status(form))


@login_required
@require_POST
def share(request: HttpRequest, pk: int) -> HttpResponse:
    found = _own(request, pk)
    form = SharingForm(request.POST, instance=TeamList(sharing=found.sharing))
    if form.is_valid():
        with errors_on_form(form):
            row = set_sharing(team=found, who=found.owner, sharing=form.cleaned_data["sharing"])
            messages.success(request, _("Saved: %(who)s can see this team.") % {"who": row.get_sharing_display()})
            return redirect(row)
    return _page(request, found, form)


@login_required
@require_GET
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    found = _own(request, pk)
    return sheet_of(request, found, [(reverse("teams:list"), _("Teams")), (found.get_absolute_url(), found.name)])


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Save the team. People who are not signed in return to the same team after signing in, because the URL contains
    it."""
    now = Build.of(request.POST, request.user)
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request, now.url())
    existing = TeamList.objects.of(request.user).filter(pk=now.saved_as).first() if now.saved_as else None
    if "as_new" in request.POST:
        existing = None
    try:
        saved = save_list(owner=request.user, document=now.document(), team=existing, from_pool=now.pool)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(now.url())
    messages.success(request, _("“%(name)s” saved.") % {"name": saved.name})
    return redirect(saved)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(TeamList.objects.of(request.user), pk=pk)
    delete_list(team=found)
    text = _("“%(name)s” deleted.") % {"name": found.name}
    messages.success(request, with_button(request, text, _("Restore list"), reverse("teams:restore", args=[pk])))
    return redirect("teams:list")


@login_required
@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(TeamList.with_deleted.of(request.user), pk=pk)
    try:
        restored = restore_list(team=found)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("teams:list")
    messages.success(request, _("“%(name)s” restored.") % {"name": restored.name})
    return redirect(restored)


@login_required
@require_GET
def export(request: HttpRequest, pk: int, form: Literal["json", "txt"]) -> HttpResponse:
    document = get_object_or_404(TeamList.objects.of(request.user), pk=pk).document()
    if form == "json":
        text, kind = json.dumps(document.as_dict(), ensure_ascii=False, indent=2), "application/json"
    else:
        text, kind = document.as_text(), "text/plain"
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="team-{pk}.{form}"'
    return response
