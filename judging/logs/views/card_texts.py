"""What other card texts would make of the logs of an event, before they are used; and what games have shown of the
ranks of tokens: a part of the page on which they are ticked."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.errors import Refused
from core.pages.requests import asks_for_part
from judging.logs.services.revalidation import verdicts_with
from judging.logs.services.token_ranks import SeenRank, seen_ranks
from teams.cards.editor.words import choice_label
from teams.cards.services.facts import may_confirm
from teams.cards.services.token_ranks import SETTLED
from teams.models import FactKind, FactRevision
from tournaments.base.views.access import EventRequest, event_page
from tournaments.lists.services.facts import preview_facts
from tournaments.models import Event, Right


@require_GET
@event_page(Right.RULE, Right.EDIT_EVENT)
def facts_preview(request: EventRequest, event: Event) -> HttpResponse:
    chosen, why = request.GET.getlist("revisions"), request.GET.get("why", "")
    selection = urlencode({"revisions": chosen, "why": why}, doseq=True)
    back = f"{reverse('tournaments:card_texts', args=[event.slug])}?{selection}"
    try:
        content, pin = preview_facts(event=event, who=request.user, chosen=chosen, why=why)
    except Refused as refusal:
        messages.error(request, str(refusal.message))
        return redirect(back)
    changes, untried = verdicts_with(pin, content)
    context = {"event": event, "pin": pin, "changes": changes, "untried": untried, "chosen": chosen, "back": back}
    return render(request, "judging/facts_preview.html", context)


@require_GET
@login_required
def seen_in_games(request: Any) -> HttpResponse:
    if not asks_for_part(request):
        return redirect("teams:token-ranks")
    waiting = FactRevision.objects.waiting().filter(kind=FactKind.REWARD, source=SETTLED)
    proposals = {row.slug: row for row in waiting}
    rows = [_row(seen, proposals.get(seen.token.slug), request.user) for seen in seen_ranks()]
    return render(request, "judging/parts/token_ranks_seen.html", {"rows": rows})


def _row(seen: SeenRank, proposal: FactRevision | None, reader: Any) -> dict[str, Any]:
    ranks = [{"rank": choice_label("rank", rank), "owners": owners} for rank, owners in sorted(seen.owners.items())]
    may = proposal is not None and may_confirm(reader) and proposal.proposed_by_id != reader.pk
    return {"token": seen.token, "ranks": ranks, "disagrees": seen.disagrees, "proposal": proposal, "may_confirm": may}
