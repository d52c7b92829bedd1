"""An event led step by step through the services, and what can be seen of it after each step.

Players have the numbers that the recording gave them, and what the site draws by lot is drawn from the seed of the
event: a pairing depends on both.
"""

import random
from collections.abc import Iterable
from typing import Any
from unittest import mock

from django.core.management.color import no_style
from django.db import connection
from django.db.models import F
from django.utils import timezone

from core.errors import Refused
from tests.golden_events.core import as_bracket, as_rows
from tests.tournaments.worlds import staff
from tournaments.core.bracket import Bracket
from tournaments.corrections.services import correction
from tournaments.cut.services import bracket, seeding
from tournaments.lifecycle.services import transitions
from tournaments.lists.services import pods
from tournaments.models import Event, Match, Registration, Result, Round, SubmittedList
from tournaments.players.services import dropping, forbidden_pairs, registration
from tournaments.results.services import entry
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing, re_pairing
from tournaments.standings.services.ranking import standings

FIRST_NUMBER = 1_000_001
Json = dict[str, Any]


class LedEvent:
    def __init__(self, fields: Json, players: list[Json]) -> None:
        self.event = Event.objects.create(
            state="check-in", slug="golden", starts_at=timezone.now(), lists_required=False, **fields
        )
        self.owner, self.judge = staff(self.event, "owner"), staff(self.event, "head-judge")
        self.steps = 0
        for number, about in enumerate(players, start=FIRST_NUMBER):
            self._enter(number, dict(about))
        with connection.cursor() as cursor:
            for command in connection.ops.sequence_reset_sql(no_style(), [Registration]):
                cursor.execute(command)

    def _enter(self, number: int, about: Json) -> None:
        """`initiative` is that of the list handed in; nobody needs the list itself."""
        initiative = about.pop("initiative", None)
        there = {
            "checked_in_at": timezone.now(),
            "lot": random.Random(number).getrandbits(48),
            "guest_name": f"P{number}",
        }
        player = Registration.objects.create(pk=number, event=self.event, **there | about)
        if initiative is not None:
            text = {"initiative": initiative, "legal": True, "verdict": {"violations": []}, "commitment": "x"}
            SubmittedList.objects.create(registration=player, figures=[], locked_at=timezone.now(), **text)

    def do(self, step: list[Any]) -> Json:
        """The name of the step with what it needs; a refusal is an answer, by its code."""
        name, *arguments = step
        self.steps += 1
        seeded = random.Random(f"{self.event.seed}/{self.steps}")
        with mock.patch("secrets.randbits", seeded.getrandbits):
            try:
                getattr(self, name.replace("-", "_"))(*arguments)
            except Refused as refusal:
                return {"refused": refusal.code}
        self.event.refresh_from_db()
        return self.seen(name)

    def seen(self, step: str) -> Json:
        """What the step has changed for the players."""
        found: Json = {}
        if step in {"pair", "redraw", "swap", "correct", "move"} and (last := self.last_round()):
            found["round"] = self._round(last)
        if step in {"results", "correct", "drop", "disqualify", "reinstate"}:
            found["standings"] = as_rows(standings(self.event), self.event.tie_breaks)
        if self.event.cut_seeds and step in {"results", "move"}:
            drawn = bracket.bracket_of(self.event)
            assert drawn is None or isinstance(drawn, Bracket)
            found["bracket"] = drawn and as_bracket(drawn)
            found["ranks"] = [[rank, player.pk] for rank, player in seeding.final_ranks(self.event)]
        if step == "draw-pods":
            found["pods"] = [[pod.number, [player.pk for player in pod.members]] for pod in pods.pods_of(self.event)]
        return found

    def last_round(self) -> Round | None:
        return Round.objects.filter(event=self.event).order_by("-number").first()

    def _round(self, last: Round) -> Json:
        rows = [(match.table, match.a_id, match.b_id, match.bracket_slot) for match in last.matches.with_players()]
        matches = sorted(map(list, rows), key=lambda row: (row[0] is None, row[0], row[1]))
        return {"number": last.number, "stage": last.stage, "rematches": last.rematches, "matches": matches}

    def match(self, number: int, player: int) -> Match:
        return Match.objects.get(seat_rows__registration=player, round__event=self.event, round__number=number)

    def player(self, number: int) -> Registration:
        return Registration.objects.get(pk=number)

    # the steps

    def move(self, to: str) -> None:
        transitions.change_event_state(event_id=self.event.pk, who=self.owner, to=to, anyway=True)

    def pair(self) -> None:
        pairing.pair_round(event_id=self.event.pk, who=self.owner)

    def redraw(self) -> None:
        pairing.pair_again(round_id=self._last(), who=self.owner, why="x")

    def swap(self, first: int, second: int) -> None:
        re_pairing.swap(round_id=self._last(), who=self.owner, first=first, second=second, why="asked")

    def publish(self) -> None:
        publishing.publish_round(round_id=self._last(), who=self.owner)

    def results(self, text: list[list[Any]]) -> None:
        """Most of a round is written down at once: how a result comes in is not the matter here."""
        matches = {match.a_id: match for match in Match.objects.filter(round=self._last(), bye=False).with_players()}
        rows = []
        for a, outcome, glory_a, glory_b, ending in text:
            score = Score.duel(outcome, glory_a, glory_b, ending)
            rows.append(Result(match=matches[a], source=Result.Source.STAFF, by=self.owner, **score.columns()))
        Result.objects.bulk_create(rows)
        done = [row.match_id for row in rows]
        Match.objects.filter(pk__in=done).update(state="done", version=F("version") + 1)

    def enter(self, number: int, player: int, *score: Any) -> None:
        entry.enter_result(match_id=self.match(number, player).pk, who=self.owner, score=Score.duel(*score))

    def correct(self, number: int, player: int, score: Iterable[Any], then: str) -> None:
        match = self.match(number, player)
        correction.correct_result(match_id=match.pk, who=self.owner, score=Score.duel(*score), why="misread", then=then)

    def drop(self, player: int) -> None:
        dropping.drop(registration=self.player(player), who=self.owner)

    def disqualify(self, player: int) -> None:
        dropping.disqualify(registration=self.player(player), who=self.judge, why="shouted")

    def reinstate(self, player: int) -> None:
        """Later than leaving can be undone: then a forfeited match stays lost."""
        Registration.objects.filter(pk=player).update(held_until=None, left_from=None)
        dropping.reinstate(registration=self.player(player), who=self.owner, why="heard")

    def add(self, about: Json) -> None:
        registration.add_player(event_id=self.event.pk, who=self.owner, about=about)

    def add_forbidden_pair(self, first: int, second: int) -> None:
        one, other = self.player(first), self.player(second)
        forbidden_pairs.forbid_pair(event_id=self.event.pk, who=self.owner, first=one, second=other)

    def draw_pods(self) -> None:
        pods.draw_pods(event_id=self.event.pk, who=self.owner)

    def _last(self) -> int:
        last = self.last_round()
        assert last is not None
        return last.pk
