"""A whole event on the pure core, step by step in any order: what must hold after each step holds."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.tournaments.duels import duel
from tournaments.core.bracket import build_bracket, select_qualifiers
from tournaments.core.clinch import Cut, clinch
from tournaments.core.pairing import Pairing, Player, pair
from tournaments.core.places import PlayerId
from tournaments.core.round_check import PlayerEntry, check_round
from tournaments.core.scores import PLACES_OF_DUEL
from tournaments.core.scoring import Result, WinDrawLoss, records
from tournaments.core.standings import Entrant, StandingsRow, standings

ORDER = ("match-points", "omw", "gg-difference", "gg-scored", "random")
OUTCOMES = st.sampled_from(["a", "b", "draw", "both-lose"])
GLORY = st.integers(0, 12)


class WholeEvent(RuleBasedStateMachine):
    pair: Callable[..., Pairing] = staticmethod(pair)
    clinch: Callable[..., dict] = staticmethod(clinch)
    select_qualifiers: Callable[..., tuple] = staticmethod(select_qualifiers)
    scoring = WinDrawLoss()

    @initialize(count=st.integers(4, 14), seed=st.integers(0, 2**32))
    def open(self, count: int, seed: int) -> None:
        self.seed, self.round, self.newcomers = seed, 0, count
        self.playing = [f"p{n}" for n in range(count)]
        self.entrants = list(self.playing)
        self.results: dict[tuple[int, str], Result] = {}
        self.open_tables: dict[str, str] = {}
        self.published: list[Pairing] = []
        self.message: dict[str, str] = {}
        self.cut: dict[str, str] | None = None
        self.seeds: tuple[str, ...] = ()

    def table(self) -> list[StandingsRow]:
        return standings(
            [Entrant(name, draw_order=n) for n, name in enumerate(self.entrants)],
            self.results.values(),
            order=ORDER,
            scoring=self.scoring,
        )

    def players(self) -> list[Player]:
        so_far = records(self.results.values(), self.scoring)
        return [
            Player(
                name,
                points=so_far[name].points,
                met=tuple(map(str, so_far[name].seated_with)),
                byes=so_far[name].byes,
                late=any(result.ending == "missed" for result, _seats in so_far[name].results),
            )
            for name in self.playing
        ]

    @property
    def between_rounds(self) -> bool:
        return not self.open_tables and self.cut is None

    @precondition(lambda self: self.between_rounds and len(self.playing) >= 2 and self.round < 8)
    @rule()
    def pair_a_round(self):
        players = self.players()
        pairing = self.pair(players, seed=self.seed)
        entries = [PlayerEntry(p.id, p.points, frozenset(p.met), p.byes, p.just_arrived) for p in players]
        issues = check_round(entries, [*pairing.pairs, *([(pairing.bye,)] if pairing.bye else [])])
        assert not any(issue.is_error for issue in issues)
        assert sum(issue.code == "rematch" for issue in issues) == pairing.rematches
        self.round += 1
        self.published.append(pairing)
        self.open_tables = dict(pairing.pairs)
        if pairing.bye:
            self.results[self.round, pairing.bye] = Result.bye(self.round, pairing.bye)
        points = {name: record.points for name, record in records(self.results.values(), self.scoring).items()}
        self.message = (
            self.clinch(dict.fromkeys(self.playing, 0) | points, pairing.pairs, Cut(top=2)) if self.open_tables else {}
        )

    @precondition(lambda self: self.open_tables)
    @rule(data=st.data(), outcome=OUTCOMES, glory=st.tuples(GLORY, GLORY))
    def report(self, data, outcome, glory):
        one = data.draw(st.sampled_from(sorted(self.open_tables)))
        other = self.open_tables.pop(one)
        self.results[self.round, one] = duel(self.round, one, other, outcome, *glory)
        if outcome == "both-lose":
            self.message = {}
        if not self.open_tables:
            self.what_was_said_has_come_true()

    def what_was_said_has_come_true(self):
        place = {row.player: position for position, row in enumerate(self.table())}
        assert all(place[name] < 2 for name, word in self.message.items() if word == "in")
        assert not any(place[name] < 2 for name, word in self.message.items() if word == "out")

    @precondition(lambda self: self.results and self.cut is None)
    @rule(data=st.data(), outcome=OUTCOMES, glory=st.tuples(GLORY, GLORY))
    def correct(self, data, outcome, glory):
        key = data.draw(st.sampled_from(sorted(self.results)))
        was = self.results[key]
        if len(was.players) > 1:
            before = [pairing.pairs for pairing in self.published]
            self.results[key] = replace(was, places=PLACES_OF_DUEL[outcome], glory=glory)
            assert [pairing.pairs for pairing in self.published] == before
            self.message = {}

    @precondition(lambda self: self.between_rounds and len(self.playing) > 2)
    @rule(data=st.data())
    def drop(self, data):
        name = data.draw(st.sampled_from(self.playing))
        record = records(self.results.values(), self.scoring)[name]
        self.playing.remove(name)
        assert records(self.results.values(), self.scoring)[name] == record

    @precondition(lambda self: self.between_rounds and len(self.entrants) < 20)
    @rule()
    def enter_late(self):
        name = f"p{self.newcomers}"
        self.newcomers += 1
        self.playing.append(name)
        self.entrants.append(name)
        for number in range(1, self.round + 1):
            self.results[number, name] = Result.missed(number, name)

    @precondition(lambda self: self.between_rounds and self.round >= 2 and len(self.playing) >= 2)
    @rule(top=st.sampled_from([2, 4, 8]))
    def cut_to_the_top(self, top):
        ranked = [(str(row.player), row.points) for row in self.table() if row.player in self.playing]
        self.seeds = tuple(str(name) for name in self.select_qualifiers(ranked, top=top))
        assert list(self.seeds) == [name for name, _ in ranked[:top]]
        self.cut = {}

    @precondition(lambda self: self.cut is not None)
    @rule(data=st.data())
    def play_in_the_cut(self, data):
        playable = build_bracket(self.seeds, self.cut, third_place=True).playable
        if playable:
            tie = data.draw(st.sampled_from(playable))
            self.cut = self.cut | {tie.slot: data.draw(st.sampled_from([tie.a, tie.b]))}

    @invariant()
    def nobody_sits_twice_and_nobody_is_forgotten(self):
        for number in range(1, self.round + 1):
            seats = Counter(p for (n, _), r in self.results.items() if n == number for p in r.players)
            if number == self.round:
                seats.update([*self.open_tables, *self.open_tables.values()])
            assert all(times == 1 for times in seats.values())

    @invariant()
    def points_are_what_the_results_gave(self):
        worth = {(1, 2): (3, 0), (2, 1): (0, 3), (1, 1): (1, 1), (2, 2): (0, 0), (1,): (3,), (2,): (0,)}
        given = Counter(dict.fromkeys(self.entrants, 0))
        for result in self.results.values():
            for player, points in zip(result.players, worth[result.places], strict=True):
                given[str(player)] += points
        assert {row.player: row.points for row in self.table()} == dict(given)

    @invariant()
    def everybody_has_a_rank_and_the_ranks_follow_the_figures(self):
        rows = self.table()
        assert sorted(str(row.player) for row in rows) == sorted(self.entrants)
        values = [tuple(row.value(code) * (-1 if code == "random" else 1) for code in ORDER) for row in rows]
        assert values == sorted(values, reverse=True)

    @invariant()
    def the_cut_ends_with_one_champion(self):
        if self.cut is not None:
            state = build_bracket(self.seeds, self.cut, third_place=True)
            assert state.is_over == (not state.playable)
            assert not state.is_over or state.champion in self.seeds


QUICK = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestWholeEvent = pytest.mark.check(WholeEvent.TestCase)
TestWholeEvent.settings = QUICK


def without_the_first_table(players: list[Player], *, seed: int) -> Pairing:
    right = pair(players, seed=seed)
    return replace(right, pairs=right.pairs[1:]) if len(right.pairs) > 1 else right


def in_who_needs_a_win(*arguments) -> dict[PlayerId, str]:
    return {name: "in" if word == "win-and-in" else word for name, word in clinch(*arguments).items()}


def first_by_name(ranked: list[tuple[str, int]], *, top: int) -> tuple[PlayerId, ...]:
    return select_qualifiers(sorted(ranked), top=top)


class ForgetsATable(WholeEvent):
    pair = staticmethod(without_the_first_table)


class SpeaksTooSoon(WholeEvent):
    clinch = staticmethod(in_who_needs_a_win)


class CutsByName(WholeEvent):
    select_qualifiers = staticmethod(first_by_name)


class OverpaysDraws(WholeEvent):
    scoring = WinDrawLoss(draw=2)


@pytest.mark.check
@pytest.mark.parametrize("faulty", [ForgetsATable, SpeaksTooSoon, CutsByName, OverpaysDraws])
def test_a_planted_fault_is_found(faulty):
    """The control: a machine that finds nothing here would prove nothing above."""
    thorough = settings(QUICK, max_examples=300, phases=[Phase.generate], database=None, derandomize=True)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(faulty, settings=thorough)
