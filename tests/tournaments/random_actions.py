"""Everything that players and staff can try at an event, at any moment: rules of a machine that a test completes."""

import random
from collections.abc import Callable
from typing import Any
from unittest import mock

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.models import AuditEntry
from tests.tournaments.worlds import a_user, an_event, staff
from tournaments.corrections.services import correction
from tournaments.events.services import editing
from tournaments.lifecycle.services import transitions
from tournaments.lifecycle.services.next_step import StepKind, next_step
from tournaments.models import Match, Registration, Round
from tournaments.players.services import check_in, dropping, links, penalties
from tournaments.players.services import registration as registering
from tournaments.results.services import entry, reporting
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing, re_pairing

PLACES = 6
ANSWERS = st.sampled_from([reporting.confirm_result, reporting.dispute_result])
SCORES = st.sampled_from(
    [
        Score.duel("a", 4, 0),
        Score.duel("b", 0, 4),
        Score.duel("a", 2, 2),
        Score.duel("draw", 3, 3),
        Score.duel("both-lose"),
        Score.duel("draw", 9, 9),
    ]
)
PICK = st.integers(0, 10_000)


class RandomActions(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.world = transaction.atomic()
        self.world.__enter__()
        # The same steps lead to the same event: Hypothesis repeats the steps of a failure, and has to find it again.
        self.same_lots = mock.patch("secrets.randbits", random.Random(0).getrandbits)
        self.same_lots.start()

    def teardown(self) -> None:
        self.same_lots.stop()
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)

    @initialize(rounds=st.integers(1, 3), cut=st.sampled_from([None, 2, 4]), waits=st.booleans(), begun=st.booleans())
    def open(self, rounds: int, cut: int | None, waits: bool, begun: bool) -> None:
        self.event = an_event(
            "registration", capacity=PLACES, swiss_rounds=rounds, cut_size=cut, has_waiting_list=waits
        )
        self.owner, self.judge = staff(self.event, "owner"), staff(self.event, "head-judge")
        self.written = 0
        for _player in range(5):
            self.a_newcomer_registers()
        for _step in range(4 if begun else 0):
            self.event.refresh_from_db()
            self.what_comes_next_is_done(Score.duel("a", 4, 0))

    def attempt(self, call: Callable[..., Any], **arguments: Any) -> None:
        before = self.audit_log()
        try:
            with transaction.atomic():
                call(**arguments)
        except (Refused, NotAllowed) as refusal:
            assert refusal.code
            assert self.audit_log() == before

    def audit_log(self) -> int:
        return AuditEntry.objects.filter(scope=f"event:{self.event.pk}").count()

    def one_of(self, rows: Any, pick: int) -> Any:
        """One of the rows, or None when there is none."""
        found = list(rows.order_by("pk"))
        return found[pick % len(found)] if found else None

    def registration(self, pick: int) -> Registration:
        return self.one_of(self.event.registrations.all(), pick)

    def match(self, pick: int) -> Match | None:
        """Of a round that was drawn last, mostly."""
        last = Round.objects.filter(event=self.event).order_by("-number").first()
        every = Match.objects.filter(round__event=self.event)
        return self.one_of(every.filter(round=last) if pick % 4 else every, pick)

    def round(self) -> Round | None:
        return Round.objects.filter(event=self.event).order_by("-number").first()

    @rule()
    def a_newcomer_registers(self):
        self.attempt(registering.register, event_id=self.event.pk, who=a_user())

    @rule(pick=PICK)
    def a_player_registers_again(self, pick):
        self.attempt(registering.register, event_id=self.event.pk, who=self.registration(pick).user)

    @rule()
    def staff_write_somebody_down(self):
        self.attempt(self._write_down, person=a_user())

    def _write_down(self, person: User) -> None:
        """The person claims the registration at once, because the other actions are done with accounts."""
        about = {"guest_name": person.public_name}
        player = registering.add_player(event_id=self.event.pk, who=self.owner, about=about)
        links.claim(token=player.claim_token, who=person)

    @rule(pick=PICK)
    def withdraw(self, pick):
        player = self.registration(pick)
        self.attempt(registering.withdraw, registration=player, who=player.user)

    @rule()
    def everybody_checks_in_but_one(self):
        for player in self.event.registrations.registered()[1:]:
            self.attempt(check_in.check_in, registration=player, who=self.owner)

    @rule(pick=PICK)
    def check_in(self, pick):
        self.attempt(check_in.check_in, registration=self.registration(pick), who=self.owner)

    @rule(pick=PICK)
    def undo_check_in(self, pick):
        self.attempt(check_in.undo_check_in, registration=self.registration(pick), who=self.owner)

    @rule(pick=PICK)
    def drop(self, pick):
        player = self.registration(pick)
        self.attempt(dropping.drop, registration=player, who=player.user)

    @rule(pick=PICK)
    def disqualify(self, pick):
        self.attempt(dropping.disqualify, registration=self.registration(pick), who=self.judge, why="shouted")

    @rule(pick=PICK)
    def reinstate(self, pick):
        self.attempt(dropping.reinstate, registration=self.registration(pick), who=self.owner, why="heard")

    @rule(pick=PICK)
    def penalty(self, pick):
        arguments = {"registration": self.registration(pick), "kind": "warning", "why": "late"}
        self.attempt(penalties.apply_penalty, who=self.judge, match=self.match(pick), **arguments)

    @rule(pick=PICK)
    def move_on(self, pick):
        onward = [state for state in self.event.transitions if state not in {"draft", "announced", "cancelled"}]
        if onward:
            arguments = {"event_id": self.event.pk, "to": onward[pick % len(onward)], "anyway": True}
            self.attempt(transitions.change_event_state, who=self.owner, **arguments)

    @rule(places=st.integers(1, 9))
    def change_the_places(self, places):
        self.attempt(editing.edit_event, event_id=self.event.pk, who=self.owner, changes={"capacity": places})

    @rule()
    def draft(self):
        self.attempt(pairing.pair_round, event_id=self.event.pk, who=self.owner)

    @rule(do=st.sampled_from([pairing.pair_again, pairing.discard_pairings]))
    def redraw_or_discard(self, do):
        if drawn := self.round():
            self.attempt(do, round_id=drawn.pk, who=self.owner, why="asked")

    @rule(first=PICK, second=PICK)
    def swap(self, first, second):
        pair = {"first": self.registration(first).pk, "second": self.registration(second).pk}
        if drawn := self.round():
            self.attempt(re_pairing.swap, round_id=drawn.pk, who=self.owner, why="asked", **pair)

    @rule()
    def publish(self):
        if drawn := self.round():
            self.attempt(publishing.publish_round, round_id=drawn.pk, who=self.owner)

    @rule()
    def unpublish(self):
        if drawn := self.round():
            self.attempt(publishing.unpublish_round, round_id=drawn.pk, who=self.owner, why="wrong")

    @rule(pick=PICK, score=SCORES, side=st.sampled_from("ab"))
    def report(self, pick, score, side):
        match = self.match(pick)
        if match and (seat := getattr(match, side)):
            self.attempt(reporting.report_result, match_id=match.pk, who=seat.user, score=score)

    @rule(pick=PICK, side=st.sampled_from("ab"), do=ANSWERS)
    def confirm_or_dispute(self, pick, side, do):
        match = self.match(pick)
        if match and (seat := getattr(match, side)):
            self.attempt(do, match_id=match.pk, who=seat.user, seen_version=match.version)

    @rule(pick=PICK, side=st.sampled_from("ab"))
    def take_back(self, pick, side):
        match = self.match(pick)
        if match and (seat := getattr(match, side)):
            self.attempt(reporting.take_back_report, match_id=match.pk, who=seat.user)

    @rule(score=SCORES)
    def staff_enter_every_slip(self, score):
        for match in Match.objects.filter(round=self.round()) if self.round() else ():
            self.attempt(entry.enter_result, match_id=match.pk, who=self.owner, score=score)

    @rule(pick=PICK, score=SCORES, then=st.sampled_from([re_pairing.KEEP, re_pairing.REDRAW]))
    def correct(self, pick, score, then):
        if match := self.match(pick):
            arguments = {"score": score, "then": then, "why": "misread"}
            self.attempt(correction.correct_result, match_id=match.pk, who=self.owner, **arguments)

    @rule(pick=PICK)
    def play_it_again(self, pick):
        if match := self.match(pick):
            self.attempt(correction.reopen_match, match_id=match.pk, who=self.owner, why="again")

    @rule(score=SCORES)
    def what_comes_next_is_done(self, score):
        """Without this hand most events would end at check-in."""
        if self.event.state in {"registration", "check-in"}:
            self.everybody_checks_in_but_one()
            self.attempt(
                transitions.change_event_state, event_id=self.event.pk, who=self.owner, to=self.event.next_state
            )
            return
        step = next_step(self.event, self.round())
        if step.kind == StepKind.REVIEW_PAIRINGS:
            self.publish()
        elif step.kind == StepKind.ENTER_RESULTS:
            self.staff_enter_every_slip(score)
        elif step.kind == StepKind.PAIR:
            self.draft()
        elif step.to and not self.event.is_over:
            self.attempt(transitions.change_event_state, event_id=self.event.pk, who=self.owner, to=step.to)

    @rule(score=SCORES)
    def what_comes_next_is_done_again(self, score):
        self.what_comes_next_is_done(score)
