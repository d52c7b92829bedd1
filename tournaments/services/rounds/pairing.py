"""The next round as a draft: drawn, drawn again, thrown away. Only the staff see it."""

import secrets

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import record
from core.errors import Refused
from tournaments.core.pairing import Pairing, explain, pair
from tournaments.core.pods import by_pod
from tournaments.models import Event, EventState, Match, MatchState, Right, Round, RoundState, Seat, Stage
from tournaments.models.settings import FirstRound
from tournaments.services.base.locking import event_lock, first_time, require, unchanged_since
from tournaments.services.cut.seeding import (
    freeze_for_the_cut,
    next_ties,
    refuse_without_cut,
    reseed_if_unplayed,
    seed_the_cut,
)
from tournaments.services.lists.pods import pods_paired_apart
from tournaments.services.rounds.lookup import changed_round, clear, draft_to_change, event_of, throw_away
from tournaments.services.rounds.publishing import close_last_round, refuse_unless_decided
from tournaments.services.rounds.reasons import reasons_of
from tournaments.services.rounds.tables import table_numbers
from tournaments.services.standings.pairing_input import forbidden_pairs, to_be_paired
from tournaments.services.standings.ranking import ranks


def pair_round(*, event_id: int, who: User, key: str = "") -> Round:
    """Drafts the next round, Swiss or bracket. From two windows or by double click it is still one round."""
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        last = Round.objects.filter(event=event).order_by("-number").first()
        if not first_time(event, key, "pair") and last:
            return last
        _refuse_pairing_now(event, last)
        drafted = _new_draft(event, last)
        record("round-drafted", who=who, subject=drafted, scope=event, after={"number": drafted.number})
        live.notify(*event.topics("rounds"))
        return drafted


def _new_draft(event: Event, last: Round | None) -> Round:
    drafted = Round.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        stage=Stage.CUT if event.cut_seeds else Stage.SWISS,
        minutes=event.round_minutes,
        seed=event.seed,
    )
    _fill(event, drafted)
    return drafted


def start_cut(event: Event) -> None:
    """After the last Swiss round: its standings are frozen, the seeds are set, the first ties drafted."""
    refuse_cut_now(event)
    close_last_round(event)
    freeze_for_the_cut(event)
    seed_the_cut(event)
    _new_draft(event, event.rounds.latest("number"))


def take_cut_back(event: Event, who: User) -> None:
    """Nobody is seeded, and the last Swiss round is open again; call while nothing of the cut is published."""
    for drafted in event.rounds.cut():
        throw_away(event, drafted, who)
    event.cut_seeds = []
    last = event.rounds.swiss().latest("number")
    last.state, last.closed_at, last.frozen_standings = RoundState.PUBLISHED, None, None
    last.save(update_fields=["state", "closed_at", "frozen_standings"])
    live.notify(*event.topics("pairings", "standings"))


def refuse_cut_now(event: Event) -> None:
    refuse_without_cut(event)
    last = event.rounds.order_by("-number").first()
    if last is None or last.is_draft or last.number < (event.swiss_rounds or 0):
        raise Refused("rounds-missing", _("Not all Swiss rounds have been played."))
    refuse_unless_decided(last)


def _refuse_pairing_now(event: Event, last: Round | None) -> None:
    if not event.is_playing:
        raise Refused("not-running", _("You can pair rounds while the event is running."))
    if last and last.is_draft:
        raise Refused(
            "draft-exists", _("Round %(number)s is already paired, but not published.") % {"number": last.number}
        )
    if event.state == EventState.RUNNING and last and last.number >= (event.swiss_rounds or 0):
        raise Refused("all-rounds-played", _("All %(n)s Swiss rounds have been paired.") % {"n": event.swiss_rounds})
    if last:
        refuse_unless_decided(last)


def redraw(*, round_id: int, who: User, seen_version: int | None = None, key: str = "") -> Round:
    """Another draw with another seed, as long as it is a draft: after a drop, a late entry or a change of mind."""
    with event_lock(event_of(round_id)) as event:
        drafted = draft_to_change(round_id, event, who)
        if not first_time(event, key, "redraw"):
            return drafted
        unchanged_since(drafted, seen_version)
        clear(drafted)
        drafted.seed = secrets.randbits(48)
        _fill(event, drafted)
        return changed_round(event, drafted, "round-redrawn", who)


def discard_draft(*, round_id: int, who: User) -> None:
    with event_lock(event_of(round_id)) as event:
        throw_away(event, draft_to_change(round_id, event, who), who)


def _fill(event: Event, drafted: Round) -> None:
    if drafted.stage == Stage.CUT:
        reseed_if_unplayed(event, drafted)
        ties = next_ties(event)
        seat_pairs(event, drafted, [(a, b) for _slot, a, b in ties], [slot for slot, _a, _b in ties])
    else:
        _fill_swiss(event, drafted)


def _fill_swiss(event: Event, drafted: Round) -> None:
    players = to_be_paired(event)
    if len(players) < 2:
        raise Refused("too-few-players", _("There are no players to pair."))
    apart = forbidden_pairs(event)
    pairings: list[Pairing] = []
    drafted.reasons = {}
    for crowd in by_pod(players, pods_paired_apart(event, drafted.number)):
        pairing = pair(
            crowd,
            seed=drafted.seed,
            forbidden=apart,
            separate_clubs=drafted.number <= event.club_rounds or _first_by_club(event, drafted),
            opening="rating" if event.first_round == FirstRound.RATING else "random",
        )
        pairings.append(pairing)
        drafted.reasons |= reasons_of(explain(crowd, pairing, forbidden=apart))
    _write(event, drafted, pairings)


def _first_by_club(event: Event, drafted: Round) -> bool:
    return drafted.number == 1 and event.first_round == FirstRound.CLUB


def _write(event: Event, drafted: Round, pairings: list[Pairing]) -> None:
    """One pairing, or one for each pod."""
    pairs: list[tuple[int, int | None]] = [(int(a), int(b)) for pairing in pairings for a, b in pairing.pairs]
    pairs += [(int(pairing.bye), None) for pairing in pairings if pairing.bye is not None]
    seat_pairs(event, drafted, pairs)
    drafted.rematches = sum(pairing.rematches for pairing in pairings)
    drafted.save()


def seat_pairs(
    event: Event, drafted: Round, pairs: list[tuple[int, int | None]], slots: list[str] | None = None
) -> None:
    """Tables by rank after round 1; whoever has a fixed table keeps it. Each player gets the one seat of the round."""
    tables = table_numbers(event, pairs, ranks(event) if drafted.number > 1 else {})
    matches = Match.objects.bulk_create(
        Match(
            round=drafted,
            a_id=a,
            b_id=b,
            table=table,
            bracket_slot=slot,
            state=MatchState.OPEN if b else MatchState.DONE,
        )
        for (a, b), table, slot in zip(pairs, tables, slots or [""] * len(pairs), strict=True)
    )
    Seat.objects.bulk_create(
        Seat(round=drafted, registration_id=player, match=match)
        for match in matches
        for player in (match.a_id, match.b_id)
        if player is not None
    )
