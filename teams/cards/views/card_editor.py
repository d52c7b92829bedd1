"""The card editor: turns a physical card into a proposal, with a preview of how the site parses it."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.profile.models import User
from core.errors import Refused
from core.pages.live import render_part
from core.pages.requests import asks_for_part
from rules.arena.public import KINDS
from rules.common.fields import InvalidValue
from rules.common.names import HIDDEN, slugify
from rules.games import DEFAULT, facts_of_game
from teams.cards.editor.fields import KEPT, Form, Input, Post, focus_first_error, inputs_of
from teams.cards.editor.lines import NO_LINES, LinesSent, line_of_card, read_lines, show_lines, words_of_effects
from teams.cards.editor.of_games import read_of
from teams.cards.editor.preview import CardRead
from teams.cards.editor.reading import Body, body_sent, built_in_bodies, errors_of, former_names
from teams.cards.editor.table_words import DRAWING
from teams.cards.editor.tables import Table
from teams.cards.editor.words import label_at
from teams.cards.models import kind_title
from teams.cards.services import photographs
from teams.cards.services.facts import confirmed_last, known_summons, propose, revisions_about
from teams.cards.services.picture_files import LARGEST_FILE, size_of
from teams.cards.views.games import crumbs_of, page_of_game
from teams.models import FactKind, FactOutcome, FactRevision
from teams.wording import card_row, colon

# Copying what a similar card says into the form of another one.
OWN = {"name", "french", "also", "missing", "lacks", *KEPT}  # of a card itself


def with_copy(body: Mapping[str, Any], other: Mapping[str, Any]) -> Body:
    """Add what the other card says. What is already in the form stays: nothing typed is lost."""
    found = dict(body)
    for name, value in other.items():
        if name in OWN:
            continue
        if isinstance(value, list):
            found[name] = [*body.get(name, []), *_new_rows(body.get(name, []), value)]
        else:
            found.setdefault(name, value)
    return found


def _new_rows(mine: list[Any], others: list[Any]) -> list[Any]:
    known = [_key(row) for row in mine]
    return [_without_reasons(row) for row in others if _key(row) not in known]


def _key(row: Any) -> Any:
    return row.get("name", row) if isinstance(row, dict) else row


def _without_reasons(row: Any) -> Any:
    return {name: value for name, value in row.items() if name not in KEPT} if isinstance(row, dict) else row


Errors = dict[str, list[str]]
NOTHING_SENT = Form({}, {})
FIRST_ROWS = {FactKind.FAVOR.value: "effects", FactKind.CHALLENGE.value: "thresholds"}  # with which a new form begins


@dataclass(frozen=True, slots=True)
class Draft:
    """A submitted form, or the current card."""

    game: str
    kind: str
    slug: str
    body: Body
    source: str = ""
    form: Form = NOTHING_SENT
    shown: Body | None = None  # with empty rows, while the form is still being filled in
    lines: LinesSent = NO_LINES
    copy_errors: Errors = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)

    @property
    def has_lines(self) -> bool:
        """Whether its fields are signatures, of which each spell can be typed in one line."""
        return facts_of_game(self.game).tables is None

    @property
    def about(self) -> str:
        return self.slug or slug_of(self.kind, self.body)

    def entry(self) -> dict[str, Any]:
        return {"kind": self.kind, "slug": self.about, "body": self.body, "source": self.source}

    def checked(self) -> "Draft":
        errors = errors_of(self.game, self.kind, self.about, self.body, known_summons())
        if self.kind == FactKind.BOARD and "slug" in errors:  # its name stands in the drawing
            faults = [f"{colon(DRAWING['name'])} {fault}" for fault in errors.pop("slug")]
            errors["diagram"] = [*errors.get("diagram", []), *faults]
        return replace(self, errors=errors | self.lines.errors)


@login_required
@require_http_methods(["GET", "POST"])
@page_of_game
def edit(request: Any, kind: str, slug: str = "", game: str = DEFAULT.game) -> HttpResponse:
    """Edit a card, token, summon or board. Every button sends the whole form, so that nothing typed is lost."""
    if kind not in facts_of_game(game).kinds or (kind == FactKind.TEXT and DEFAULT.catalogue().get(slug) is None):
        raise Http404
    before = body_before(game, kind, slug)
    if request.method == "GET":
        form = replace(NOTHING_SENT, add="" if before else FIRST_ROWS.get(kind, "spells"))
        return _page(request, Draft(game, kind, slug, before, form=form))
    draft = _draft_sent(request, game, kind, slug, before)
    if "copy" in request.POST:
        draft = _with_copy(draft, request.POST.get("copy-from", ""))
    picture = _picture_sent(request)
    if "save" not in request.POST:
        draft = draft.checked() if "check" in request.POST else replace(draft, errors=draft.lines.errors.copy())
        draft.errors.update(draft.copy_errors, **_errors_of_picture(picture, is_kept=False))
        return _page(request, draft)
    newer = _newer_revision(request.POST.get("seen", ""), draft)
    if newer is not None:
        draft = draft.checked()
        draft.errors.update(_errors_of_picture(picture, is_kept=False))
        return _page(request, draft, status=409, newer=newer)
    draft = draft.checked()
    draft.errors.update(_errors_of_source(draft.source))
    draft.errors.update(_errors_of_picture(picture, is_kept=not draft.errors))
    if draft.errors:
        return _page(request, draft, status=400)
    try:
        photograph = photographs.as_kept(picture, request.user.pk) if picture else b""
    except Refused as refusal:
        return _page(request, replace(draft, errors={"photograph": [str(refusal.message)]}), status=refusal.status)
    try:
        proposed = _propose(request.user, draft, photograph)
    except Refused as refusal:
        return _page(request, replace(draft, errors={NON_FIELD_ERRORS: [str(refusal.message)]}), status=refusal.status)
    messages.success(request, _("Proposed. Once another person has confirmed it, games are checked with it."))
    return redirect(proposed)


def _newer_revision(seen: str, draft: Draft) -> FactRevision | None:
    """Return what somebody has proposed or confirmed of the card since the form was opened, unless it is what the form
    says itself."""
    if not seen:
        return None
    revision, decision = (int(each) if each.isdecimal() and len(each) < 12 else 0 for each in seen.partition("-")[::2])
    for row in revisions_about(draft.game, draft.kind, draft.about):
        is_newer = row.pk > revision or (row.outcome and row.decision.pk > decision)
        if is_newer and row.outcome in ("", FactOutcome.CONFIRMED) and row.body != draft.body:
            return row
    return None


def _seen(rows: list[FactRevision]) -> str:
    """Return the last revision of a card and the last decision on one."""
    decisions = (row.decision.pk for row in rows if row.outcome)
    return f"{max((row.pk for row in rows), default=0)}-{max(decisions, default=0)}"


@transaction.atomic
def _propose(who: User, draft: Draft, photograph: bytes) -> FactRevision:
    proposed = propose(who=who, entry=draft.entry(), game=draft.game)
    if photograph:
        photographs.keep(revision=proposed, who=who, photograph=photograph)
    return proposed


def _picture_sent(request: HttpRequest) -> bytes:
    upload = request.FILES.get("photograph")
    return upload.read() if upload else b""


def _errors_of_picture(picture: bytes, *, is_kept: bool) -> Errors:
    """Return the errors of the picture. Browsers cannot send it again with a form that is shown again, so the user is
    told."""
    if not picture:
        return {}
    try:
        size_of(picture)
    except Refused as refusal:
        return {"photograph": [str(refusal.message)]}
    return {} if is_kept else {"photograph": [_("Choose the photograph again: it is sent with the proposal only.")]}


def _draft_sent(request: HttpRequest, game: str, kind: str, slug: str, before: Body) -> Draft:
    post: Post = _sent(request.POST)
    is_done = bool({"save", "check", "copy"} & post.keys())
    form = Form({}, {}, request.POST.get("add", ""), _list_of(request.POST.get("remove", "")))
    draft = Draft(game, kind, slug, {}, source=request.POST.get("source", "").strip(), form=replace(form, was={}))
    if not draft.has_lines:
        table = Table(game, kind)
        shown = None if is_done else table.body(post, empty_rows=True)
        return replace(draft, body=table.body(post), shown=shown)
    lines = read_lines(kind, post, empty_rows=not is_done)
    post = lines.post
    return replace(
        draft,
        body=body_sent(kind, post, before),
        form=replace(form, was=former_names(kind, post, empty_rows=not is_done)),
        shown=None if is_done else body_sent(kind, post, before, empty_rows=True),
        lines=lines,
    )


def _with_copy(draft: Draft, name: str) -> Draft:
    """Add what the card of this name says to what is in the form."""
    slug = similar_cards(draft.kind, draft.slug).get(slugify(name))
    other = body_before(draft.game, draft.kind, slug) if slug else {}
    if not other:
        return replace(draft, copy_errors={"copy-from": [_("The site knows no text of a card with this name.")]})
    return replace(draft, body=with_copy(draft.body, other))


def similar_cards(kind: str, slug: str) -> dict[str, str]:
    """Return the slugs of the cards whose text can be copied, by each of their names."""
    brought = {row.slug: row.title for row in FactRevision.objects.current().of_game(DEFAULT.game).filter(kind=kind)}
    texts = {key.partition(":")[2]: body for key, body in built_in_bodies().items() if key.startswith(f"{kind}:")}
    titles = {each: str(body.get("name", each)) for each, body in texts.items()} | brought
    found = {slugify(title): each for each, title in titles.items()} | {each: each for each in titles}
    if kind == FactKind.TEXT:
        cards = filter(None, map(DEFAULT.catalogue().get, titles))
        found |= {slugify(card.french): card.slug for card in cards if card.french}
    return {name: each for name, each in found.items() if each != slug}


def _suggested(kind: str, slug: str) -> list[str]:
    """Return the other versions of a card, which are most like it."""
    own = DEFAULT.catalogue().get(slug) if kind == FactKind.TEXT else None
    cards = DEFAULT.catalogue().cards if own else ()
    return [card.full_name for card in cards if own and card.name == own.name and card.slug != slug]


def _list_of(row: str) -> str:
    return row.rpartition("-")[0]


def body_before(game: str, kind: str, slug: str) -> Body:
    """Return what the site says now, with which the form begins."""
    current = confirmed_last(revisions_about(game, kind, slug))
    if current is not None:
        return dict(current.body)
    return dict(built_in_bodies(game).get(f"{kind}:{slug}", {}))


def _sent(post: QueryDict) -> dict[str, list[str]]:
    return {name: [value for value in values if isinstance(value, str)] for name, values in post.lists()}


def slug_of(kind: str, body: Body) -> str:
    """Return the slug of something new from its name, which for a board is in the first line of its diagram. What has
    no name, as the one dashboard, is called by its kind."""
    name = body.get("name", "" if kind != FactKind.DASHBOARD else kind)
    if kind == FactKind.BOARD:
        lines = str(body.get("diagram", "")).splitlines()
        name = next((line.removeprefix("name: ") for line in lines if line.startswith("name: ")), "")
    return slugify(str(name))[: DEFAULT.facts.longest_slug].strip("-")


def _errors_of_source(source: str) -> Errors:
    if len(source) > DEFAULT.facts.longest_source:
        return {"source": [_("At most %(most)s characters.") % {"most": DEFAULT.facts.longest_source}]}
    return {"source": [_("This contains an invisible character: type it again.")]} if HIDDEN.search(source) else {}


def _page(request: HttpRequest, draft: Draft, *, status: int = 200, newer: FactRevision | None = None) -> HttpResponse:
    card = DEFAULT.catalogue().get(draft.slug) if draft.kind == FactKind.TEXT else None
    errors = draft.errors
    context = {
        "kind": draft.kind,
        "has_lines": draft.has_lines and draft.kind != FactKind.BOARD,
        "title": card.full_name if card else str(draft.body.get("name") or _kind_title(draft.game, draft.kind)),
        "card": card_row(card) if card else None,
        "inputs": partial(_inputs, draft),  # called by the template of the form; that of the preview has none
        "card_line": line_of_card(draft.kind, draft.body, draft.lines),
        "effect_words": words_of_effects,
        "copy_from": request.POST.get("copy-from", "") if "copy-from" in errors else "",
        "copy_errors": errors.get("copy-from", []),
        "suggested": _suggested(draft.kind, draft.slug),
        "errors": errors,
        "gaps": [(path, label_at(path), " ".join(map(str, each))) for path, each in errors.items()],
        "form_errors": [each for name in (NON_FIELD_ERRORS, "", "slug") for each in errors.get(name, [])],
        "two_sources": card is not None and card.is_printed_front_read,
        "seen": _seen_by_form(request, draft, newer),
        "newer": newer,
        "newer_read": _parsed(draft.game, newer.entry()) if newer else None,
        "source": draft.source,
        "source_errors": errors.get("source", []),
        "photograph_errors": errors.get("photograph", []),
        "largest_photograph": LARGEST_FILE,
        "longest_source": DEFAULT.facts.longest_source,
        "read": _parsed(draft.game, draft.entry()),
        "is_filled": bool(draft.body),
        "crumbs": crumbs_of(draft.game),
    }
    if not asks_for_part(request):
        return render(request, "teams/facts/edit.html", context, status=status)
    if "check" in request.POST:
        return render_part(request, "teams/facts/edit.html", context, status, part="preview")
    return render_part(request, "teams/facts/edit.html", context, status=status)


def _inputs(draft: Draft) -> dict[str, Input]:
    form = replace(draft.form, summons=_summons(), errors=draft.errors)
    body = draft.body if draft.shown is None else draft.shown
    if not draft.has_lines:
        inputs = Table(draft.game, draft.kind, form).inputs(body)
        focus_first_error(inputs)
        return inputs
    inputs = inputs_of(KINDS[draft.kind], "", body, form)
    show_lines(draft.kind, inputs, body, draft.lines)
    focus_first_error(inputs)
    return inputs


def _kind_title(game: str, kind: str) -> str:
    return _("New entry: %(kind)s") % {"kind": kind_title(game, kind)}


def _summons() -> dict[str, str]:
    """Return the summons that a spell can bring into play, by name."""
    built_in = DEFAULT.facts.built_in().texts.summons
    own = FactRevision.objects.current().of_game(DEFAULT.game).filter(kind=FactKind.SUMMON)
    names = {slug: text.name for slug, text in built_in.items()} | {row.slug: row.title for row in own}
    return dict(sorted(names.items(), key=lambda pair: pair[1].casefold()))


def _seen_by_form(request: HttpRequest, draft: Draft, newer: FactRevision | None) -> str:
    """Return the state that the form shows: what it was opened with, until a newer one is shown beside it."""
    sent = request.POST.get("seen", "")
    return sent if sent and newer is None else _seen(revisions_about(draft.game, draft.kind, draft.about))


def _parsed(game: str, entry: dict[str, Any]) -> CardRead | None:
    """Return the parsed card; None while it has errors."""
    try:
        return read_of(game, facts_of_game(game).read_fact(deepcopy(entry), known_summons()))
    except InvalidValue:
        return None
