"""The catalogue: everything that is known about the cards, what is not, and the pictures that the club added."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from accounts.moderation.services import may_moderate
from core.errors import Refused
from core.pages.live import render_part
from core.pages.page_cache import cached_page
from core.pages.requests import SiteRequest, asks_for_part
from rules.arena.public import COLOURS as LETTERINGS
from rules.arena.public import COPIES
from rules.common.fields import InvalidValue
from rules.games import DEFAULT, OF_ARENA, Ruleset, Text
from teams.cards.catalogue.completeness import how_known
from teams.cards.catalogue.dated_texts import title_of
from teams.cards.catalogue.portraits import portrait_of
from teams.cards.catalogue.search import BOSS, LEVELS, ORDER_WORDS, Wanted, types, understood
from teams.cards.editor.preview import shown
from teams.cards.models import LONGEST_ALT
from teams.cards.services import pictures
from teams.cards.services.facts import confirmed_last, known_summons, may_confirm, revisions_about, version_now
from teams.cards.services.picture_files import LARGEST_FILE
from teams.cards.services.pictures import may_be_put_back
from teams.models import CardPicture, FactKind, FactRevision, legality_choices, versions_of_own_profiles
from teams.wording import COLOURS, card_row

PAGE_SIZE = 60
COPIES_ARTICLE = {"gold": "1.1.1.c", "unknown": "1.1.1.c", "white": "1.1.1.e", "black": "1.1.1.f"}
COPIED_TOO_OFTEN = {"unique-hero-repeated", "too-many-copies"}
MOST_COPIES = max(COPIES.values())
BOSS_WORDS = {"yes": _("Boss"), "no": _("no Boss"), "unknown": _("not known")}


@vary_on_headers("HX-Request")
@require_GET
@cached_page(lambda _request: (versions_of_own_profiles(), version_now()))
def cards(request: SiteRequest) -> HttpResponse:
    """List the cards in batches: the last card on the page loads the next batch."""
    wanted = Wanted.of(request.GET.dict())
    version = version_now()
    found, searched_for = wanted.search(version)
    start = _start(request)
    context = {
        "wanted": wanted,
        "understood": understood(searched_for),
        "cards": [card_row(card) for card in found[start : start + PAGE_SIZE]],
        "found": len(found),
        "nearest": [] if found else [card_row(card) for card in wanted.nearest()],
        "total": len(DEFAULT.catalogue().cards),
        "next_url": _next_url(request, start + PAGE_SIZE) if start + PAGE_SIZE < len(found) else "",
    }
    if asks_for_part(request) and start:
        return render_part(request, "teams/cards.html", context, part="more")
    if asks_for_part(request):
        return render_part(request, "teams/cards.html", context)
    return render(request, "teams/cards.html", context | _choices())


def _start(request: SiteRequest) -> int:
    start = request.GET.get("from", "")
    return int(start) if start.isdecimal() and len(start) < 6 else 0


def _next_url(request: SiteRequest, start: int) -> str:
    query = request.GET.copy()
    query["from"] = str(start)
    return f"?{query.urlencode()}"


def _choices() -> dict[str, tuple[Any, ...]]:
    """Return the options, as texts or as values with their texts: each list is rendered once for each choice in it."""
    expansions = DEFAULT.catalogue().expansions.values()
    return {
        "levels": tuple((level, level) for level in LEVELS),
        "colours": tuple((colour, str(COLOURS[colour])) for colour in LETTERINGS),
        "expansions": tuple((expansion.slug, expansion.name) for expansion in expansions),
        "types": tuple((word, word) for word in types()),
        "bosses": tuple((word, str(BOSS_WORDS[word])) for word in BOSS),
        "profiles": tuple(legality_choices()),
        "orders": tuple((order, str(word)) for order, word in ORDER_WORDS.items()),
    }


@require_GET
def card(request: SiteRequest, slug: str) -> HttpResponse:
    return card_page(request, slug)


def card_page(
    request: SiteRequest,
    slug: str,
    *,
    status: int = 200,
    picture_errors: dict[str, Any] | None = None,
    alt: str = "",
) -> HttpResponse:
    found = DEFAULT.catalogue().get(slug)
    if found is None:
        raise Http404
    history = revisions_about(DEFAULT.game, FactKind.TEXT, slug)
    brought = confirmed_last(history)
    text = text_now(slug, brought)
    if text is not None:
        corrected: dict[str, Any] = dict(text.front)
        found = replace(found, **corrected)
    head, face = portrait_of(slug).split(".")
    context = {
        "head": head,
        "face": face,
        "crumbs": [(reverse("teams:cards"), _("Cards"))],
        "text": text,
        "read": shown(text) if text else None,
        "known": how_known(text),
        "brought": brought,
        "waiting": [row for row in history if not row.outcome],
        "history": history,
        "shown": card_row(found),
        "card": found,
        "expansion": DEFAULT.catalogue().expansions[found.expansion],
        "versions": [card_row(other) for other in DEFAULT.catalogue().versions(found) if other.slug != slug],
        "copies": COPIES[found.colour],
        "copies_article": COPIES_ARTICLE[found.colour],
        "other_rules": [_under(rules, slug) for rules in OF_ARENA.values() if rules is not DEFAULT],
        "lists": [entry for entry in _on_lists(slug) if entry["banned"] or entry["boss"] or entry["outside"]],
        "may_change_picture": may_confirm(request.user),
        "picture_errors": picture_errors or {},
        "alt": alt,
    }
    return render(request, "teams/card.html", context | _picture(slug), status=status)


def _under(rules: Ruleset, slug: str) -> dict[str, Any]:
    """How often the figure may be in a team by other rules, and whether it is of their box, each with its article."""
    checks = (rules.lists.check([slug] * copies) for copies in range(2, MOST_COPIES + 2))
    faults = (fault for verdict in checks for fault in verdict.violations if fault.code in COPIED_TOO_OFTEN)
    fault = next(faults, None)
    of_box = rules.lists.check([slug], "box").violations[0].article if slug in rules.lists.box else ""
    return {
        "title": gettext(rules.title),
        "copies": len(fault.about) - 1 if fault else None,
        "article": fault.article if fault else "",
        "of_box": of_box,
    }


def _on_lists(slug: str) -> list[dict[str, Any]]:
    return [
        {
            "profile": dated,
            "title": title_of(dated),
            "banned": slug in dated.banned,
            "boss": slug in dated.bosses,
            "outside": slug in dated.outside,
        }
        for name, dated in DEFAULT.lists.profiles().items()
        if name != "none"
    ]


def _picture(slug: str) -> dict[str, Any]:
    """Return the club's picture and, for reviewers, what they can do with it."""
    row = CardPicture.objects.without_content().select_related("uploaded_by").filter(slug=slug).first()
    is_shown = row is not None and row.is_shown
    return {
        "picture": row.as_shown() if row is not None and is_shown else None,
        "picture_row": row,
        "picture_can_return": row is not None and may_be_put_back(row),
        "largest_picture": LARGEST_FILE,
        "longest_alt": LONGEST_ALT,
    }


def text_now(slug: str, brought: FactRevision | None) -> Text | None:
    """Return the current text: a confirmed contribution replaces the built-in text."""
    if brought is not None:
        try:
            printed = brought.fact(known_summons()).printed
        except InvalidValue:
            return None
        return printed if isinstance(printed, Text) else None
    return DEFAULT.facts.built_in().texts.figures.get(slug)


AN_HOUR = "private, max-age=3600"  # how long browsers may still show a picture after its removal


@require_GET
def card_picture(request: HttpRequest, slug: str, pk: int, size: str) -> HttpResponse:
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
def change_picture(request: Any, slug: str) -> HttpResponse:
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
