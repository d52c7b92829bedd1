"""Fifty events, made up and led through the services once. `python -m tests.golden_events.record` writes them down.

What happens is chosen by lot from the pairings as they come, so an event is recorded whole or not at all: anyone who
records again after a change of behaviour looks at the difference first.
"""

import dataclasses
import random
from typing import Any
from unittest import mock

from tests.golden_events import core
from tests.golden_events.services import LedEvent
from tournaments.core.pairing import pair
from tournaments.core.scores import outcome_of_duel
from tournaments.core.scoring import Result
from tournaments.cut.services.bracket import bracket_of
from tournaments.rounds.services import pairing
from tournaments.standings.services.pairing_input import results_of
from tournaments.standings.services.ranking import entrants_of

Json = dict[str, Any]
EVENTS = 50
LARGE = {7: 128, 23: 128, 31: 100}  # the others have 8 to 64 players
TIE_BREAKS = (
    ["match-points", "omw", "gg-difference", "gg-scored", "random"],
    ["match-points", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins", "random"],
    ["match-points", "direct-encounter", "median-buchholz", "gg-difference", "random"],
    ["match-points", "sos", "extended-sos", "gg-scored", "initiative", "random"],
    ["match-points", "mw", "oomw", "manual", "random"],
    ["wins", "match-points", "gg-difference"],
    ["gg-difference", "match-points", "initiative", "manual"],
)
CUTS: tuple[Json, ...] = (
    {},
    {"cut_size": 4},
    {"cut_size": 8, "third_place": True},
    {"cut_size": 8, "cut_kind": "double"},
    {"cut_size": 6, "cut_kind": "double"},
    {"cut_size": 16},
    {"cut_size": 2},
    {"cut_size": 5, "third_place": True},
    {"cut_size": 4, "cut_points": 9},
    {"cut_size": 3, "cut_kind": "double"},
)
POINTS: tuple[Json, ...] = (
    {},
    {"points_win": 2, "points_draw": 1},
    {"glory_cap": 3},
    {"points_loss": 1, "points_win": 4},
)
GAMES = (("a", 1, 8, 0, "glory"), ("a", 1, 9, 2, "time"), ("a", 1, 5, 3, "krosmasters"), ("a", 0, 4, 1, "concession"))


def recorded(number: int) -> Json:
    """One event: its fields, its players, and each step with what was seen after it and what the core was asked."""
    rng = random.Random(f"golden events/{number}")
    fields = event_fields(number, rng)
    size = LARGE.get(number) or rng.choice([8, 9, 10, 11, 12, 13, 16, 17, 20, 21, 24, 31, 32, 33, 48, 64])
    if number % 10 == 4:
        size, fields["swiss_rounds"] = 4, 5  # four players cannot play five rounds without a rematch
    players = [a_player(number, place, rng) for place in range(size)]
    fields["capacity"] = size + 10
    return Director(LedEvent(fields, players), rng, number).whole() | {"event": fields, "players": players}


def event_fields(number: int, rng: random.Random) -> Json:
    fields: Json = {"name": f"Golden {number}", "seed": rng.getrandbits(48)}
    fields |= {"tie_breaks": TIE_BREAKS[number % len(TIE_BREAKS)], "swiss_rounds": rng.choice([3, 3, 4, 4, 5])}
    fields |= {"first_round": ("random", "rating", "club")[number % 3], "club_rounds": rng.choice([0, 0, 1, 2])}
    fields |= CUTS[number % len(CUTS)] | POINTS[number // 3 % len(POINTS)]
    fields["first_table"] = rng.choice([1, 1, 1, 101])
    if number % 6 == 5:
        fields |= {"team_format": "limited", "limited_kind": "draft", "pod_rounds": rng.choice([1, 2])}
    return fields


def a_player(number: int, place: int, rng: random.Random) -> Json:
    about: Json = {
        "rating": rng.choice([None, 900 + rng.randrange(1200)]),
        "initiative": rng.choice([None, rng.randrange(20, 60)]),
    }
    if rng.random() < 0.6:
        about["club"] = rng.choice(["Amakna", "Bonta", "Brâkmar", " bonta ", "Sufokia"])
    if rng.random() < 0.1:
        about["household"] = rng.choice(["Mill Lane 3", "mill lane 3", "The Tower"])
    if rng.random() < 0.05:
        about["fixed_table"] = 200 + place
    if number % 7 in (4, 6) and rng.random() < 0.3:
        about |= {"manual_rank": 1 + rng.randrange(5), "manual_why": "played off"}
    return {name: value for name, value in about.items() if value is not None}


@dataclasses.dataclass
class Director:
    """Decides what happens next, has it done, and writes down what was seen and what the core was asked."""

    led: LedEvent
    rng: random.Random
    number: int
    steps: list[Json] = dataclasses.field(default_factory=list)
    asked: list[Json] = dataclasses.field(default_factory=list)

    def whole(self) -> Json:
        if self.led.event.is_limited:
            self.step("draw-pods")
        for _pair in range(self.rng.choice([0, 0, 1, 2])):
            self.step("add-forbidden-pair", *self.rng.sample(self.there(), 2))
        self.step("move", "running")
        for number in range(1, (self.led.event.swiss_rounds or 0) + 1):
            self.swiss_round(number)
        self.the_end()
        return {"steps": self.steps, "asked": self.asked}

    def step(self, name: str, *arguments: Any) -> Json:
        with mock.patch.object(pairing, "pair", self._pair):
            seen = self.led.do([name, *arguments])
        self.steps.append({"do": [name, *arguments], "seen": seen})
        if "standings" in seen:
            self._ask("standings", self._standings_document())
        if "bracket" in seen:
            self._ask("bracket", self._bracket_document())
        return seen

    def swiss_round(self, number: int) -> None:
        self.people_come_and_go(number)
        unpublished = self.step("pair")
        if self.rng.random() < 0.15:
            unpublished = self.step("redraw")
        if self.rng.random() < 0.15:
            unpublished = self.swapped(unpublished)
        self.step("publish")
        if number > 1 and self.rng.random() < 0.3:
            self.corrected(number - 1, "redraw" if self.rng.random() < 0.5 else "keep")
        self.played()
        if self.rng.random() < 0.3:
            self.corrected(self.rng.randint(1, number), "keep")

    def people_come_and_go(self, number: int) -> None:
        if number == 1:
            return
        if number < 4 and self.rng.random() < 0.35:
            about = {"guest_name": f"Late {number}", "rating": 1000 + number, "club": self.rng.choice(["", "Bonta"])}
            self.step("add", about)
        if self.rng.random() < 0.4 and len(self.there()) > 6:
            self.step("drop", self.rng.choice(self.there()))
        gone = self.led.event.registrations.filter(status__in=["dropped", "disqualified"]).values_list("pk", flat=True)
        if gone and self.rng.random() < 0.3:
            self.step("reinstate", self.rng.choice(sorted(gone)))

    def swapped(self, unpublished: Json) -> Json:
        matches = [row for row in unpublished["round"]["matches"] if row[2]]
        one, other = self.rng.sample(matches, 2)
        return self.step("swap", one[1], other[2])

    def played(self) -> None:
        """All tables but one at once; then somebody may leave, or a scorekeeper enters the last result."""
        last = self.led.last_round()
        assert last is not None
        is_cut = last.stage == "cut"
        tables = list(last.matches.filter(bye=False).exclude(state="done").order_by("pk").pairs())
        later = tables[-1:] if self.rng.random() < 0.5 else []
        self.step("results", [[a, *self.game(is_cut)] for a, _b in tables[: len(tables) - len(later)]])
        if later and self.rng.random() < 0.4:
            self.step(self.rng.choice(["drop", "disqualify"]), self.rng.choice(later[0]))
        elif later:
            self.step("enter", last.number, later[0][0], *self.game(is_cut))
            self.step("results", [])

    def corrected(self, number: int, then: str) -> None:
        played = self.led.event.rounds.get(number=number)
        tables = list(played.matches.filter(bye=False, state="done").order_by("pk").pairs())
        if tables:
            self.step("correct", number, self.rng.choice(tables)[0], self.game(played.stage == "cut"), then)

    def the_end(self) -> None:
        if not self.led.event.has_planned_cut:
            self.step("move", "finished")
            return
        self.step("move", "cut")
        if self.rng.random() < 0.3:
            self.step("drop", self.led.event.cut_seeds[0])
            self.step("redraw")
        while True:
            self.step("publish")
            self.played()
            drawn = bracket_of(self.led.event)
            if drawn is None or drawn.is_over:
                break
            self.step("pair")
            if self.rng.random() < 0.2:
                self.corrected(self.led.event.rounds.swiss().count(), "keep")
        self.step("move", "finished")
        if self.rng.random() < 0.3:
            self.corrected(self.led.event.rounds.count(), "keep")

    def game(self, needs_a_winner: bool) -> list[Any]:
        kind = self.rng.random()
        if kind < 0.12 and not needs_a_winner:
            return self.rng.choice([["draw", 3, 3, "time"], ["draw", 0, 0, "intentional-draw"], ["draw", 9, 9, "time"]])
        if kind < 0.15 and not needs_a_winner:
            return ["both-lose", 0, 0, self.rng.choice(["no-show", "ruling"])]
        if kind < 0.2:
            return [self.rng.choice("ab"), 0, 0, self.rng.choice(["no-show", "walkover"])]
        _winner, least, most, loser, ending = self.rng.choice(GAMES)
        winner, glory = self.rng.choice("ab"), self.rng.randint(max(least, loser + 1), max(most, loser + 1))
        return [winner, *((glory, loser) if winner == "a" else (loser, glory)), ending]

    def there(self) -> list[int]:
        return sorted(self.led.event.registrations.registered().values_list("pk", flat=True))

    def _pair(self, players: Any, **asked: Any) -> Any:
        document = {"players": [player._asdict() for player in players], **asked}
        self._ask("pairing", document)
        return pair(players, **asked)

    def _standings_document(self) -> Json:
        event = self.led.event
        return {
            "entrants": [list(dataclasses.astuple(entrant)) for entrant in entrants_of(event)],
            "results": [_as_duel(result) for result in results_of(event)],
            "scoring": [event.points_win, event.points_draw, event.points_loss, event.glory_cap],
            "order": event.tie_breaks,
        }

    def _bracket_document(self) -> Json:
        event = self.led.event
        drawn = bracket_of(event)
        assert drawn is not None
        winners = {match.slot: match.winner for match in drawn.matches if match.winner is not None and not match.is_bye}
        return {"seeds": event.cut_seeds, "winners": winners, "kind": event.cut_kind, "third_place": event.third_place}

    def _ask(self, about: str, document: Json) -> None:
        self.asked.append({"about": about, "document": document, "answer": core.ASKED[about](document)})


def _as_duel(result: Result) -> list[Any]:
    """As the events were recorded: both players, the outcome, and the GG of both."""
    a, b = (*result.players, None)[:2]
    outcome = outcome_of_duel(result.places) if b is not None else "ab"[result.places[0] - 1]
    return [result.round, a, b, outcome, *(*result.glory, 0)[:2], result.ending]
