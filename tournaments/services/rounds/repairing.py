"""Tables of a published round that nobody has begun can be drawn again after a correction; the others stay."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import record
from core.errors import Refused
from tournaments.core.pairing import pair
from tournaments.core.pods import by_pod
from tournaments.models import Event, Match, MatchState, Round, RoundState, Seat, Stage
from tournaments.services.base.mail import tell_pairings
from tournaments.services.cut.seeding import follows
from tournaments.services.lists.pods import pods_paired_apart
from tournaments.services.rounds.lookup import throw_away
from tournaments.services.rounds.tables import placed_at
from tournaments.services.standings.pairing_input import forbidden_pairs, to_be_paired


def open_tables(played: Round | None) -> list[Match]:
    """Paired, and nothing has come from there yet."""
    if played is None:
        return []
    return list(played.matches.untouched().filter(state=MatchState.OPEN, b__isnull=False).by_table())


def redraw_open_tables(event: Event, played: Round | None, *, who: User, why: str) -> None:
    """The same players at the same tables, paired anew among themselves. Call under the event's lock."""
    matches = open_tables(played)
    if played is None or len(matches) < 2:
        raise Refused("nothing-to-redraw", _("Fewer than two tables of this round have not started."))
    before = [[match.a_id, match.b_id] for match in matches]
    among = {str(player) for pair_of in before for player in pair_of}
    players = [player for player in to_be_paired(event, before_round=played.number) if player.id in among]
    apart, pods = forbidden_pairs(event), pods_paired_apart(event, played.number)
    drawn = [pair(crowd, seed=played.seed, forbidden=apart, separate_clubs=False) for crowd in by_pod(players, pods)]
    if any(pairing.rematches or pairing.bye for pairing in drawn):
        raise Refused("rematch", _("These tables cannot be re-paired without a rematch."))
    pairs = [(int(a), int(b)) for pairing in drawn for a, b in pairing.pairs]
    after = placed_at(event, pairs, [match.table for match in matches])
    _reseat(played, matches, after, why)
    played.version += 1
    played.save(update_fields=["version"])
    tell_pairings(event, played)
    record("tables-redrawn", who=who, subject=played, scope=event, before=before, after=after, why=why)
    live.notify(*event.topics("pairings"))


def _reseat(played: Round, matches: list[Match], pairs: Iterable[tuple[int, int]], why: str) -> None:
    Seat.objects.filter(match__in=matches).delete()
    for match, (a, b) in zip(matches, pairs, strict=True):
        match.a_id, match.b_id, match.manual_why, match.version = a, b, why[:300], match.version + 1
        match.save(update_fields=["a", "b", "manual_why", "version"])
        Seat.objects.bulk_create([Seat(round=played, registration_id=player, match=match) for player in (a, b)])


def stale_draft(match: Match) -> Round | None:
    """The draft that was drawn from another result of the match; a bracket asks only who has won."""
    event = match.round.event
    draft = Round.objects.filter(event=event, state=RoundState.DRAFT, stage=match.round.stage).first()
    if draft is None or (draft.stage == Stage.CUT and follows(event, draft)):
        return None
    return draft


def discard_stale_draft(match: Match, *, who: User) -> None:
    """It is drawn again by whoever runs the rounds."""
    draft = stale_draft(match)
    if draft is not None:
        throw_away(match.round.event, draft, who)
