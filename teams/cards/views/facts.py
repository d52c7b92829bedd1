"""Card texts contributed by people: what is known and missing, proposals compared with current texts, and decisions."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from core.pages.asking import asks_first
from core.pages.requests import SiteRequest
from rules.common.fields import InvalidValue
from rules.games import DEFAULT, Fact, facts_of_game, title_of_game
from teams.cards.catalogue.completeness import KNOWN
from teams.cards.catalogue.faces import known_of
from teams.cards.catalogue.open_facts import OpenCard, all_open_facts, with_one_fact
from teams.cards.editor.of_games import differences_of, read_of
from teams.cards.editor.reading import built_in_bodies, message_of
from teams.cards.editor.table_preview import not_known
from teams.cards.models import edit_url, facts_url, kind_title, query_of
from teams.cards.services import facts as services
from teams.cards.services import photographs
from teams.cards.services.facts import Version, version_now
from teams.cards.services.picture_files import LARGEST_FILE
from teams.cards.views.games import crumbs_of, game_asked, games, page_of_game, title_of_facts
from teams.models import FactKind, FactPhotograph, FactRevision

SHOWN = 60


@require_GET
@page_of_game
def index(request: SiteRequest) -> HttpResponse:
    game = game_asked(request)
    waiting = FactRevision.objects.of_game(game).waiting()
    facts = facts_of_game(game)
    context = {
        "game": game,
        "games": games(),
        "title": title_of_facts(game),
        "query": query_of(game),
        "waiting": waiting.with_people()[:SHOWN],
        "waiting_count": waiting.count(),
        "packs": _packs(request, game) if services.may_confirm(request.user) else [],
        "new": [(kind_title(game, kind), edit_url(game, kind)) for kind in facts.kinds if kind != FactKind.TEXT],
        "crumbs": crumbs_of(game)[:1],
        **(_of_arena(request) if facts.tables is None else {"known": facts_known(game)}),
    }
    return render(request, "teams/facts/index.html", context)


def _of_arena(request: SiteRequest) -> dict[str, Any]:
    """Return what the list has of a game with a catalogue of figures."""
    version = version_now()
    known = known_of(version)
    counts = Counter(known.values())
    one_fact = "one" in request.GET
    lacking = _lacking(version, get_language())
    return {
        "has_catalogue": True,
        "bar": [(KNOWN[word], counts[word]) for word in KNOWN],
        "whole": counts["whole"],
        "total": len(known),
        "lacking": _by_kind(with_one_fact(lacking) if one_fact else lacking),
        "one_fact": one_fact,
        "brought": FactRevision.objects.current().of_game(DEFAULT.game).exclude(kind=FactKind.TEXT),
    }


def _by_kind(cards: list[OpenCard]) -> list[tuple[Any, list[OpenCard]]]:
    """Group the cards to fold them away: on a phone all of them are a long page."""
    titles = {"text": _("Figures"), "summon": capfirst(_("summons")), "reward": _("Demonic Rewards")}
    groups = [(title, [each for each in cards if each.kind == kind]) for kind, title in titles.items()]
    return [(title, group) for title, group in groups if group]


@dataclass(frozen=True, slots=True)
class FactKnown:
    """A fact that the site has, built in or brought, and what is not known of it."""

    kind: str
    title: str
    url: str
    came_with_the_site: bool
    not_known: list[str]


def facts_known(game: str) -> list[FactKnown]:
    """Return all facts of a game in the order of its kinds."""
    current = {row.key: row for row in FactRevision.objects.of_game(game).current()}
    built_in = {key: FactRevision(game=game, kind=key.partition(":")[0], slug=key.partition(":")[2], body=body)
                for key, body in built_in_bodies(game).items() if key not in current}  # fmt: skip
    rows = sorted({**built_in, **current}.values(), key=lambda row: row.title.casefold())
    kinds = facts_of_game(game).kinds
    return [_known(row) for kind in kinds for row in rows if row.kind == kind]


def _known(row: FactRevision) -> FactKnown:
    url = row.get_absolute_url() if row.pk else row.edit_url
    return FactKnown(row.kind_title, row.title, url, row.pk is None, not_known(row.game, row.kind, row.body))


@lru_cache(maxsize=4)
def _lacking(_version: Version, _language: str | None) -> list[OpenCard]:
    return all_open_facts(services.current_facts().texts)


def _packs(request: Any, game: str) -> list[tuple[str, int]]:
    """Return files with many proposals that this reviewer may confirm together."""
    rows = FactRevision.objects.of_game(game).waiting().exclude(pack="").exclude(proposed_by=request.user)
    return sorted(Counter(rows.values_list("pack", flat=True)).items())


@require_GET
def revision(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, pk)


def _page(request: HttpRequest, pk: int, *, status: int = 200, photograph_error: str = "") -> HttpResponse:
    row = get_object_or_404(FactRevision.objects.with_people(), pk=pk)
    about = FactRevision.objects.about(row.game, row.kind, row.slug).with_people()
    current = about.current().first()
    others = [other for other in about.waiting() if other.pk != row.pk]
    columns = [_column(row, _("This proposal") if not row.outcome else _("This revision"))]
    if current is not None and current.pk != row.pk:
        columns.append(_column(current, _("What the site says now")))
    elif current is None and row.key in built_in_bodies(row.game):
        columns.append(_built_in_column(row))
    columns += [_column(other, _("Another proposal")) for other in others]
    context = {
        "row": row,
        "columns": columns,
        "differing": differences_of(row.game, [column["fact"] for column in columns if column["fact"]]),
        "history": about,
        "mine": request.user.pk == row.proposed_by_id,
        "may_confirm": services.may_confirm(request.user) and request.user.pk != row.proposed_by_id,
        "reviewers": [] if row.outcome else services.reviewers_of(row),
        "in_events_url": f"{row.get_absolute_url()}events/",
        "photograph": FactPhotograph.objects.filter(revision=row).defer("content").first(),
        "may_see_photograph": photographs.may_see(row, request.user),
        "photograph_error": photograph_error,
        "largest_photograph": LARGEST_FILE,
        "game_title": title_of_game(row.game),
        "crumbs": crumbs_of(row.game),
    }
    return render(request, "teams/facts/revision.html", context, status=status)


def _column(row: FactRevision, title: str) -> dict[str, Any]:
    fact, problem = _fact(row)
    return {
        "title": title,
        "fact": fact,
        "read": fact and read_of(row.game, fact),
        "problem": problem,
        "source": row.source,
        "by": row.proposed_by,
        "at": row.proposed_at,
        "url": row.get_absolute_url(),
    }


def _fact(row: FactRevision) -> tuple[Fact | None, str]:
    try:
        return row.fact(services.known_summons()), ""
    except InvalidValue as wrong:
        return None, message_of(wrong)


def _built_in_column(row: FactRevision) -> dict[str, Any]:
    fact = FactRevision(game=row.game, kind=row.kind, slug=row.slug, body=built_in_bodies(row.game)[row.key]).fact()
    return {"title": _("What the site says now"), "fact": fact, "read": read_of(row.game, fact), "by": "", "url": ""}


@login_required
@require_POST
def decide(request: Any, pk: int) -> HttpResponse:
    row = get_object_or_404(FactRevision, pk=pk)
    does = request.POST.get("decision", "")
    try:
        if does == "confirm":
            services.confirm(revision=row, who=request.user)
            messages.success(request, _("Confirmed. Games are checked with it from now on."))
        elif does == "reject":
            services.reject(revision=row, who=request.user, why=request.POST.get("why", ""))
            messages.success(request, _("Rejected. The person who proposed it sees your reason."))
        elif does == "withdraw":
            services.withdraw(revision=row, who=request.user)
            messages.success(request, _("Withdrawn."))
    except Refused as refusal:
        messages.error(request, str(refusal.message))
    return redirect(row)


@login_required
@require_http_methods(["GET", "POST"])
def photograph(request: Any, pk: int) -> HttpResponse:
    """Show the picture to reviewers and the person who took it; that person can also upload it."""
    row = get_object_or_404(FactRevision, pk=pk)
    if request.method == "POST":
        upload = request.FILES.get("photograph")
        try:
            photographs.attach(revision=row, who=request.user, content=upload.read() if upload else b"")
        except Refused as refusal:
            return _page(request, pk, status=refusal.status, photograph_error=str(refusal.message))
        messages.success(request, _("Photograph attached. Only reviewers can see it."))
        return redirect(row)
    picture = FactPhotograph.objects.filter(revision=row).first()
    if picture is None or not photographs.may_see(row, request.user):
        raise Http404
    answer = HttpResponse(bytes(picture.content), content_type="image/jpeg")
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@login_required
@require_POST
@asks_first
def confirm_pack(request: Any, digest: str) -> HttpResponse:
    if not services.may_confirm(request.user):
        raise PermissionDenied(_("Only reviewers can confirm or reject card texts."))
    game = FactRevision.objects.filter(pack=digest).values_list("game", flat=True).first() or DEFAULT.game
    try:
        done = services.confirm_pack(pack=digest, who=request.user)
        text = ngettext("%(count)s card text confirmed.", "%(count)s card texts confirmed.", done)
        messages.success(request, text % {"count": done})
    except Refused as refusal:
        messages.error(request, str(refusal.message))
    return redirect(facts_url(game))
