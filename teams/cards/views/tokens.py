"""All Demonic Reward tokens in one table, in which the rank of each is ticked."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.text.names import HIDDEN
from rules.games import DEFAULT
from teams.cards.editor.reading import RANKS
from teams.cards.editor.words import choice_label
from teams.cards.services.token_ranks import propose_ranks, token_ranks


@login_required
@require_http_methods(["GET", "POST"])
def ranks(request: Any) -> HttpResponse:
    """Show the table, or of it the tokens that a report names; save all ranks at once. What is refused stands beside
    its row, and nothing chosen is lost."""
    of = request.GET.get("of", "").split(",")
    every = token_ranks()
    tokens = [each for each in every if each.slug in of] or every
    source = request.POST.get("source", "").strip()
    if request.method == "GET":
        return _page(request, tokens, source)
    for each in tokens:
        each.chosen = request.POST.get(f"rank-{each.slug}", "")
    if len(source) > DEFAULT.facts.longest_source or HIDDEN.search(source):
        return _page(request, tokens, source, [_("Use one line of at most 500 characters.")], status=400)
    done = propose_ranks(who=request.user, tokens=tokens, source=source)
    if done:
        text = ngettext("%(count)s rank proposed.", "%(count)s ranks proposed.", done)
        messages.success(request, text % {"count": done})
    if any(each.errors for each in tokens):
        return _page(request, tokens, source, status=400)
    if not done:
        messages.info(request, _("No rank was changed."))
    return redirect("teams:token-ranks")


def _page(request: Any, tokens: Any, source: str, source_errors: Any = (), *, status: int = 200) -> HttpResponse:
    context = {
        "tokens": tokens,
        "ranks": [(rank, choice_label("rank", rank)) for rank in RANKS],
        "known": sum(bool(each.known) for each in tokens),
        "has_errors": any(each.errors for each in tokens) or bool(source_errors),
        "in_games_url": f"{reverse('teams:token-ranks')}games/",
        "source": source,
        "source_errors": source_errors,
        "longest_source": DEFAULT.facts.longest_source,
        "crumbs": [(reverse("teams:cards"), _("Cards")), (reverse("teams:facts"), _("Card texts"))],
    }
    return render(request, "teams/facts/token_ranks.html", context, status=status)
