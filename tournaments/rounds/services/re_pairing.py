"""Pairing tables again after a correction: only tables of a published round that have not started; the others stay."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, event_lock, require_version
from tournaments.core.pairing import pair
from tournaments.core.pods import group_by_pod
from tournaments.cut.services.bracket import is_next_bracket_round
from tournaments.lists.services.pods import pods_for_round
from tournaments.mail.services.mail import notify_pairings
from tournaments.models import Event, Match, MatchState, Registration, Round, RoundState, Seat, Stage
from tournaments.players.models.crews import partners
from tournaments.rounds.services.lookup import changed_round, discard_round, event_of, unpublished_round_to_change
from tournaments.rounds.services.tables import arrange_pairs
from tournaments.standings.services.pairing_input import forbidden_pairs, to_be_paired

KEEP, REDRAW = "keep", "redraw"  # what a correction does with the published pairings


def open_tables(played: Round | None) -> list[Match]:
    """Return the tables that have not started: no report, result, log or case."""
    if played is None or not played.event.format.can_re_pair:
        return []
    return list(played.matches.untouched().filter(state=MatchState.OPEN).at_tables().with_players().by_table())


def pair_open_tables_again(event: Event, played: Round | None, *, who: User, why: str) -> None:
    """Pair the players of the open tables again among themselves. Call under the event's lock."""
    matches = open_tables(played)
    if played is None or len(matches) < 2:
        raise Refused("nothing-to-redraw", _("Fewer than two tables of this round have not started."))
    before = [[match.a_id, match.b_id] for match in matches]
    player_ids = {str(player) for pair_of in before for player in pair_of}
    players = [player for player in to_be_paired(event, before_round=played.number) if player.id in player_ids]
    if len(players) < len(player_ids):
        raise Refused("not-playing", _("A player at these tables is no longer in the event: enter that result first."))
    forbidden, pods = forbidden_pairs(event), pods_for_round(event, played.number)
    pairings = [
        pair(group, seed=played.seed, forbidden=forbidden, separate_clubs=False)
        for group in group_by_pod(players, pods)
    ]
    if any(pairing.rematches or pairing.bye for pairing in pairings):
        raise Refused("rematch", _("These tables cannot be re-paired without a rematch."))
    pairs = [(int(a), int(b)) for pairing in pairings for a, b in pairing.pairs]
    after = arrange_pairs(event, pairs, [match.table for match in matches])
    _reseat(matches, after, why)
    played.version += 1
    played.save(update_fields=["version"])
    notify_pairings(event, played)
    record("tables-redrawn", who=who, subject=played, scope=event, before=before, after=after, why=why)
    live.notify(*event.topics("pairings"))


def _reseat(matches: list[Match], pairs: Iterable[tuple[int, int]], why: str) -> None:
    beside = partners(matches[0].round.event)
    Seat.objects.filter(match__in=matches).delete()
    for match, pair_of in zip(matches, pairs, strict=True):
        match.manual_why, match.version = why[:300], match.version + 1
        match.save(update_fields=["manual_why", "version"])
        Seat.objects.bulk_create(match.seats_for(pair_of, beside))


def outdated_round(match: Match) -> Round | None:
    """Return the unpublished round that was paired from an outdated result. In a bracket only the winner matters."""
    event = match.round.event
    unpublished = Round.objects.filter(event=event, state=RoundState.UNPUBLISHED, stage=match.round.stage).first()
    if unpublished is None or (unpublished.stage == Stage.CUT and is_next_bracket_round(event, unpublished)):
        return None
    return unpublished


def discard_outdated_round(match: Match, *, who: User) -> None:
    """Discard the outdated round, if any; the staff who run the rounds pair it again."""
    unpublished = outdated_round(match)
    if unpublished is not None:
        discard_round(match.round.event, unpublished, who)


def swap(
    *, round_id: int, who: User, first: int, second: int, why: str, seen_version: int | None = None, key: str = ""
) -> Round:
    """Swap two players; the reason stays visible to the staff."""
    with event_lock(event_of(round_id)) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        if not claim_form_key(event, key, "swap"):
            return unpublished
        require_version(unpublished, seen_version)
        if unpublished.stage == Stage.CUT:
            raise Refused("bracket-decides", _("In the top cut the bracket decides who meets: nobody can be swapped."))
        if event.format.words.no_swap:
            raise Refused("no-opponents", event.format.words.no_swap)
        if not why.strip():
            raise Invalid("reason-missing", _("Give a reason for the swap."))
        one, other = _side_of(unpublished, first), _side_of(unpublished, second)
        if not one or not other or first == second:
            raise Invalid("not-in-the-round", _("Both players must be paired in this round."))
        _refuse_own_table(who, [one[0].match_id, other[0].match_id])
        _change_places(one, other, why)
        return changed_round(event, unpublished, "round-swapped", who, after={"players": [first, second]}, why=why)


def _refuse_own_table(who: User, matches: list[int]) -> None:
    """Nobody chooses their own opponent."""
    if Registration.objects.of_person(who.pk).filter(seats__match__in=matches).exists():
        raise NotAllowed("own-table", _("You play at one of these tables: somebody else on the staff swaps players."))


def _side_of(unpublished: Round, player: int) -> list[Seat]:
    """Return the seat of this player and that of their partner."""
    own = unpublished.seats.filter(registration_id=player).first()
    return list(unpublished.seats.filter(match=own.match_id, side=own.side)) if own else []


def _change_places(one: list[Seat], other: list[Seat], why: str) -> None:
    matches = {one[0].match_id, other[0].match_id}
    if len(matches) == 1:
        raise Invalid("same-table", _("These two are already paired with each other."))
    Match.objects.filter(pk__in=matches).update(manual_why=why[:300])
    seats = [*one, *other]
    # first, because a player must not have two seats even temporarily
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for mine, theirs in zip(one, other, strict=True):
        mine.registration_id, theirs.registration_id = theirs.registration_id, mine.registration_id
    Seat.objects.bulk_create(seats)
