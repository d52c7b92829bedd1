"""The bracket of the top cut: computed from its seeds and results, and as columns with names and scores for pages."""

import dataclasses
from collections.abc import Iterable
from itertools import groupby

from django.db.models import Prefetch
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from teams.wording import colon
from tournaments.base.services.seats import joined
from tournaments.core.bracket import BracketMatch
from tournaments.core.bracket_plan import BracketError
from tournaments.core.fours.cut import CutTable
from tournaments.core.places import PlayerId
from tournaments.events.models.formats import AnyCut
from tournaments.models import Event, Match, Result, Round, Seat, Stage
from tournaments.players.models.crews import entrants
from tournaments.rounds.models.round_names import title_of_stage

SECTIONS = ("winners", "losers", "final", "reset", "third")
PARTS = ("winners", "losers", "finals")  # of a double elimination, as they are drawn
AnyMatch = BracketMatch | CutTable


def refuse_without_cut(event: Event) -> None:
    if not event.has_planned_cut:
        raise Refused("no-cut", _("This event has no top cut: set its size in the settings first."))


def bracket_of(event: Event) -> AnyCut | None:
    """Compute the whole bracket from the seeds and the results; nothing else of it is stored."""
    if not event.cut_seeds:
        return None
    try:
        return event.format.build_cut(event, _places(event))
    except BracketError as error:
        raise Refused(f"bracket-{error.code}", str(error)) from error


def _places(event: Event) -> dict[str, dict[PlayerId, int]]:
    """Return the place of every player or crew at each decided table, by slot."""
    results = Result.objects.current().filter(match__round__event=event, match__round__stage=Stage.CUT)
    entered = Prefetch("match__seat_rows", Seat.objects.entered())
    return {
        result.match.bracket_slot: {
            seat.registration_id: place for seat, place in zip(result.match.seat_rows.all(), result.places, strict=True)
        }
        for result in results.select_related("match").prefetch_related(entered)
    }


def refuse_open_bracket(event: Event) -> None:
    bracket = bracket_of(event)
    if bracket is None or not bracket.is_over:
        raise Refused("bracket-open", _("The bracket is not complete."))


def refuse_another_winner(match: Match) -> None:
    """Refuse if the next round of the bracket is published; the page then only offers to correct the score."""
    if match.round.stage != Stage.CUT:
        return
    later = match.round.event.rounds.public().filter(number__gt=match.round.number).first()
    if later is None:
        return
    if later.is_open and not later.has_begun():
        message = _("The next pairings (%(round)s) depend on this result: unpublish them first to correct the winner.")
        raise Refused("bracket-went-on", message % {"round": later.name_in_sentence})
    message = _("The bracket has gone on from this result: you can correct its score but no longer its winner.")
    raise Refused("bracket-played-on", message)


def is_unfinished(bracket: AnyCut | None) -> bool:
    return bracket is not None and not bracket.is_over


def places_played_for(event: Event) -> int:
    """Return how many of the first places an unfinished bracket still decides."""
    return len(event.cut_seeds) if is_unfinished(bracket_of(event)) else 0


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


def matches_by_slot(event: Event) -> dict[str, Match]:
    played = Match.objects.filter(round__event=event, round__stage=Stage.CUT).public().named()
    return {match.bracket_slot: match for match in played}


@dataclasses.dataclass(frozen=True, slots=True)
class BracketSeat:
    """One seat of a match: the player if known, and place and tally once a table of four is decided."""

    name: str
    seed: int | None
    won: bool
    place: int | None = None
    tally: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class BracketMatchRow:
    slot: str
    seats: list[BracketSeat]
    score: str
    match_id: int | None
    is_bye: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    title: str | Promise
    matches: list[BracketMatchRow]
    joins: int = 0  # how many adjacent matches of this column feed one match of the next column
    part: str = ""  # of a double elimination, whose winners and losers are drawn one above the other

    @property
    def is_over(self) -> bool:
        return all(match.is_bye or match.score for match in self.matches)


def bracket_columns(event: Event) -> list[Column]:
    """Return the columns of each part from left to right in the order of play, including empty matches."""
    bracket = bracket_of(event)
    if bracket is None:
        return []
    names = {player.pk: player.shown_name for player in entrants(event)}
    seeds = {int(player): place for place, player in enumerate(bracket.seeds, start=1)}
    played = matches_by_slot(event)
    scores = {result.match_id: result for result in Result.objects.current().filter(match__in=played.values())}
    groups = _stages([match for match in bracket.matches if not (match.section == "reset" and match.is_bye)])
    if any(match.section == "losers" for match in bracket.matches):
        groups.sort(key=lambda group: PARTS.index(_part(group)))
        parts = [_part(group) for group in groups]
    else:
        parts = [""] * len(groups)
    return [
        Column(
            _title(event, group),
            [
                _match_row(event, group[at], names, seeds, played.get(group[at].slot), scores)
                for at in bracket.drawing_order(len(group))
            ],
            _joins(group, after) if part == next_part else 0,
            part,
        )
        for group, part, after, next_part in zip(groups, parts, [*groups[1:], []], [*parts[1:], None], strict=True)
    ]


def titles_of(event: Event, bracket: AnyCut) -> dict[str, str | Promise]:
    """Return the title of each match of the bracket, by slot."""
    return {match.slot: _title(event, stage) for stage in _stages(bracket.matches) for match in stage}


def seeds_by_match(shown: Round) -> dict[int, str]:
    """Return which seeds meet in each match of a round, with its title if the round has matches of several."""
    event = shown.event
    bracket, matches = bracket_of(event), list(shown.matches.with_players())
    titles = titles_of(event, bracket) if bracket else {}
    of_round = {match.pk: str(titles.get(match.bracket_slot, "")) for match in matches}
    places = {player: str(place) for place, player in enumerate(event.cut_seeds, start=1)}
    text = gettext("seeds %(numbers)s")
    seeds = {m.pk: text % {"numbers": joined([places.get(seat.pk, "?") for seat in m.seats()])} for m in matches}
    if len(set(of_round.values())) == 1:
        return seeds
    return {pk: f"{colon(of_round[pk])} {numbers}" for pk, numbers in seeds.items()}


def _stages(matches: Iterable[AnyMatch]) -> list[list[AnyMatch]]:
    ordered = sorted(matches, key=lambda match: (match.wave, SECTIONS.index(match.section), match.number))
    return [list(stage) for _stage, stage in groupby(ordered, key=lambda match: (match.section, match.number))]


def _part(group: list[AnyMatch]) -> str:
    section = group[0].section
    return section if section in PARTS else "finals"


def _joins(matches: list[AnyMatch], after: list[AnyMatch]) -> int:
    """Return how many of these matches feed one of those after them: of losers one, where players come from above."""
    if "third" in {matches[0].section, after[0].section}:
        return 0
    feeding = matches[0].seats if matches[0].section == "winners" else len(matches) // len(after)
    return feeding if len(matches) == feeding * len(after) else 0


def _title(event: Event, matches: list[AnyMatch]) -> str | Promise:
    return title_of_stage(matches[0].slot, len(matches), kind=event.cut_kind, seeds=len(event.cut_seeds))


def _match_row(
    event: Event,
    planned: AnyMatch,
    names: dict[int, str],
    seeds: dict[int, int],
    match: Match | None,
    scores: dict[int, Result],
) -> BracketMatchRow:
    result = scores.get(match.pk) if match else None
    places = planned.places
    tallies = _tallies(event, match, result) if match and result and places else {}
    return BracketMatchRow(
        slot=planned.slot,
        seats=[
            _seat(player, names, seeds, planned.winner, places[at] if places else None, tallies)
            for at, player in enumerate(planned.players)
        ],
        score="" if result is None else str(result.get_ending_display()) if places else _score(result),
        match_id=match.pk if match else None,
        is_bye=planned.is_bye,
    )


def _seat(
    player: PlayerId | None,
    names: dict[int, str],
    seeds: dict[int, int],
    winner: PlayerId | None,
    place: int | None,
    tallies: dict[int, str],
) -> BracketSeat:
    if player is None:
        return BracketSeat("", None, won=False)
    own = int(player)
    return BracketSeat(names.get(own, ""), seeds.get(own), player == winner, place, tallies.get(own, ""))


def _tallies(event: Event, match: Match, result: Result) -> dict[int, str]:
    """Return the tallies of the players who came, as "6 GG"."""
    rows, amount = zip(match.seats(), result.tallies, strict=True), event.game_record.tally.amount
    return {
        player.pk: str(amount % {"glory": glory})
        for seat, (player, glory) in enumerate(rows)
        if seat not in result.absent
    }


def _score(result: Result) -> str:
    """Format a score as "6 : 0", or name the ending if nobody played. The page marks the winner."""
    return " : ".join(map(str, result.tallies)) if result.was_played else str(result.get_ending_display())
