"""The team builder. Its state is the URL. Without scripts each button loads a page, otherwise a fragment."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from core.pages.links import absolute
from core.pages.requests import SiteRequest, asks_for_part
from rules.common.lists import looks_like_json
from rules.games import DEFAULT, OF_ARENA, Ruleset, UnreadableListError
from rules.games import TeamList as Document
from teams.builder.build import MOST_FIGURES, Build, known
from teams.builder.picks import FITTING_FIRST, Offer, curves, first_of, picks, row_states, searched
from teams.cards.catalogue.completeness import KNOWN
from teams.cards.catalogue.search import LEVELS, ORDER_WORDS, Wanted, types
from teams.cards.services.facts import Version, version_now
from teams.models import LARGEST_POOL, Pool, TeamFormat, find_legality, legality_choices, own_profiles
from teams.wording import VERDICTS, card_row, distinct_errors, render_message, violations

CHANGES = {"add", "out", "clear"}
FILTERS = ("q", "level", "type", "expansion", "known")
SEARCH = (*FILTERS, "sort", "fits")
ORDERS = {FITTING_FIRST: _("what fits now first"), **ORDER_WORDS}


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "POST"])
def build(request: SiteRequest) -> HttpResponse:
    if request.method == "POST":
        return _redirect_to_result(request, request.POST)
    version = version_now()
    built = Build.of(request.GET, request.user, version).after(request.GET.dict())
    fragment = asks_for_part(request)
    if not fragment and CHANGES & request.GET.keys():
        return _redirect_to_result(request, request.GET)
    context = _team(built, version) | {"share": absolute(replace(built, event="").url(), request)}
    if not fragment:
        choices = _choices(request.user, built)
        return render(request, "teams/build.html", context | _offer(request, built, version) | choices)
    response = render(request, "teams/_team_panel.html", context)
    response["HX-Push-Url" if _is_another_step(request, built) else "HX-Replace-Url"] = built.url()
    return response


def _redirect_to_result(request: SiteRequest, pressed: QueryDict) -> HttpResponse:
    """Redirect after a form was sent without scripts, preserving what was typed."""
    asked = {name: str(pressed[name]) for name in pressed}  # the last value of each name
    now = Build.of(pressed, request.user).after(asked)
    return redirect(now.url(**{key: asked[key] for key in SEARCH if asked.get(key)}))


def _is_another_step(request: SiteRequest, now: Build) -> bool:
    """Whether the browser shows a different team, so that going back undoes this step."""
    there = urlsplit(request.headers.get("HX-Current-URL", "")).query
    return Build.of(QueryDict(there), request.user).undo_state != now.undo_state


def _team(built: Build, version: Version) -> dict[str, Any]:
    verdict = built.verdict()
    document = built.document()
    return {
        "build": built,
        "row_states": row_states(built),
        "curves": curves(built, version),
        "unknown": [words for _error, words in distinct_errors(DEFAULT.lists.check(built.unknown).errors)],
        "most_figures": MOST_FIGURES,
        "timeline": [card_row(card) for card in built.timeline()],
        "ties": built.ties(),
        "verdict": verdict,
        "verdict_word": VERDICTS[verdict.verdict],
        "violations": violations(verdict),
        "notes": [render_message(note.message) for note in verdict.notes],
        "glory": built.glory(),
        "rules_title": gettext(built.rules.title),
        "other_rules": [
            (gettext(rules.title), built.under(slug).url()) for slug, rules in OF_ARENA.items() if slug != built.ruleset
        ],
        "glory_article": _article("1.3.5.b" if built.is_limited else "1.3.5.a", built.rules),
        "ties_article": _article("2.4.3.b", built.rules),
        "most": built.sizes.stop - 1,
        "text": document.as_text() if built.figures else "",
        "json": json.dumps(document.as_dict(), ensure_ascii=False, indent=2),
    }


def _article(number: str, rules: Ruleset) -> str:
    """The number as these rules have it; empty if they do not."""
    cited = rules.cites(number, "")
    return cited if cited in rules.articles("en") else ""


def _offer(request: SiteRequest, built: Build, version: Version) -> dict[str, Any]:
    offer = Offer.of(request.GET.get("sort", ""), only_fitting="fits" in request.GET)
    order = "level" if offer.order == FITTING_FIRST else offer.order
    wanted = Wanted.of({name: request.GET.get(name, "") for name in FILTERS} | {"sort": order})
    first = first_of(version)
    offered = picks(built, wanted, offer, version, first)
    return {
        "wanted": wanted,
        "offer": offer,
        "picks": offered,
        "nearest": [card_row(card) for card in wanted.nearest()] if not offered.found else [],
        "searched": searched(version, first),
    }


def _choices(user: Any, built: Build) -> dict[str, Any]:
    crumbs = [(reverse("teams:list"), _("Teams"))]
    return {
        "formats": [choice for choice in TeamFormat.choices if choice[0] in built.rules.lists.formats],
        "profiles": tuple(legality_choices()) if built.rules.lists.knows_bans else (),
        "pools": Pool.objects.filter(owner=user) if user.is_authenticated else [],
        "levels": tuple((level, level) for level in LEVELS),
        "types": tuple((word, word) for word in types()),
        "known_choices": tuple((known, str(word)) for known, word in KNOWN.items()),
        "orders": tuple((order, str(word)) for order, word in ORDERS.items()),
        "expansions": tuple((each.slug, each.name) for each in DEFAULT.catalogue().expansions.values()),
        "crumbs": crumbs,
    }


@require_http_methods(["GET", "POST"])
def paste(request: SiteRequest) -> HttpResponse:
    """Turn pasted text or JSON into a team in the builder. If it cannot be read, show the errors and keep the text."""
    rules = OF_ARENA.get((request.POST or request.GET).get("rules", ""), DEFAULT)
    page = {
        "crumbs": [(reverse("teams:list"), _("Teams"))],
        "most_bytes": DEFAULT.lists.max_bytes,
        "rules": rules.slug,
        "rulesets": [(each.slug, gettext(each.title)) for each in OF_ARENA.values()],
    }
    if request.method != "POST":
        return render(request, "teams/paste.html", page)
    pasted = request.POST.get("paste", "")
    try:
        typed, of_text = pasted.encode("utf-8", "surrogatepass"), rules.lists.in_documents
        document = DEFAULT.lists.read(typed, ruleset=of_text, own_profiles=own_profiles())
        verdict = document.check(find_legality(document.legality))
    except UnreadableListError as unreadable:
        document, verdict = Document(()), unreadable.verdict
    too_many = len(verdict.figures) > MOST_FIGURES or len(document.pool) > LARGEST_POOL
    if verdict.errors or too_many:
        context = {"paste": pasted, "errors": distinct_errors(verdict.errors), "too_many": too_many}
        context |= {"count": len(verdict.figures)}
        context["is_text"] = not looks_like_json(pasted.encode("utf-8", "replace"))
        return render(request, "teams/paste.html", page | context, status=400)
    now = Build(
        verdict.figures,
        document.name,
        document.ruleset or DEFAULT.slug,
        document.team_format,
        document.legality,
        pasted_pool=known(document.pool),
    )
    if now.is_limited and not now.pasted_pool:
        messages.info(request, _("Choose or enter the pool here; it is kept separate from the team."))
    return redirect(now.url())
