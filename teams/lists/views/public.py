"""Public teams: the list, a team by its link with preview and printed sheet, likes and copies."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.profile.models import User
from core.errors import Refused
from core.pages.links import absolute
from core.pages.pictures import picture_response
from core.pages.qr import qr
from teams.builder.build import Build
from teams.lists.pages import PublicTeams, names_in_a_line, rows, team_picture, team_shown
from teams.lists.services import copy_team, set_like
from teams.models import Sharing, TeamList

TEAMS_A_PAGE = 24


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    wanted = PublicTeams.of(request.GET.dict())
    page = Paginator(wanted.numbers(), TEAMS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "crumbs": [(reverse("teams:list"), _("Teams"))],
        "wanted": wanted,
        "page": page,
        "rows": rows([*page.object_list]),
        "query": wanted.query(),
    }
    return render(request, "teams/public/index.html", context)


def _public(uuid: UUID) -> TeamList:
    return get_object_or_404(TeamList.objects.public().with_likes(), share_code=uuid)


@require_GET
def team(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _public(uuid)
    shown = team_shown(found)
    link = absolute(found.get_public_url(), request)
    context = shown | {
        "crumbs": [(reverse("teams:list"), _("Teams")), (reverse("teams:public-teams"), _("Public teams"))],
        "by": _("By %(name)s") % {"name": found.owner.shown_name},
        "about": _about(shown),
        "link": link,
        "picture": absolute(reverse("teams:public-team-picture", args=[uuid]), request),
        "code": qr(link),
        "is_mine": found.owner_id == request.user.pk,
        "liked": request.user.is_authenticated and found.likes.filter(user=request.user).exists(),
        "is_listed": found.sharing == Sharing.LISTED,
        "build_url": Build(tuple(found.figures), found.name, found.ruleset, found.team_format, found.legality).url(),
        "source": found.public_source(),
    }
    return render(request, "teams/public/team.html", context)


def _about(shown: dict[str, Any]) -> str:
    """Return the description in a preview: level and figures."""
    facts = {"level": shown["verdict"].level, "initiative": shown["verdict"].initiative}
    return _("Level %(level)s, initiative %(initiative)s: %(figures)s") % {
        **facts,
        "figures": names_in_a_line(shown["cards"]),
    }


@require_GET
def picture(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _public(uuid)
    by = _("A team by %(name)s") % {"name": found.owner.shown_name}

    def draw() -> bytes:
        shown = team_shown(found)
        return team_picture(found.name, by, _about(shown), shown["portraits"])

    key = f"team {found.pk} {found.changed_at.isoformat()} {found.name} {by} {get_language()}"
    return picture_response(request, key, draw)


@require_GET
def sheet(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _public(uuid)
    crumbs = [(reverse("teams:public-teams"), _("Public teams")), (found.get_public_url(), found.name)]
    return sheet_of(request, found, crumbs)


def sheet_of(request: HttpRequest, team: TeamList, crumbs: list[tuple[str, str]]) -> HttpResponse:
    """Render the printed sheet: the cards, the verdict, and the QR code of the team's public URL."""
    address = team.get_public_url()
    code = qr(absolute(address, request)) if address else ""
    return render(request, "teams/public/sheet.html", team_shown(team) | {"crumbs": crumbs, "code": code})


@login_required
@require_POST
def like(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _public(uuid)
    assert isinstance(request.user, User)
    try:
        set_like(team=found, who=request.user, liked=request.POST.get("liked") != "no")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(found.get_public_url())


@login_required
@require_POST
def copy(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _public(uuid)
    assert isinstance(request.user, User)
    try:
        mine = copy_team(team=found, who=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found.get_public_url())
    messages.success(request, _("“%(name)s” is now one of your teams.") % {"name": mine.name})
    return redirect(mine)
