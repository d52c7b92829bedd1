"""Closing a round, pairing the next one, and discarding it. Only the staff see a round until it is published."""

import secrets
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, event_lock, require, require_version
from tournaments.core.pairing import Pairing, explain, pair
from tournaments.core.pairing.document import written
from tournaments.core.pairing.players import Opening
from tournaments.core.pods import group_by_pod
from tournaments.cut.services.bracket import playable_matches
from tournaments.cut.services.seeding import freeze_standings_for_cut, reseed_if_unplayed, seed_cut
from tournaments.events.models.settings import FirstRound
from tournaments.lists.services.pods import pods_for_round
from tournaments.models import Event, EventState, Match, MatchState, Right, Round, RoundDetails, RoundState, Seat, Stage
from tournaments.players.models.crews import entrants_to_pair, partners
from tournaments.rounds.services.draws import (
    checked_reason,
    draws_of,
    record_draw,
    refuse_player_who_draws_again,
)
from tournaments.rounds.services.lookup import (
    changed_round,
    delete_pairings,
    discard_round,
    event_of,
    get_round,
    refuse_unless_decided,
    unpublished_round_to_change,
)
from tournaments.rounds.services.reasons import reasons_of
from tournaments.rounds.services.seating import (
    DrawnAhead,
    draw_ahead,
    reasons_of_seating,
    seating_under_lock,
    separates_clubs,
)
from tournaments.rounds.services.tables import Groups, table_numbers
from tournaments.standings.services.pairing_input import forbidden_pairs, to_be_paired
from tournaments.standings.services.ranking import freeze_standings, ranks


def close_last_round(event: Event, before: int | None = None) -> None:
    """Close the previous round and freeze its standings."""
    last = Round.objects.filter(event=event, state=RoundState.PUBLISHED).order_by("-number").first()
    if last and (before is None or last.number < before):
        refuse_unless_decided(last)
        last.state, last.closed_at = RoundState.CLOSED, timezone.now()
        if last.stage == Stage.SWISS:
            last.keep(frozen_standings=freeze_standings(event, last.number))
        last.save()


def reopen_previous_round(event: Event, published: Round) -> None:
    """Reopen the previous round of the same stage. The start of the cut has closed the last Swiss round for good."""
    earlier = Round.objects.filter(event=event, number=published.number - 1, stage=published.stage)
    earlier.update(state=RoundState.PUBLISHED, closed_at=None)
    RoundDetails.objects.filter(round__in=earlier).update(frozen_standings=None, clinch=None)


def pair_round(*, event_id: int, who: User, key: str = "") -> Round:
    """Pair the next round, Swiss or bracket. A double click or a second window does not create another round."""
    ahead = _draw_next_tables(event_id)
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        last = _last_round(event)
        if not claim_form_key(event, key, "pair") and last:
            return last
        _refuse_pairing_now(event, last)
        unpublished = _create_round(event, last, ahead, who=who)
        record("round-drafted", who=who, subject=unpublished, scope=event, after={"number": unpublished.number})
        live.notify(*event.topics("rounds"))
        return unpublished


def _last_round(event: Event) -> Round | None:
    return Round.objects.filter(event=event).order_by("-number").first()


def _draw_next_tables(event_id: int) -> DrawnAhead | None:
    """Draw a large round of tables of four before taking the lock, because it takes seconds."""
    event = Event.objects.get(pk=event_id)
    last = _last_round(event)
    if not event.is_playing or (last and (last.is_unpublished or last.matches.undecided().exists())):
        return None  # pair_round refuses this
    return draw_ahead(event, Round(number=last.number + 1 if last else 1), seed=event.seed)


def _create_round(event: Event, last: Round | None, ahead: DrawnAhead | None = None, *, who: User | None) -> Round:
    unpublished = Round.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        stage=Stage.CUT if event.cut_seeds else Stage.SWISS,
        minutes=event.round_minutes,
        seed=event.seed,
    )
    earlier = draws_of(unpublished).last()
    pair_players(event, unpublished, ahead, who=who, why=earlier.discarded_because if earlier else "")
    return unpublished


def start_cut(event: Event) -> None:
    """Start the cut: freeze the standings of the last Swiss round, set the seeds, pair the first round of the bracket.
    Call only if `preconditions.refuse_transition` allows it."""
    close_last_round(event)
    freeze_standings_for_cut(event)
    seed_cut(event)
    _create_round(event, event.rounds.latest("number"), who=None)


def undo_cut(event: Event, who: User) -> None:
    """Remove the seeds and reopen the last Swiss round. Call only while no round of the cut is published."""
    for unpublished in event.rounds.cut():
        discard_round(event, unpublished, who)
    event.cut_seeds = []
    last = event.rounds.swiss().latest("number")
    last.state, last.closed_at = RoundState.PUBLISHED, None
    last.save(update_fields=["state", "closed_at"])
    last.keep(frozen_standings=None)
    live.notify(*event.topics("pairings", "standings"))


def _refuse_pairing_now(event: Event, last: Round | None) -> None:
    if not event.is_playing:
        raise Refused("not-running", _("You can pair rounds while the event is running."))
    if last and last.is_unpublished:
        text = _("The pairings of %(round)s wait for you: publish or discard them first.")
        raise Refused("draft-exists", text % {"round": last.name_in_sentence})
    if event.state == EventState.RUNNING and last and last.number >= (event.swiss_rounds or 0):
        raise Refused("all-rounds-played", _("All %(n)s Swiss rounds have been paired.") % {"n": event.swiss_rounds})
    if last:
        refuse_unless_decided(last)


def pair_again(*, round_id: int, who: User, why: str, seen_version: int | None = None, key: str = "") -> Round:
    """Pair an unpublished round again with another seed. Everybody can read the reason; nobody who plays may do it."""
    shown, seed = get_round(round_id), secrets.randbits(48)
    ahead = draw_ahead(shown.event, shown, seed=seed) if shown.is_unpublished else None
    with event_lock(shown.event_id) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        if not claim_form_key(event, key, "redraw"):
            return unpublished
        require_version(unpublished, seen_version)
        refuse_player_who_draws_again(event, who)
        why = checked_reason(why)
        delete_pairings(unpublished)
        unpublished.seed = seed
        pair_players(event, unpublished, ahead, who=who, why=why)
        return changed_round(event, unpublished, "round-redrawn", who, why=why)


def discard_pairings(*, round_id: int, who: User, why: str, seen_version: int | None = None) -> None:
    """Discard the pairings. Pairing the round again keeps the seed of the event, and shows the reason."""
    with event_lock(event_of(round_id)) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        require_version(unpublished, seen_version)
        discard_round(event, unpublished, who, why=checked_reason(why))


def pair_players(
    event: Event, unpublished: Round, ahead: DrawnAhead | None = None, *, who: User | None, why: str = ""
) -> None:
    unpublished.separates_clubs = separates_clubs(event, unpublished)
    if unpublished.stage == Stage.CUT:
        reseed_if_unplayed(event, unpublished)
        playable = playable_matches(event)
        seat_groups(event, unpublished, [players for _slot, players in playable], [slot for slot, _players in playable])
    elif document := DRAWS[event.format.draw](event, unpublished, ahead):
        record_draw(unpublished, document, who=who, why=why)


def _pair_swiss(event: Event, unpublished: Round, _ahead: DrawnAhead | None) -> dict[str, Any]:
    """Pair the players, and return the document from which anybody can pair them again."""
    players = to_be_paired(event)
    if len(players) < 2:
        raise Refused("too-few-players", _("There are no players to pair."))
    forbidden = forbidden_pairs(event)
    pairings: list[Pairing] = []
    reasons: dict[str, Any] = {}
    pods, opening = pods_for_round(event, unpublished.number), _opening(event)
    groups = group_by_pod(players, pods)
    for group in groups:
        pairing = pair(
            group,
            seed=unpublished.seed,
            forbidden=forbidden,
            separate_clubs=unpublished.separates_clubs,
            opening=opening,
        )
        pairings.append(pairing)
        reasons |= reasons_of(explain(group, pairing, forbidden=forbidden))
    _save_pairings(event, unpublished, pairings)
    unpublished.keep(reasons=reasons)
    return written(
        [player for group in groups for player in group],
        seed=unpublished.seed,
        forbidden=forbidden,
        separate_clubs=unpublished.separates_clubs,
        opening=opening,
        pods=pods,
    )


def _opening(event: Event) -> Opening:
    """Return how round 1 is paired: inside pods across the pod, unless the ratings decide."""
    if event.first_round == FirstRound.RATING:
        return "rating"
    return "seats" if event.is_limited and event.pod_rounds else "random"


def _seat_tables(event: Event, unpublished: Round, ahead: DrawnAhead | None) -> dict[str, Any]:
    asked, seating = seating_under_lock(event, unpublished, ahead)
    tables: list[tuple[int | None, ...]] = [tuple(map(int, table)) for table in seating.tables]
    seat_groups(event, unpublished, [*tables, *((int(player), None) for player in seating.byes)])
    unpublished.rematches = seating.rematches
    unpublished.save()
    unpublished.keep(reasons=reasons_of_seating(asked, seating))
    return asked.document()


def _seat_heats(event: Event, unpublished: Round, _ahead: DrawnAhead | None) -> None:
    """Give each crew a table of its own. Nobody is drawn against anybody, so there is no draw to record."""
    crews = sorted(entrants_to_pair(event), key=lambda crew: crew.lot)
    if not crews:
        raise Refused("too-few-players", _("There are no players to pair."))
    unpublished.rematches = 0
    unpublished.save()
    unpublished.keep(reasons={})
    seat_groups(event, unpublished, [(crew.pk,) for crew in crews])


# what each returns is the document from which anybody can draw the round again; none where nothing is drawn
DRAWS: dict[str, Callable[[Event, Round, DrawnAhead | None], dict[str, Any] | None]] = {
    "pairs": _pair_swiss,
    "tables": _seat_tables,
    "heats": _seat_heats,
}


def _save_pairings(event: Event, unpublished: Round, pairings: list[Pairing]) -> None:
    """Save the pairing, or one for each pod."""
    pairs: list[tuple[int, int | None]] = [(int(a), int(b)) for pairing in pairings for a, b in pairing.pairs]
    pairs += [(int(pairing.bye), None) for pairing in pairings if pairing.bye is not None]
    seat_groups(event, unpublished, pairs)
    unpublished.rematches = sum(pairing.rematches for pairing in pairings)
    unpublished.save()


def seat_groups(event: Event, unpublished: Round, groups: Groups, slots: list[str] | None = None) -> None:
    """Create the matches and seats. Tables are assigned by rank after round 1, except for fixed tables."""
    tables = table_numbers(event, groups, ranks(event) if unpublished.number > 1 else {})
    matches = Match.objects.bulk_create(
        Match(
            round=unpublished,
            bye=None in group,
            table=table,
            bracket_slot=slot,
            state=MatchState.DONE if None in group else MatchState.OPEN,
        )
        for group, table, slot in zip(groups, tables, slots or [""] * len(groups), strict=True)
    )
    beside = partners(event)
    Seat.objects.bulk_create(
        seat
        for match, group in zip(matches, groups, strict=True)
        for seat in match.seats_for((player for player in group if player is not None), beside)
    )
