"""The top cut: seeded by final Swiss rank, then paired from the winners of its duels or of its tables of four."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from tournaments.core.bracket import Bracket, BracketError, build_bracket, select_qualifiers
from tournaments.core.fours.cut import SIZES, Cut, build_cut
from tournaments.core.scoring import PlayerId
from tournaments.models import Event, Match, Outcome, Registration, Result, Round, RoundState, Stage
from tournaments.models.crews import entrants, staying
from tournaments.models.results import ResultQuerySet
from tournaments.services.standings.ranking import AnyRow, freeze_standings, standings

AnyCut = Bracket | Cut


def refuse_without_cut(event: Event) -> None:
    if not event.has_planned_cut:
        raise Refused("no-cut", _("This event has no top cut: set its size in the settings first."))


def freeze_standings_for_cut(event: Event) -> None:
    """Store the standings from which the cut is seeded, whatever is corrected later."""
    last = event.rounds.swiss().latest("number")
    last.frozen_standings = freeze_standings(event, last.number)
    last.save(update_fields=["frozen_standings"])


def seed_cut(event: Event) -> list[int]:
    """Seed the first players of the frozen ranking; a player who has left is replaced by the next.

    Call under the event's lock.
    """
    refuse_without_cut(event)
    last = event.rounds.swiss().latest("number")
    frozen = last.frozen_standings or freeze_standings(event, last.number)
    seeds = _qualifying(event, [(row["player"], row["points"]) for row in frozen])
    if len(seeds) < 2:
        raise Refused("too-few-players", _("Fewer than two players are left for the cut."))
    if event.is_free_for_all and len(seeds) not in SIZES:
        _refuse_odd_size(event, len(seeds))
    event.cut_seeds = seeds
    event.save(update_fields=["cut_seeds"])
    return event.cut_seeds


def _refuse_odd_size(event: Event, left: int) -> None:
    text = _("%(left)s players are left for a cut of %(size)s: set a smaller cut in the settings, or leave it empty.")
    raise Refused("too-few-players", text % {"left": left, "size": event.cut_size})


def qualifiers(event: Event, rows: Sequence[AnyRow]) -> list[int]:
    """Return the players who would qualify with these standings."""
    return _qualifying(event, [(row.player, row.points) for row in rows])


def _qualifying(event: Event, ranked: Sequence[tuple[PlayerId, int]]) -> list[int]:
    left = staying(event)
    absent = [player for player, _points in ranked if player not in left]
    seeds = select_qualifiers(ranked, top=event.cut_size or 0, points=event.cut_points, withdrawn=absent)
    return [int(player) for player in seeds]


def bracket_of(event: Event) -> AnyCut | None:
    """Compute the whole bracket from the seeds and the results; nothing else of it is stored."""
    if not event.cut_seeds:
        return None
    try:
        if event.is_free_for_all:
            return build_cut(event.cut_seeds, _places(event))
        return build_bracket(event.cut_seeds, _winners(event), kind=_kind(event), third_place=event.third_place)
    except BracketError as error:
        raise Refused(f"bracket-{error.code}", str(error)) from error


def _kind(event: Event) -> Any:
    return event.cut_kind


def _winners(event: Event) -> dict[str, PlayerId]:
    """Return the winners by bracket slot."""
    winners: dict[str, PlayerId] = {}
    for result in _results_in_the_cut(event):
        a, b = result.match.a_id, result.match.b_id
        winners[result.match.bracket_slot] = a if result.outcome == Outcome.A or b is None else b
    return winners


def _places(event: Event) -> dict[str, dict[PlayerId, int]]:
    """Return the place of every player at each decided table, by slot."""
    return {
        result.match.bracket_slot: {
            seat.registration_id: place for seat, place in zip(result.match.seat_rows.all(), result.places, strict=True)
        }
        for result in _results_in_the_cut(event)
    }


def _results_in_the_cut(event: Event) -> ResultQuerySet:
    results = Result.objects.current().filter(match__round__event=event, match__round__stage=Stage.CUT)
    return results.select_related("match").prefetch_related("match__seat_rows")


def is_next_bracket_round(event: Event, unpublished: Round) -> bool:
    """Whether an unpublished round still contains exactly the playable matches of the bracket."""
    bracket = bracket_of(event)
    playable = {(match.slot, match.players) for match in bracket.playable} if bracket else set()
    matches = unpublished.matches.with_players()
    return playable == {(match.bracket_slot, tuple(player.pk for player in match.seats())) for match in matches}


def playable_matches(event: Event) -> list[tuple[str, tuple[int, ...]]]:
    """Return slot and players (higher seed first) of the matches that can be played now."""
    bracket = bracket_of(event)
    if bracket is None or bracket.is_over:
        raise Refused("bracket-over", _("The bracket is complete."))
    return [
        (match.slot, tuple(int(player) for player in match.players if player is not None)) for match in bracket.playable
    ]


def reseed_if_unplayed(event: Event, unpublished: Round) -> None:
    """Seed the cut again until its first round is published, so that players who leave are replaced by the next in
    rank."""
    if not event.rounds.cut().exclude(pk=unpublished.pk).exclude(state=RoundState.UNPUBLISHED).exists():
        seed_cut(event)


def refuse_open_bracket(event: Event) -> None:
    bracket = bracket_of(event)
    if bracket is None or not bracket.is_over:
        raise Refused("bracket-open", _("The bracket is not complete."))


def is_unfinished(bracket: AnyCut | None) -> bool:
    return bracket is not None and not bracket.is_over


def places_played_for(event: Event) -> int:
    """Return how many of the first places an unfinished bracket still decides."""
    return len(event.cut_seeds) if is_unfinished(bracket_of(event)) else 0


def final_ranks(event: Event) -> list[tuple[int, Registration]]:
    """Return the final ranking: everyone in the bracket, then everyone else by the Swiss standings."""
    people = {player.pk: player for player in entrants(event)}
    bracket = bracket_of(event)
    placed = [(rank, int(player)) for rank, player in bracket.placings()] if bracket else []
    in_cut = {player for _rank, player in placed}
    rest = [row for row in standings(event) if row.player not in in_cut]
    tied = Counter(row.rank for row in rest)
    ranked, ahead = placed, len(placed)
    for swiss_rank in sorted(tied):
        ranked += [(ahead + 1, int(row.player)) for row in rest if row.rank == swiss_rank]
        ahead += tied[swiss_rank]
    return [(rank, people[player]) for rank, player in ranked]


def matches_by_slot(event: Event) -> dict[str, Match]:
    played = Match.objects.filter(round__event=event, round__stage=Stage.CUT).public().named()
    return {match.bracket_slot: match for match in played}
