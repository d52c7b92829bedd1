"""Members of one club who meet in an unpublished round, and drawing it again so that fewer do."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.base.services.locking import claim_form_key, event_lock, require_version
from tournaments.models import Event, Match, MatchState, Registration, Round, Seat, Stage
from tournaments.players.models.crews import partners
from tournaments.rounds.services.draws import refuse_player_who_draws_again
from tournaments.rounds.services.lookup import (
    changed_round,
    delete_pairings,
    event_of,
    get_round,
    unpublished_round_to_change,
)
from tournaments.rounds.services.pairing import pair_players
from tournaments.rounds.services.seating import draw_ahead

BEFORE = "before-clubs-were-separated"  # key in the round's reasons: the tables that an undo brings back
Meeting = tuple[Registration, Registration]


def club_meetings(unpublished: Round) -> list[Meeting]:
    """Return the pairs of one club, by table; none where everybody belongs to the same club."""
    tables = [match.seats() for match in unpublished.matches.named().by_table()]
    clubs = [_clubs_of(player) for seats in tables for player in seats]
    if clubs and set.intersection(*clubs):
        return []
    return [
        (one, other) for seats in tables for one, other in combinations(seats, 2) if _clubs_of(one) & _clubs_of(other)
    ]


def _clubs_of(player: Registration) -> set[str]:
    return {name for circle, name in player.affiliations if circle == "club"}


def separate_clubs(*, round_id: int, who: User, seen_version: int | None = None, key: str = "") -> Round:
    """Draw an unpublished round again with the same seed, so that fewer pairs of one club meet. If that is not
    possible, refuse and leave it as it is."""
    shown = get_round(round_id)
    shown.separates_clubs = True
    ahead = draw_ahead(shown.event, shown, seed=shown.seed) if shown.is_unpublished else None
    with event_lock(event_of(round_id)) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        refuse_player_who_draws_again(event, who)
        if not claim_form_key(event, key, "separate-clubs"):
            return unpublished
        require_version(unpublished, seen_version)
        if unpublished.stage == Stage.CUT:
            raise Refused("bracket-decides", _("In the top cut the bracket decides who meets."))
        before, met = _tables_of(unpublished), len(club_meetings(unpublished))
        delete_pairings(unpublished)
        unpublished.separates_clubs = True
        pair_players(event, unpublished, ahead, who=who, why=str(_("Separate clubs")))
        meet = len(club_meetings(unpublished))
        if meet >= met:
            raise Refused("clubs-must-meet", CLUBS_MUST_MEET)
        before_this = {BEFORE: {**before, "version": unpublished.version + 1}}
        unpublished.keep(reasons=unpublished.details.reasons | before_this)
        changed = len(_players_by_table(unpublished) - {frozenset(players) for _no, players, _why in before["tables"]})
        numbers = {"before": {"pairs": met}, "after": {"pairs": meet, "tables": changed}}
        return changed_round(event, unpublished, "clubs-separated", who, **numbers)


CLUBS_MUST_MEET = _(
    "Any other pairing would mean another pair of one club, a rematch, a forbidden pairing or larger differences in "
    "points. To accept one of these, swap two players."
)


def can_be_undone(unpublished: Round) -> bool:
    """Whether nobody has changed the round since its clubs were separated."""
    before = unpublished.details.reasons.get(BEFORE)
    return unpublished.is_unpublished and before is not None and before["version"] == unpublished.version


def undo_separation(*, round_id: int, who: User, seen_version: int | None = None) -> Round:
    """Bring back the tables of before, those changed by hand as well."""
    with event_lock(event_of(round_id)) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        refuse_player_who_draws_again(event, who)
        require_version(unpublished, seen_version)
        if not can_be_undone(unpublished):
            raise Refused("nothing-to-undo", _("These pairings have changed since the clubs were separated."))
        before = unpublished.details.reasons[BEFORE]
        delete_pairings(unpublished)
        _seat_again(event, unpublished, before["tables"])
        unpublished.keep(reasons=before["reasons"])
        unpublished.rematches, unpublished.separates_clubs = before["rematches"], before["separates_clubs"]
        return changed_round(event, unpublished, "clubs-separation-undone", who)


def _tables_of(unpublished: Round) -> dict[str, Any]:
    matches = unpublished.matches.with_players().by_table()
    return {
        "tables": [(match.table, [player.pk for player in match.seats()], match.manual_why) for match in matches],
        "reasons": {key: of_table for key, of_table in unpublished.details.reasons.items() if key != BEFORE},
        "rematches": unpublished.rematches,
        "separates_clubs": unpublished.separates_clubs,
    }


def _players_by_table(unpublished: Round) -> set[frozenset[int]]:
    return {frozenset(players) for players in unpublished.matches.seat_lists().values()}


def _seat_again(event: Event, unpublished: Round, tables: Iterable[tuple[int | None, list[int], str]]) -> None:
    beside = partners(event)
    for table, players, why in tables:
        bye = len(players) == 1
        match = Match(round=unpublished, table=table, bye=bye, manual_why=why)
        match.state = MatchState.DONE if bye else MatchState.OPEN
        match.save()
        Seat.objects.bulk_create(match.seats_for(players, beside))
