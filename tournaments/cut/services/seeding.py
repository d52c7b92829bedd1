"""The seeding of the top cut by final Swiss rank, and the final ranking."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from tournaments.core.bracket import select_qualifiers
from tournaments.core.places import PlayerId
from tournaments.core.standings import StandingsRow
from tournaments.cut.services.bracket import bracket_of, refuse_without_cut
from tournaments.models import Event, Registration, Round, RoundState
from tournaments.players.models.crews import entrants, staying
from tournaments.standings.services.ranking import freeze_standings, standings


def freeze_standings_for_cut(event: Event) -> None:
    """Store the standings from which the cut is seeded, whatever is corrected later."""
    last = event.rounds.swiss().latest("number")
    last.keep(frozen_standings=freeze_standings(event, last.number))


def seed_cut(event: Event) -> list[int]:
    """Seed the first players of the frozen ranking; a player who has left is replaced by the next.

    Call under the event's lock.
    """
    refuse_without_cut(event)
    last = event.rounds.swiss().latest("number")
    frozen = last.details.frozen_standings or freeze_standings(event, last.number)
    seeds = _qualifying(event, [(row["player"], row["points"]) for row in frozen])
    if len(seeds) < 2:
        raise Refused("too-few-players", _("Fewer than two players are left for the cut."))
    if not event.format.allows_cut(len(seeds)):
        _refuse_odd_size(event, len(seeds))
    event.cut_seeds = seeds
    event.save(update_fields=["cut_seeds"])
    return event.cut_seeds


def _refuse_odd_size(event: Event, left: int) -> None:
    text = _("%(left)s players are left for a cut of %(size)s: set a smaller cut in the settings, or leave it empty.")
    raise Refused("too-few-players", text % {"left": left, "size": event.cut_size})


def qualifiers(event: Event, rows: Sequence[StandingsRow]) -> list[int]:
    """Return the players who would qualify with these standings."""
    return _qualifying(event, [(row.player, row.points) for row in rows])


def last_in_cut(event: Event, ranked: Sequence[StandingsRow]) -> int | None:
    """Return the last in rank of those in the cut, or of those who would be with these standings."""
    if event.cut_seeds:
        qualified = set(event.cut_seeds)
    elif event.is_before_cut:
        qualified = set(qualifiers(event, ranked))
    else:
        return None
    return next((int(row.player) for row in reversed(ranked) if row.player in qualified), None)


def _qualifying(event: Event, ranked: Sequence[tuple[PlayerId, int]]) -> list[int]:
    left = staying(event)
    absent = [player for player, _points in ranked if player not in left]
    seeds = select_qualifiers(ranked, top=event.cut_size or 0, points=event.cut_points, withdrawn=absent)
    return [int(player) for player in seeds]


def reseed_if_unplayed(event: Event, unpublished: Round) -> None:
    """Seed the cut again until its first round is published, so that players who leave are replaced by the next in
    rank."""
    if not event.rounds.cut().exclude(pk=unpublished.pk).exclude(state=RoundState.UNPUBLISHED).exists():
        seed_cut(event)


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
