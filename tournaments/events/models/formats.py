"""What differs between the games of events, and between the formats of a game, one record each: code elsewhere reads
its fields. The rules of a game are its rulesets in `rules.games`; this is what an event makes of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.games import DEFAULT
from tournaments.core import round_advice
from tournaments.core.bracket import Bracket, build_bracket
from tournaments.core.fours import advice as advice_at_tables
from tournaments.core.fours.cut import Cut, build_cut
from tournaments.core.places import PlayerId, are_places
from tournaments.core.scores import MOST_TALLY, OUTCOME_OF_PLACES, PLACES_OF_DUEL, format_score
from tournaments.core.scoring import PointsByPlace, Scoring, WinDrawLoss
from tournaments.events.models.presets import OF_ARENA, Preset
from tournaments.events.models.settings import Mode, TieBreak, default_tie_breaks

Text = str | Promise
AnyCut = Bracket | Cut
Places = Mapping[str, Mapping[PlayerId, int]]
# settings that not every format has
OF_DUELS = frozenset(
    {"cut_points", "cut_kind", "third_place", "points_win", "points_draw", "points_loss", "tie_breaks"}
)
OF_TABLES = frozenset({"points_by_place", "bye_points", "tables_of_three"})
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


def _tables(event: Any, places: Places) -> AnyCut:
    return build_cut(event.cut_seeds, places)


def _both_tallies(names: Sequence[str], score: Any) -> str:
    """Return "Ana 6 : 0 Bo"."""
    (a, b), (glory_a, glory_b) = names, score.tallies
    return f"{a} {glory_a} : {glory_b} {b}"


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


def _own_place(seat: int, score: Any) -> str:
    values = {"place": score.places[seat], "seats": len(score.places), "glory": score.tallies[seat]}
    return gettext("place %(place)s of %(seats)s, %(glory)s GG") % values


@dataclass(frozen=True, slots=True)
class Words:
    """What pages call things."""

    player: Text  # who is paired
    seats: tuple[Text, ...]  # titles of the columns of who is paired, before a round is published
    opponents: Text  # title of the column with who else sits at the table
    company: Text  # the same on the page of a player
    record: Text  # title of the column that counts results
    record_explained: Text
    counts: tuple[Text, ...]  # the counts of the record, one by one
    cross_table: Text  # explains its cells
    points: Text  # what results are worth
    meet_again: Text  # why more rounds are too many for so many players
    too_few: Text
    line: Text  # an example of the line in which results are typed
    line_explained: Text
    line_explained_in_cut: Text
    slip: Text  # label of the line in which results are typed
    missing: Text  # how many results are, and what to tap
    endings: Mapping[str, Text]  # as players choose them, where they have words of their own
    own_endings: Mapping[str, tuple[Text, Text]]  # as the winner and the loser read them, where these differ
    no_draw: Text  # why first place is not shared, where the ending has a winner
    no_win_by_glory: Text
    nobody_won: Text
    bracket: Text  # explains it
    unplayed: Text  # in place of a score
    reported: Text  # state of a match whose result others have to confirm
    to_confirm: Text
    others_reported: Text
    you_called: Text
    others_called: Text
    waiting: Text
    how: Mapping[str, Text]  # values were computed, where it has words of its own
    why: Mapping[str, Text]  # a game was counted or not, where it has words of its own


@dataclass(frozen=True, slots=True)
class Format:
    """How many sit at a table, and what follows from it."""

    seats: int  # of players, or of crews, at a full table
    players_a_seat: int  # two are a crew
    may_be_short: bool  # of one, where the event allows it
    scoring: Callable[[Any], Scoring]  # of an event
    tie_breaks: tuple[str, ...]  # in this order; none: the event has its own
    advised_rounds: Callable[[int], int]
    advised_cut: Callable[[int], int]
    rounds_without_rematch: Callable[[int], int]
    cut_sizes: tuple[int, ...]  # none: any
    build_cut: Callable[[Any, Places], AnyCut]  # of an event, given the places at decided tables by slot
    cut_rounds: Callable[[int, bool], int]  # of a cut of this size, single or double
    can_clinch: bool  # whether it can be published who has qualified for the cut
    can_re_pair: bool  # whether open tables of a published round can be paired again after a correction
    draws_tables: bool  # whether seats at tables are drawn, which takes seconds for many, or pairs
    pairs_by_rating: bool
    left_the_cut: str  # code of what follows where a player of the cut has left
    sides: str  # by what reports call the sides, a character each
    outcomes: Mapping[str, tuple[int, ...]]  # to choose from, with the places of each; none: each seat has its place
    are_places: Callable[[Sequence[int]], bool]  # of those who came
    endings: tuple[str, ...]  # of games, for the staff
    endings_by_players: tuple[str, ...]
    endings_with_winner: tuple[str, ...]  # where first place cannot be shared
    no_draw: str  # code of that refusal
    no_win_by_glory: str  # code
    plays_on: bool  # without who is absent or has left; otherwise the opponent wins
    breaks_ties: bool  # of the first place in the cut, by GG, levels in play and seed
    score: Callable[[Sequence[str], Any], str]  # in words, with these names
    own_score: Callable[[int, Any], str]  # as the player at this seat, from 0, reads it
    score_fields: str  # template of what its form asks
    line_up: str  # template of who sits at a table, with the score
    slip: str  # template of what is filled in on paper
    pairings: str  # template of a round
    printed_pairings: str
    unpublished_seats: str
    hall: str  # class of the tables on the screen of the hall
    hall_final: str  # classes of the final there
    names_sides: bool  # whether documents call the players a and b
    in_first_documents: bool  # whether `krosmaster-event/1` has it
    team_format: str  # of lists; empty: the event's own
    lacks: frozenset[str]  # settings
    words: Words

    def least_players(self, *, may_be_short: bool) -> int:
        return self.seats - (self.may_be_short and may_be_short)


DUEL = Format(
    seats=2,
    players_a_seat=1,
    may_be_short=False,
    scoring=_by_outcome,
    tie_breaks=(),
    advised_rounds=round_advice.advised_rounds,
    advised_cut=round_advice.advised_cut,
    rounds_without_rematch=lambda players: max(players - 1, 0),
    cut_sizes=(),
    build_cut=_bracket,
    cut_rounds=lambda size, double: round_advice.cut_rounds(size, double=double),
    can_clinch=True,
    can_re_pair=True,
    draws_tables=False,
    pairs_by_rating=True,
    left_the_cut="opponent-goes-on",
    sides="ab",
    outcomes={str(code): places for code, places in PLACES_OF_DUEL.items()},
    are_places=lambda places: tuple(places) in OUTCOME_OF_PLACES,
    endings=("glory", "krosmasters", "concession", "walkover", "time", "intentional-draw", "no-show", "drop", "ruling"),
    endings_by_players=("glory", "krosmasters", "time", "concession", "walkover", "intentional-draw"),
    endings_with_winner=GIVEN_UP,
    no_draw="given-up-is-no-draw",
    no_win_by_glory="glory-needs-a-loser-without",
    plays_on=False,
    breaks_ties=False,
    score=_both_tallies,
    own_score=_own_tally_first,
    score_fields="tournaments/results/parts/outcome_fields.html",
    line_up="tournaments/results/parts/versus.html",
    slip="tournaments/printing/parts/slip_of_two.html",
    pairings="tournaments/rounds/parts/pairings.html",
    printed_pairings="tournaments/printing/parts/pairings_by_table.html",
    unpublished_seats="tournaments/rounds/parts/unpublished_pair.html",
    hall="",
    hall_final="hall-final",
    names_sides=True,
    in_first_documents=True,
    team_format="",
    lacks=OF_TABLES | OF_FOUR,
    words=Words(
        player=_("Player"),
        seats=(_("Player"), _("Opponent")),
        opponents=_("Opponent"),
        company=_("Opponent"),
        record=_("W-D-L"),
        record_explained=_("W-D-L: won, drawn, lost. A bye counts as won."),
        counts=(_("won"), _("drawn"), _("lost")),
        points=_("a win is worth %(win)s, a draw %(draw)s, a loss %(loss)s"),
        meet_again=ngettext_lazy(
            "%(n)s player meets everyone before that: pairs meet again",
            "%(n)s players meet everyone before that: pairs meet again",
            "n",
        ),
        too_few=_("Check in at least two players to start round 1."),
        line=_("Enter the table and the score: “12 6-0”."),
        line_explained=_(
            "“12 6-0” and Enter: table 12, 6 GG to 0 for the player named first, by glory. Otherwise a letter says how "
            "it ended: k last Krosmaster, t time, c concession, i intentional draw; then 1 or 2 the winner, if that is "
            "not the one with more GG."
        ),
        line_explained_in_cut=_(
            "“12 6-0” and Enter: table 12, 6 GG to 0 for the player named first, by glory. Otherwise a letter says how "
            "it ended: k last Krosmaster, t time, c concession; then 1 or 2 the winner, if that is not the one with "
            "more GG."
        ),
        cross_table=_(
            "“+7” is a win against the player ranked 7th, “=” a draw, “-” a loss; a symbol alone is a bye or a missed "
            "round."
        ),
        slip=_("Table and score"),
        missing=ngettext_lazy(
            "%(n)s result is missing. Tap the winner.", "%(n)s results are missing. Tap the winner.", "n"
        ),
        endings={"glory": _("glory: the loser has no GG left")},
        own_endings={
            "concession": (_("your opponent conceded"), _("you conceded")),
            "walkover": (_("your opponent conceded without a game"), _("you conceded without a game")),
            "no-show": (_("your opponent did not come"), _("you did not come")),
            "drop": (_("your opponent dropped"), _("you dropped")),
        },
        no_draw=_("A player who concedes, drops or does not show up loses, so this is not a draw."),
        no_win_by_glory=_(
            "The winner by glory has GG left and the loser has none: correct the GG, or how the game ended (1.4.1)."
        ),
        nobody_won=_("both lose"),
        bracket=_(
            "The number before a name is its seed. In each match the higher seed, the one with the lower number, "
            "chooses the side."
        ),
        unplayed="- : -",
        reported=_("reported by one player"),
        to_confirm=_("Your opponent has reported %(own)s."),
        others_reported=_("Your opponent has reported"),
        you_called=_("You have called a judge. They will come to your table."),
        others_called=_("Your opponent has called a judge to your table."),
        waiting=_("You reported: %(score)s. Waiting for your opponent to confirm."),
        how={},
        why={},
    ),
)
CREWS = replace(
    DUEL,
    players_a_seat=2,
    hall="hall-of-crews",
    in_first_documents=False,
    team_format="four-player",
    lacks=OF_TABLES,
    words=replace(
        DUEL.words,
        player=_("Crew"),
        meet_again=ngettext_lazy(
            "%(n)s crew meets everyone before that: crews meet again",
            "%(n)s crews meet everyone before that: crews meet again",
            "n",
        ),
        too_few=_("Round 1 needs at least two crews whose players have checked in."),
        others_reported=_("The other crew has reported"),
        you_called=_("Your crew has called a judge. They will come to your table."),
        others_called=_("The other crew has called a judge to your table."),
        waiting=_("Your crew reported: %(score)s. Waiting for the other crew to confirm."),
    ),
)
LINE_OF_TABLES = _(
    "“1 Gus 6 Ana Joe Cid” and Enter: at table 1 Gus wins by glory with 6 GG, Ana is second. The beginning of a name "
    "is enough; a name without a number has 0 GG; “=” before a name shares the place. Otherwise a letter at the end "
    "says how it ended: k last Krosmaster, t time, c concession."
)
TABLES_OF_FOUR = Format(
    seats=4,
    players_a_seat=1,
    may_be_short=True,
    scoring=_by_place,
    tie_breaks=("points", "first-places", "opponents-share", "gg-scored", "random"),
    advised_rounds=advice_at_tables.advised_rounds,
    advised_cut=lambda _players: 0,
    rounds_without_rematch=advice_at_tables.rounds_without_rematch,
    cut_sizes=advice_at_tables.CUT_SIZES,
    build_cut=_tables,
    cut_rounds=lambda size, _double: advice_at_tables.cut_rounds(size) if size in advice_at_tables.CUT_SIZES else 0,
    can_clinch=False,
    can_re_pair=False,
    draws_tables=True,
    pairs_by_rating=False,
    left_the_cut="others-play-on",
    sides="1234",
    outcomes={},
    are_places=are_places,
    endings=("glory", "krosmasters", "time", "concession", "no-show", "drop", "ruling"),
    endings_by_players=("glory", "krosmasters", "time", "concession"),
    endings_with_winner=("glory", "krosmasters", *GIVEN_UP),
    no_draw="shared-first-place",
    no_win_by_glory="glory-needs-losers-without",
    plays_on=True,
    breaks_ties=True,
    score=_all_places,
    own_score=_own_place,
    score_fields="tournaments/results/parts/table_rows.html",
    line_up="tournaments/results/parts/seats_with_places.html",
    slip="tournaments/printing/parts/slip_of_seats.html",
    pairings="tournaments/rounds/parts/pairings_of_tables.html",
    printed_pairings="tournaments/printing/parts/pairings_by_seat.html",
    unpublished_seats="tournaments/rounds/parts/unpublished_table.html",
    hall="hall-of-seats",
    hall_final="hall-final hall-final-of-four",
    names_sides=False,
    in_first_documents=False,
    team_format="four-player",
    lacks=OF_DUELS,
    words=Words(
        player=_("Player"),
        seats=(_("Players"),),
        opponents=_("Opponents"),
        company=_("At the table"),
        record=_("Places"),
        record_explained=_("Places: how many tables ended in first, second, third and fourth place."),
        counts=(
            *(_("tables in first place"), _("tables in second place")),
            *(_("tables in third place"), _("tables in fourth place")),
        ),
        points=_("tables of four, each player for themselves; points by place: %(points)s"),
        meet_again=_("%(n)s players cannot play that many rounds without meeting again"),
        too_few=_("Check in at least %(least)s players to start round 1."),
        line=_("Enter the table and the players by place, with their GG: “1 Gus 6 Ana Joe Cid”."),
        line_explained=LINE_OF_TABLES,
        line_explained_in_cut=LINE_OF_TABLES,
        cross_table=_(
            "“2/4” is the second place at a table of four, “1=/4” a shared first place, “+” a bye, “-” a missed round "
            "or a player who did not come."
        ),
        slip=_("Table and places"),
        missing=ngettext_lazy(
            "%(n)s result is missing. Choose the table.", "%(n)s results are missing. Choose the table.", "n"
        ),
        endings={},
        own_endings={},
        no_draw=_("Only at time first place can be shared: choose “time”, or one winner."),
        no_win_by_glory=_(
            "The winner by glory has GG left and nobody else has any: correct the GG, or how the game ended (1.4.1)."
        ),
        nobody_won=_("no winner"),
        bracket=_(
            "The number before a name is its seed; behind it stand place and GG. The winner of each table goes on."
        ),
        unplayed=_("playing"),
        reported=_("reported"),
        to_confirm=_("Another player has reported: %(all)s."),
        others_reported=_("The others have reported"),
        you_called=_("You have called a judge. They will come to your table."),
        others_called=_("A player has called a judge to your table."),
        waiting=_("You reported: %(score)s. Still to confirm: %(names)s."),
        how={
            "mean": _(
                "mean of their shares: points over the most that their tables could give, each at least %(floor)s"
            ),
            "floor": _("nobody met yet: %(floor)s"),
        },
        why={"no-show": _("did not come")},
    ),
)
FORMATS: dict[str, Format] = {Mode.DUEL: DUEL, Mode.TWO_V_TWO: CREWS, Mode.FREE_FOR_ALL: TABLES_OF_FOUR}


@dataclass(frozen=True, slots=True)
class Tally:
    """What players count beside who won."""

    name: Text
    of_player: Text  # label of a field
    of_opponent: Text  # title of a column
    missing: Text
    out_of_range: Text
    most: int  # of one player in a match
    usual: int  # the most that a winner can be tapped to have
    usual_of_table: int
    cap: int  # of the difference in a match, where the event sets no other


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
    list_format: str  # of the documents that players submit
    lacks: frozenset[str]  # settings

    def settings_of_new_event(self) -> dict[str, Any]:
        return {
            "ruleset": next(iter(self.rulesets)),
            "round_minutes": self.round_minutes,
            "glory_cap": self.tally.cap,
            "tie_breaks": list(self.first_tie_breaks),
        }


ARENA = Game(
    title=_("Krosmaster Arena"),
    rulesets={DEFAULT.slug: _("Krosmaster Arena, tournament rules 2.7")},
    formats=FORMATS,
    presets=OF_ARENA,
    tally=Tally(
        name=_("GG"),
        of_player=_("GG of %(name)s"),
        of_opponent=_("GG of the opponent"),
        missing=_("Enter the GG, 0 if none."),
        out_of_range=_("Enter GG from 0 to %(most)s."),
        most=MOST_TALLY,
        usual=12,
        usual_of_table=15,  # all GG of four players
        cap=6,
    ),
    tie_breaks=tuple(TieBreak.values),
    first_tie_breaks=tuple(default_tie_breaks()),
    round_minutes=60,
    list_format=DEFAULT.lists.document_format,
    lacks=frozenset(),
)
GAMES: dict[str, Game] = {DEFAULT.game: ARENA}


def game_choices() -> list[tuple[str, Text]]:
    return [(slug, game.title) for slug, game in GAMES.items()]


def ruleset_choices() -> list[tuple[str, Text]]:
    return [choice for game in GAMES.values() for choice in game.rulesets.items()]
