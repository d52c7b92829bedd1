"""What games have shown of the ranks of tokens: a part of the page on which they are ticked."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from core.pages.requests import asks_for_part
from judging.logs.services.token_ranks import SeenRank, seen_ranks
from teams.cards.editor.words import choice_label
from teams.cards.services.facts import may_confirm
from teams.cards.services.token_ranks import SETTLED
from teams.models import FactKind, FactRevision


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
