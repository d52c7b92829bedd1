"""Packs of card texts: export for other clubs, import after a preview."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Refused
from rules.games import DEFAULT
from teams.cards.editor.of_games import differences_of, read_of
from teams.cards.editor.reading import built_in_bodies
from teams.cards.models import facts_url, query_of
from teams.cards.services.packs import FORMATS, Pack, PackRow, exported, preview, take_in
from teams.cards.views.games import crumbs_of, game_asked, games, page_of_game
from teams.wording import render_message

CONTENT_TYPES = {"json": "application/json", "toml": "application/toml"}
LOOKS = {"new": "badge-good", "same": "", "waiting": "badge-info", "conflict": "badge-warn"}
STATES = {
    "new": gettext_lazy("new"),
    "same": gettext_lazy("known already"),
    "waiting": gettext_lazy("already proposed"),
    "conflict": gettext_lazy("differs from what this site says"),
}


@require_GET
@page_of_game
def export(request: HttpRequest, form: str) -> HttpResponse:
    if form not in FORMATS:
        raise Http404
    game = game_asked(request)
    answer = HttpResponse(exported(form, game), content_type=CONTENT_TYPES[form])
    name = "card-texts" if game == DEFAULT.game else f"{game}-facts"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer


@login_required
@require_http_methods(["GET", "POST"])
@page_of_game
def take(request: Any) -> HttpResponse:
    """Preview the uploaded file, then import what was chosen."""
    if request.method == "GET":
        return _page(request, None, "")
    pack, error = _previewed(request)
    if pack is None:
        return _page(request, None, error, status=400)
    if "take" not in request.POST:
        return _page(request, pack, "")
    try:
        taken = take_in(pack=pack, who=request.user, chosen=set(request.POST.getlist("facts")))
    except Refused as refusal:
        return _page(request, pack, str(refusal.message), status=400)
    text = ngettext("%(count)s card text proposed.", "%(count)s card texts proposed.", taken)
    messages.success(request, text % {"count": taken})
    return redirect(facts_url(pack.game))


def _previewed(request: Any) -> tuple[Pack | None, str]:
    upload = request.FILES.get("file")
    content = (
        upload.read(DEFAULT.facts.max_bytes + 1) if upload else request.POST.get("pack", "").encode("utf-8", "replace")
    )
    try:
        game = game_asked(request)
        return preview(content, built_in_bodies(game), request.user, game), ""
    except Refused as refusal:
        return None, str(refusal.message)


def _compared(game: str, row: PackRow) -> dict[str, Any]:
    """For a conflict, compare the file with what the site says."""
    if row.state != "conflict" or row.standing is None:
        return {}
    titles, facts = (_("In the file"), _("What the site says now")), (row.fact, row.standing)
    columns = [(title, read_of(game, fact)) for title, fact in zip(titles, facts, strict=True)]
    return {"differing": differences_of(game, facts), "columns": columns}


def _page(request: HttpRequest, pack: Pack | None, error: str, *, status: int = 200) -> HttpResponse:
    game = game_asked(request)
    context: dict[str, Any] = {
        "game": game,
        "games": [(title, f"{reverse('teams:import-facts')}{query_of(each)}", each) for each, title, _url in games()],
        "pack": pack,
        "error": error,
        "words": [
            {"row": row, "state": STATES[row.state], "look": LOOKS[row.state], "ticked": row.state == "new"}
            | _compared(game, row)
            for row in (pack.rows if pack else ())
        ],
        "problems": [
            {"pointer": each.pointer, "slug": each.about[0], "message": render_message(each.message)}
            for each in (pack.problems if pack else ())
        ],
        "crumbs": crumbs_of(game),
    }
    return render(request, "teams/facts/import.html", context, status=status)
