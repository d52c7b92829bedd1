"""What differs between the games of events, and between the formats of a game, one record each: code elsewhere reads
its fields. The rules of a game are its rulesets in `rules.games`; this is what an event makes of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.games import BLAST, DEFAULT, FIRST_BOX, QUEST, RULESETS, title_of
from tournaments.core import bracket_plan
from tournaments.core.bracket import Bracket, build_bracket
from tournaments.core.fours import cut as cut_at_tables
from tournaments.core.fours.cut import Cut, build_cut
from tournaments.core.places import PlayerId, are_places
from tournaments.core.scores import MOST_TALLY, OUTCOME_OF_PLACES, PLACES_OF_DUEL, format_score
from tournaments.core.scoring import PointsByPlace, Scoring, WinDrawLoss, WonOrLost
from tournaments.events.models import words
from tournaments.events.models.limits import HERO_LEVEL, MOST_IN_A_CREW, MOST_ROUNDS, SMALLEST_TEAM
from tournaments.events.models.presets import OF_ARENA, OF_BLAST, OF_QUEST, Preset
from tournaments.events.models.settings import (
    BoardSeats,
    CutKind,
    FirstRound,
    Mode,
    RecordedGames,
    RewardBox,
    Scenery,
    TeamFormat,
    TieBreak,
    default_tie_breaks,
)
from tournaments.events.models.words import Tally, Text, Words

AnyCut = Bracket | Cut
Places = Mapping[str, Mapping[PlayerId, int]]
Finish = Sequence[tuple[int, int]]  # place and tally of everyone who came
# settings that not every format has
OF_DUELS = frozenset(
    {"cut_points", "cut_kind", "third_place", "points_win", "points_draw", "points_loss", "tie_breaks"}
)
OF_TABLES = frozenset({"points_by_place", "bye_points", "tables_of_three"})
# heats have none, and are not recorded by buttons: their logs come as files
OF_OPPONENTS = frozenset(
    {"cut_size", "first_round", "club_rounds", "glory_cap", "recorded_games", "recorded_cut_games"}
)
OF_FOUR = frozenset({"team_level"})  # players at a table
# how games end
GIVEN_UP = ("concession", "walkover", "no-show", "drop")


def _by_outcome(event: Any) -> Scoring:
    return WinDrawLoss(event.points_win, event.points_draw, event.points_loss, event.glory_cap)


def _by_place(event: Any) -> Scoring:
    first, second, third, last = event.points_by_place
    return PointsByPlace((first, second, third, last), event.bye_points, event.glory_cap)


def _bracket(event: Any, places: Places) -> AnyCut:
    winners = {slot: min(at, key=at.__getitem__) for slot, at in places.items()}
    return build_bracket(event.cut_seeds, winners, kind=event.cut_kind, third_place=event.third_place)


def _won_or_lost(event: Any) -> Scoring:
    return WonOrLost(event.glory_cap)


def _tables(event: Any, places: Places) -> AnyCut:
    return build_cut(event.cut_seeds, places)


def _both_tallies(names: Sequence[str], score: Any) -> str:
    """Return "Ana 6 : 0 Bo"."""
    (a, b), (glory_a, glory_b) = names, score.tallies
    return f"{a} {format_score(glory_a, glory_b)} {b}"


def _all_places(names: Sequence[str], score: Any) -> str:
    """Return "1. Ana (6 GG), 2. Bob (0 GG), 3. Cid (0 GG), Dan did not come"."""
    rows = list(zip(names, score.places, score.tallies, strict=True))
    came = [row for seat, row in enumerate(rows) if seat not in score.absent]
    there = [
        gettext("%(place)s. %(name)s (%(glory)s GG)") % {"place": place, "name": name, "glory": glory}
        for name, place, glory in sorted(came, key=lambda row: row[1])
    ]
    gone = [gettext("%(name)s did not come") % {"name": names[seat]} for seat in sorted(score.absent)]
    return ", ".join([*there, *gone])


def _own_tally_first(seat: int, score: Any) -> str:
    return format_score(score.tallies[seat], score.tallies[1 - seat])


def _heat(names: Sequence[str], score: Any) -> str:
    """Return "Ana & Bo · won, 9 Demon turns, 13 GG, 2 KOs"."""
    return f"{names[0]} · {gettext('did not come') if score.absent else _own_heat(0, score)}"


def _own_heat(_seat: int, score: Any) -> str:
    turns, kos = score.heat or (0, 0)
    parts = (
        gettext("won") if score.places[0] == 1 else gettext("lost"),
        ngettext("%(n)s Demon turn", "%(n)s Demon turns", turns) % {"n": turns},
        gettext("%(glory)s GG") % {"glory": score.tallies[0]},
        ngettext("%(n)s KO", "%(n)s KOs", kos) % {"n": kos},
    )
    return ", ".join(parts)


def _own_place(seat: int, score: Any) -> str:
    values = {"place": score.places[seat], "seats": len(score.places), "glory": score.tallies[seat]}
    return gettext("place %(place)s of %(seats)s, %(glory)s GG") % values


def _outcome_first(outcome: str, score: str) -> str:
    """Return "won 6 : 0"."""
    return f"{outcome} {score}"


def _score_says_it(_outcome: str, score: str) -> str:
    return str(capfirst(score))


def _opponents(match: Any, player: Any) -> list[str]:
    return [*(other.shown_name for other in match.others(player)), *_partners(match, player)]


def _partners_and_demon(match: Any, player: Any) -> list[str]:
    demon = gettext("Demon: %(name)s") % {"name": match.demon_name or gettext("nobody yet")}
    return [*_partners(match, player), demon]


def _partners(match: Any, player: Any) -> list[str]:
    return [gettext("with %(name)s") % {"name": partner.shown_name} for partner in match.partners_of(player)]


@dataclass(frozen=True, slots=True)
class EndingCheck:
    """How a game has to stand that has ended like this; its text may name the `article` of victory."""

    fits: Callable[[Finish, bool], bool]  # in the cut or not, where ties are broken
    code: str
    text: Text
    without_winner: Text = ""  # why it needs one; empty: a shared first place is refused with the same text
    winner_has_all: bool = False  # nobody else has a tally


@dataclass(frozen=True, slots=True)
class Format:
    """How many sit at a table, and what follows from it."""

    seats: int  # of players, or of crews, at a full table
    players_a_seat: int  # two or more are a crew: so many at most
    entrants: str  # who is paired and ranked: "players" or "crews" (players.models.crews)
    columns_of_players: tuple[str, ...]  # of the file of players, besides those of every event
    may_miss: int  # of these, where the event allows it
    least_in_a_game: int  # players or crews: with fewer nobody has played
    scoring: Callable[[Any], Scoring]  # of an event
    tie_breaks: tuple[str, ...]  # in this order; none: the event has its own
    advised_rounds: Callable[[int], int]
    advised_cut: Callable[[int], int]
    rounds_without_rematch: Callable[[int], int]
    cut_sizes: tuple[int, ...]  # none: any; ask `allows_cut`
    build_cut: Callable[[Any, Places], AnyCut]  # of an event, given the places at decided tables by slot
    cut_rounds: Callable[[int, bool], int]  # of a cut of this size, single or double
    can_clinch: bool  # whether it can be published who has qualified for the cut
    can_re_pair: bool  # whether open tables of a published round can be paired again after a correction
    draw: str  # how a Swiss round is paired: "pairs", "tables" or "heats" (rounds.services.pairing)
    no_first_rounds: tuple[str, ...]  # ways to pair round 1 that it does not have
    is_against_demon: bool  # whom somebody plays who is not of the crew at the table
    left_the_cut: str  # code of what follows where a player of the cut has left
    sides: str  # by what reports call the sides, a character each
    code_of_side: str  # by what differences with a log call it, of its letter
    named_sides: str  # what documents call them; none: they list the seats
    enters_results_by: str  # "outcome", "places" or "heat"
    also_counted: Mapping[str, Text]  # beside the tally, with the labels of their fields
    state_when_agreed: str  # of a match whose sides have all reported the same
    outcomes: Mapping[str, tuple[int, ...]]  # to choose from, with the places of each; none: each seat has its place
    are_places: Callable[[Sequence[int]], bool]  # of those who came
    endings: tuple[str, ...]  # of games, for the staff
    endings_by_players: tuple[str, ...]
    endings_with_winner: tuple[str, ...]  # where first place cannot be shared
    no_draw: str  # code of that refusal
    checks: Mapping[str, "EndingCheck"]  # of these endings, by place and tally
    usual_endings: tuple[str, ...]  # of a result in which nothing is said: the first that fits
    won_by_tally: str  # the ending with which a winner's tally can be tapped, the loser has none; empty: none
    endings_of_draw: tuple[str, ...]  # of a game that was played
    letters: Mapping[str, str]  # of endings, in a line in which a result is typed
    plays_on: bool  # without who is absent or has left; otherwise the opponent wins
    won_by_bye: tuple[int, ...]  # seats that pages mark as winners of it
    not_first: str  # what it is called by players who have not won: "lost" or "placed"
    score: Callable[[Sequence[str], Any], str]  # in words, with these names
    own_score: Callable[[int, Any], str]  # as the player at this seat, from 0, reads it
    own_result: Callable[[str, str], str]  # the same after "won", "drew" or "lost", in a list of games
    own_company: Callable[[Any, Any], list[str]]  # who else plays at a match, for a player; none: shown in a table
    template: str  # of its parts of pages: who sits at a table, what a form asks, pairings, a slip
    hall: str  # class of the tables on the screen of the hall
    hall_final: str  # classes of the final there
    team_format: str  # of lists; empty: the event's own
    lacks: frozenset[str]  # settings
    words: Words
    mode_of_log: str

    @property
    def is_for_crews(self) -> bool:
        """Whether several players are paired and ranked together."""
        return self.players_a_seat > 1

    def allows_cut(self, size: int) -> bool:
        return not self.cut_sizes or size in self.cut_sizes

    def plans_cut(self, event: Any) -> bool:
        if "cut_size" in self.lacks:
            return False
        return event.cut_size in self.cut_sizes if self.cut_sizes else bool(event.cut_size or event.cut_points)

    def names_cut_by_matches(self, event: Any) -> bool:
        """Whether a round of the cut is called by its matches. In a single elimination of duels it is not."""
        return bool(self.cut_sizes) or event.third_place or event.cut_kind != CutKind.SINGLE

    def has_short_tables(self, *, may_be_short: bool) -> bool:
        return may_be_short and self.may_miss > 0

    def least_players(self, *, may_be_short: bool) -> int:
        return self.seats - (self.may_miss if may_be_short else 0)


SHORTEST_PATH = 7  # spaces for GG, as a log of Quest may have them
LETTERS = {"g": "glory", "t": "time", "k": "krosmasters", "c": "concession"}
NO_GLORY_WITHOUT_WINNER = _(
    "Without a winner nobody won by glory: choose how it ended, for example by time or a no-show."
)


def _won_by_glory(text: Text, code: str) -> EndingCheck:
    """Who is first has GG left, and nobody else (1.4.1)."""
    return EndingCheck(
        lambda finish, _in_cut: _has_winner(finish) and all((place == 1) == (glory > 0) for place, glory in finish),
        code,
        text,
        NO_GLORY_WITHOUT_WINNER,
        winner_has_all=True,
    )


def _first_has_most(finish: Finish) -> bool:
    return all(tally > less for place, tally in finish for other, less in finish if place == 1 and other > 1)


def _has_winner(finish: Finish) -> bool:
    return [place for place, _tally in finish].count(1) == 1


def _has_filled_path(finish: Finish) -> bool:
    """Whether one has won, with GG that can fill a path (Q-4.1): nobody knows how many spaces this one has."""
    return _has_winner(finish) and all(tally >= SHORTEST_PATH for place, tally in finish if place == 1)


def _follows_tally(finish: Finish, in_cut: bool) -> bool:
    """Whether more is a better place, and equal ones share it; in the cut ties are broken."""
    if in_cut:
        return not any(place < other and tally < less for place, tally in finish for other, less in finish)
    return all((place < other) == (tally > less) for place, tally in finish for other, less in finish)


DUEL = Format(
    seats=2,
    players_a_seat=1,
    entrants="players",
    columns_of_players=(),
    may_miss=0,
    least_in_a_game=2,
    scoring=_by_outcome,
    tie_breaks=(),
    advised_rounds=bracket_plan.advised_rounds,
    advised_cut=bracket_plan.advised_cut,
    rounds_without_rematch=lambda players: max(players - 1, 0),
    cut_sizes=(),
    build_cut=_bracket,
    cut_rounds=lambda size, double: bracket_plan.cut_rounds(size, double=double),
    can_clinch=True,
    can_re_pair=True,
    draw="pairs",
    no_first_rounds=(),
    is_against_demon=False,
    left_the_cut="opponent-goes-on",
    sides="ab",
    code_of_side="{}",
    named_sides="ab",
    enters_results_by="outcome",
    also_counted={},
    state_when_agreed="done",
    outcomes={str(code): places for code, places in PLACES_OF_DUEL.items()},
    are_places=lambda places: tuple(places) in OUTCOME_OF_PLACES,
    endings=("glory", "krosmasters", "concession", "walkover", "time", "intentional-draw", "no-show", "drop", "ruling"),
    endings_by_players=("glory", "krosmasters", "time", "concession", "walkover", "intentional-draw"),
    endings_with_winner=GIVEN_UP,
    no_draw="given-up-is-no-draw",
    checks={
        "glory": _won_by_glory(
            _(
                "The winner by glory has GG left and the loser has none: correct the GG, or how the game ended "
                "(%(article)s)."
            ),
            "glory-needs-a-loser-without",
        )
    },
    usual_endings=("glory",),
    won_by_tally="glory",
    endings_of_draw=("time",),
    letters={**LETTERS, "i": "intentional-draw"},
    plays_on=False,
    won_by_bye=(0,),
    not_first="lost",
    score=_both_tallies,
    own_score=_own_tally_first,
    own_result=_outcome_first,
    own_company=_opponents,
    template="tournaments/formats/duels.html",
    hall="",
    hall_final="hall-final",
    team_format="",
    lacks=OF_TABLES | OF_FOUR,
    words=words.OF_DUELS,
    mode_of_log="duel",
)
CREWS = replace(
    DUEL,
    players_a_seat=2,
    entrants="crews",
    columns_of_players=("crew",),
    code_of_side="crew-{}",
    hall="hall-of-crews",
    team_format="four-player",
    lacks=OF_TABLES,
    words=words.OF_CREWS,
    mode_of_log="two-v-two",
)
TABLES_OF_FOUR = Format(
    seats=4,
    players_a_seat=1,
    entrants="players",
    columns_of_players=(),
    may_miss=1,
    least_in_a_game=2,
    scoring=_by_place,
    tie_breaks=("points", "first-places", "opponents-share", "gg-scored", "random"),
    advised_rounds=cut_at_tables.advised_rounds,
    advised_cut=lambda _players: 0,
    rounds_without_rematch=cut_at_tables.rounds_without_rematch,
    cut_sizes=cut_at_tables.CUT_SIZES,
    build_cut=_tables,
    cut_rounds=lambda size, _double: cut_at_tables.cut_rounds(size) if size in cut_at_tables.CUT_SIZES else 0,
    can_clinch=False,
    can_re_pair=False,
    draw="tables",
    no_first_rounds=(FirstRound.RATING,),
    is_against_demon=False,
    left_the_cut="others-play-on",
    sides="1234",
    code_of_side="{}",
    named_sides="",
    enters_results_by="places",
    also_counted={},
    state_when_agreed="done",
    outcomes={},
    are_places=are_places,
    endings=("glory", "krosmasters", "time", "concession", "no-show", "drop", "ruling"),
    endings_by_players=("glory", "krosmasters", "time", "concession"),
    endings_with_winner=("glory", "krosmasters", *GIVEN_UP),
    no_draw="shared-first-place",
    checks={
        "glory": _won_by_glory(
            _(
                "The winner by glory has GG left and nobody else has any: correct the GG, or how the game ended "
                "(%(article)s)."
            ),
            "glory-needs-losers-without",
        )
    },
    usual_endings=("glory",),
    won_by_tally="glory",
    endings_of_draw=("time",),
    letters=LETTERS,
    plays_on=True,
    won_by_bye=(),
    not_first="placed",
    score=_all_places,
    own_score=_own_place,
    own_result=_score_says_it,
    own_company=lambda _match, _player: [],
    template="tournaments/formats/tables.html",
    hall="hall-of-seats",
    hall_final="hall-final hall-final-of-four",
    team_format="four-player",
    lacks=OF_DUELS,
    words=words.OF_TABLES,
    mode_of_log="free-for-all",
)
# rules and modes that `krosmaster-event/1` has
FIRST_DOCUMENTS = frozenset({(DEFAULT.slug, Mode.DUEL.value)})
FORMATS: dict[str, Format] = {Mode.DUEL: DUEL, Mode.TWO_V_TWO: CREWS, Mode.FREE_FOR_ALL: TABLES_OF_FOUR}


DUEL_OF_BLAST = replace(
    DUEL,
    endings=(
        *("glyphs", "knock-out", "no-winner", "concession", "walkover", "time", "intentional-draw"),
        *("no-show", "drop", "ruling"),
    ),
    endings_by_players=("knock-out", "glyphs", "no-winner", "time", "concession", "walkover", "intentional-draw"),
    checks={
        "knock-out": EndingCheck(
            lambda finish, _in_cut: _has_winner(finish),
            "knock-out-needs-a-winner",
            _("A knock-out has a winner (B-1.2): choose who won, or how the game ended."),
        ),
        "glyphs": EndingCheck(
            lambda finish, in_cut: _has_winner(finish) and _follows_tally(finish, in_cut),
            "glyphs-need-more",
            _("Who wins by glyphs controls more of them (B-1.3): correct the glyphs, or how the game ended."),
        ),
        "no-winner": EndingCheck(
            lambda finish, _in_cut: not _has_winner(finish) and _follows_tally(finish, False),
            "no-winner-needs-equal-glyphs",
            _("Nobody wins with equal glyphs (B-1.3): correct the glyphs, or how the game ended."),
        ),
        "time": EndingCheck(
            _follows_tally,
            "time-follows-glyphs",
            _("At time the one with more glyphs has won, and equal ones are a draw: correct the glyphs or the winner."),
        ),
    },
    usual_endings=("glyphs", "no-winner"),
    won_by_tally="",
    endings_of_draw=("no-winner", "time"),
    letters={
        "k": "knock-out",
        "g": "glyphs",
        "n": "no-winner",
        "t": "time",
        "c": "concession",
        "i": "intentional-draw",
    },
    words=words.OF_BLAST,
)
TABLES_OF_QUEST = replace(
    TABLES_OF_FOUR,
    cut_sizes=(4,),  # one final table
    endings=("path-filled", "adventure-path-full", "time", "concession", "no-show", "drop", "ruling"),
    endings_by_players=("path-filled", "adventure-path-full", "time", "concession"),
    endings_with_winner=("path-filled", *GIVEN_UP),
    no_draw="won-alone",
    checks={
        "path-filled": EndingCheck(
            lambda finish, in_cut: (
                _has_filled_path(finish) and _first_has_most(finish) and _follows_tally(finish, in_cut)
            ),
            "path-filled-by-one",
            _(
                "Who has filled the path is alone in first place and has more GG than anybody else (Q-1.1), at least "
                "7; the other places follow the GG, and equal ones share a place."
            ),
        ),
        "adventure-path-full": EndingCheck(
            _follows_tally,
            "places-follow-gg",
            _("When the Adventure Path is full, the places follow the GG, and equal ones share a place (Q-1.3)."),
        ),
        "time": EndingCheck(
            _follows_tally,
            "places-follow-gg",
            _("At time the places follow the GG, and equal ones share a place."),
        ),
    },
    usual_endings=("path-filled",),
    won_by_tally="path-filled",
    endings_of_draw=("adventure-path-full", "time"),
    letters={"p": "path-filled", "a": "adventure-path-full", "t": "time", "c": "concession"},
    team_format="",
    words=words.OF_QUEST,
)


LOST_BY_TIME = _("The crew has lost when the Adventure Path is full, time is up or it gives up (policy of the event).")


def _lost(text: Text) -> EndingCheck:
    return EndingCheck(lambda finish, _in_cut: not _has_winner(finish), "heat-is-lost", text)


HEATS_OF_QUEST = replace(
    TABLES_OF_QUEST,
    seats=1,
    players_a_seat=MOST_IN_A_CREW,
    entrants="crews",
    columns_of_players=("crew",),
    may_miss=0,
    least_in_a_game=1,
    scoring=_won_or_lost,
    tie_breaks=("points", "heats-played", "demon-turns", "gg-scored", "kos"),
    advised_rounds=lambda _crews: 1,
    rounds_without_rematch=lambda _crews: MOST_ROUNDS,
    cut_sizes=(),
    cut_rounds=lambda _size, _double: 0,
    draw="heats",
    is_against_demon=True,
    sides="1",
    code_of_side="crew-{}",
    enters_results_by="heat",
    also_counted={"turns": _("Demon turns"), "kos": _("KOs")},
    state_when_agreed="reported",  # nobody sits opposite who could confirm it: the staff enter the result
    are_places=lambda places: tuple(places) in {(), (1,), (2,)},
    endings=("path-filled", "scenario", "adventure-path-full", "time", "concession", "no-show", "drop", "ruling"),
    endings_by_players=("path-filled", "scenario", "adventure-path-full", "time", "concession"),
    endings_with_winner=(),
    checks={
        "path-filled": EndingCheck(
            lambda finish, _in_cut: _has_filled_path(finish),
            "path-filled-wins",
            _("One full path wins for the whole crew (Q-1.2): its best player has at least 7 GG."),
        ),
        **dict.fromkeys(("adventure-path-full", "time", "concession"), _lost(LOST_BY_TIME)),
    },
    won_by_tally="",
    endings_of_draw=(),
    letters={"p": "path-filled", "a": "adventure-path-full", "t": "time", "c": "concession"},
    not_first="lost",
    score=_heat,
    own_score=_own_heat,
    own_company=_partners_and_demon,
    template="tournaments/formats/heats.html",
    hall_final="",
    lacks=OF_DUELS | OF_TABLES | OF_FOUR | OF_OPPONENTS,
    words=words.OF_HEATS,
    mode_of_log="cooperative",
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of which the site has events. How its games end stands in the format of each mode."""

    title: Text
    rulesets: Mapping[str, Text]  # by slug, with the title that people choose; the first is that of a new event
    formats: Mapping[str, Format]  # by mode: how many sit at a table
    presets: tuple[Preset, ...]
    tally: Tally
    tie_breaks: tuple[str, ...]  # to choose from
    first_tie_breaks: tuple[str, ...]  # of a new event
    round_minutes: int
    list_format: str  # of the documents that players submit; empty: the site has no lists of this game yet
    # the verdict on figures of an event: with a legality profile, what is known of cards, and the pool they are from
    check_list: Callable[[Any, Sequence[str], Any, Any, Sequence[str]], Any]
    boards: Text  # label of those in use
    typed_list: Text  # label of the field in which a list is typed
    lacks: Mapping[str, Any]  # settings that it does not have, with what stands in their columns
    about_modes: Text  # help at the choice of a mode; empty: it has one
    promise: Text  # what the site proves of its games; empty: nothing
    # what players can be asked to record of its games; the first is that of a new event
    recorded: tuple[RecordedGames, ...] = (RecordedGames.FULL, RecordedGames.LIGHT, RecordedGames.NONE)
    # settings that it does not have under one of its rulesets
    lacks_under: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def has_saved_teams(self) -> bool:
        """Whether its lists are of figures of the catalogue, which people save and build on the site."""
        return self.list_format == DEFAULT.lists.document_format

    def lacks_by(self, ruleset: str) -> Mapping[str, Any]:
        return {**self.lacks, **self.lacks_under.get(ruleset, {})}

    def settings_of_new_event(self, ruleset: str = "") -> dict[str, Any]:
        chosen = ruleset or next(iter(self.rulesets))
        return {
            "ruleset": chosen,
            "round_minutes": self.round_minutes,
            "glory_cap": self.tally.cap,
            "tie_breaks": list(self.first_tie_breaks),
            "mode": next(iter(self.formats)),
            "recorded_games": self.recorded[0],
            "recorded_cut_games": self.recorded[0],
            **self.lacks_by(chosen),
        }

    def choices(self, ruleset: str) -> dict[str, tuple[str, ...]]:
        """What can be chosen under these rules, of settings for which not all rules have the same."""
        offered: dict[str, tuple[str, ...]] = {
            "mode": tuple(self.formats),
            "tie_breaks": self.tie_breaks,
            "recorded_games": self.recorded,
            "recorded_cut_games": self.recorded,
        }
        if self.has_saved_teams:
            offered["team_format"] = RULESETS[ruleset].lists.duel_formats
        return offered

    def tie_break_titles(self) -> dict[str, Text]:
        """The title of each tie-break, in the words of the game."""
        own = {TieBreak.GG_DIFFERENCE.value: self.tally.difference, TieBreak.GG_SCORED.value: self.tally.scored}
        return {**dict(TieBreak.choices), **own}


OF_BLAST_ALONE: Mapping[str, Any] = {
    "team_size": SMALLEST_TEAM,
    "simple_game": False,
    "superior_favors": True,
    "board_seats": BoardSeats.LOT,
    "challenges": [],
    "open_challenges": 1,
}

OF_QUEST_ALONE: Mapping[str, Any] = {"hero_level": HERO_LEVEL}


def _list_of_arena(event: Any, figures: Sequence[str], legality: Any, cards: Any, pool: Sequence[str]) -> Any:
    """At tables of four it has two figures (9.1.2), of the event's level or that of the rules."""
    team_format = event.format.team_format or event.team_format
    return event.rules.lists.check(figures, team_format, legality, pool, cards, pair_level=event.team_level)


def _list_of_blast(event: Any, figures: Sequence[str], _legality: Any, cards: Any, _pool: Sequence[str]) -> Any:
    return BLAST.lists.check(figures, event.team_size, cards)


def _list_of_quest(event: Any, figures: Sequence[str], _legality: Any, cards: Any, _pool: Sequence[str]) -> Any:
    return QUEST.lists.check(figures, event.hero_level, cards)


PROVED = _("Every result can be proved: the site replays the game, action by action, under the rules of the event.")
ARENA = Game(
    title=_("Krosmaster Arena"),
    rulesets={
        DEFAULT.slug: _("Krosmaster Arena, tournament rules 2.7"),
        FIRST_BOX.slug: _("Krosmaster Arena, rule book of 2013"),
    },
    formats=FORMATS,
    presets=OF_ARENA,
    tally=words.gg(most=MOST_TALLY, usual=12, usual_of_table=15, cap=6),
    tie_breaks=tuple(TieBreak.values),
    first_tie_breaks=tuple(default_tie_breaks()),
    round_minutes=60,
    list_format=DEFAULT.lists.document_format,
    check_list=_list_of_arena,
    boards=_("arenas in use"),
    typed_list=_("or figures, one per line or with commas between"),
    lacks={**OF_BLAST_ALONE, **OF_QUEST_ALONE},
    about_modes=_(
        "With four players at a table everyone brings a smaller team. In two against two, two players form a crew,"
        " which is paired and ranked as one."
    ),
    promise=PROVED,
    lacks_under={
        DEFAULT.slug: {"scenery": Scenery.FIXED},
        FIRST_BOX.slug: {
            "team_level": None,
            "limited_kind": "",
            "legality": "none",
            "rewards": RewardBox.ORIGINAL,
            "tells_level": False,
            "pod_rounds": 0,
        },
    },
)
# of Arena alone, and what hangs on a validator, a recorder or lists: what the site does not have of other games yet
ONLY_ARENA: Mapping[str, Any] = {
    "team_level": None,
    "team_format": TeamFormat.CONSTRUCTED,
    "limited_kind": "",
    "legality": "none",
    "rewards": RewardBox.SECOND,
    "scenery": Scenery.FIXED,
    "arenas": [],
    "tells_level": False,
    "pod_rounds": 0,
    "public_games": False,
    "believed_glory_limit": None,
    "recorded_games": RecordedGames.NONE,
    "recorded_cut_games": RecordedGames.NONE,
}
# no lists, no initiative
WITHOUT_LISTS = tuple(code for code in TieBreak.values if code != TieBreak.INITIATIVE)
KROSMASTER_BLAST = Game(
    title=_("Krosmaster Blast"),
    rulesets={BLAST.slug: _("Krosmaster Blast")},
    formats={Mode.DUEL: DUEL_OF_BLAST},
    presets=OF_BLAST,
    tally=words.GLYPHS,
    tie_breaks=WITHOUT_LISTS,
    first_tie_breaks=tuple(default_tie_breaks()),
    round_minutes=40,
    list_format=BLAST.lists.document_format,
    check_list=_list_of_blast,
    boards=_("boards in use"),
    typed_list=_("figures, one per line or with commas between"),
    lacks={
        name: value
        for name, value in {**ONLY_ARENA, **OF_QUEST_ALONE}.items()
        if name not in ("arenas", "recorded_games", "recorded_cut_games")
    },
    recorded=(RecordedGames.FULL, RecordedGames.NONE),
    about_modes="",
    promise=PROVED,
)
KROSMASTER_QUEST = Game(
    title=_("Krosmaster Quest"),
    rulesets={QUEST.slug: _("Krosmaster Quest")},
    formats={Mode.FREE_FOR_ALL: TABLES_OF_QUEST, Mode.HEATS: HEATS_OF_QUEST},
    presets=OF_QUEST,
    tally=words.gg(most=30, usual=13, usual_of_table=13, cap=13),
    tie_breaks=WITHOUT_LISTS,
    first_tie_breaks=tuple(default_tie_breaks()),
    round_minutes=240,
    list_format=QUEST.lists.document_format,
    check_list=_list_of_quest,
    boards="",
    typed_list=_("your Krosmaster"),
    lacks={
        name: value
        for name, value in {**ONLY_ARENA, **OF_BLAST_ALONE}.items()
        if name not in ("recorded_games", "recorded_cut_games")
    },
    recorded=(RecordedGames.LIGHT, RecordedGames.NONE),
    about_modes=_(
        "At tables everyone plays alone, for points by place. In heats crews of two to four play against a Demon."
    ),
    promise=_(
        "From a log the site proves GG, the order of turns, the Demon and the Adventure Path; steps, sight and effects "
        "are not recorded."
    ),
)
GAMES: dict[str, Game] = {DEFAULT.game: ARENA, BLAST.game: KROSMASTER_BLAST, QUEST.game: KROSMASTER_QUEST}


def game_choices() -> list[tuple[str, Text]]:
    return [(slug, game.title) for slug, game in GAMES.items()]


def ruleset_choices() -> list[tuple[str, Text]]:
    return [choice for game in GAMES.values() for choice in game.rulesets.items()]


def ruleset_title(slug: str) -> str:
    """The title that people choose, or of a ruleset that no event can have the one of its laws."""
    return str(dict(ruleset_choices()).get(slug, title_of(slug)))
