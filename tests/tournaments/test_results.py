"""Either player reports, the other confirms or disputes; staff may enter; what counts is only ever added to."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from core.errors import Invalid, NotAllowed, Refused, Stale
from core.models import AuditEntry
from tests.tournaments import worlds
from tests.tournaments.worlds import a_match, a_player, a_round, a_user, an_event, staff
from tournaments.models import Ending, Match, MatchState, Result, Role, Round, Seat, Stage
from tournaments.results.services import entry, reporting
from tournaments.results.services.scores import Score, checked_score

pytestmark = pytest.mark.django_db
A_WINS = Score.duel("a", 6, 0)


def code_of(error, call):
    with pytest.raises(error) as caught:
        call()
    return caught.value.code


def report(match, side, score=A_WINS):
    return reporting.report_result(match_id=match.pk, who=getattr(match, side).user, score=score)


def test_one_report_confirmed_by_the_other_settles_the_match():
    match = report(a_match(), "a")
    assert match.state == MatchState.REPORTED
    match = reporting.confirm_result(match_id=match.pk, who=match.b.user, seen_version=match.version)
    assert match.state == MatchState.DONE
    assert match.results.current().get().score() == A_WINS.fields()


def test_two_equal_reports_settle_the_match():
    match = a_match()
    report(match, "a")
    assert report(match, "b").state == MatchState.DONE


def test_the_same_player_twice_does_not_settle_it():
    match = a_match()
    report(match, "a")
    assert report(match, "a").state == MatchState.REPORTED


def test_two_different_reports_are_a_dispute():
    match = a_match()
    report(match, "a")
    assert report(match, "b", Score.duel("b", 0, 4)).state == MatchState.DISPUTED
    assert not match.results.exists()


def test_a_dispute_ends_when_the_other_player_agrees_after_all():
    match = report(a_match(), "a")
    match = reporting.dispute_result(match_id=match.pk, who=match.b.user, seen_version=match.version, note="no")
    assert match.state == MatchState.DISPUTED
    match = reporting.confirm_result(match_id=match.pk, who=match.b.user, seen_version=match.version)
    assert match.state == MatchState.DONE


def test_disputing_twice_calls_a_judge_once():
    match = report(a_match(), "a")
    seen = match.version
    for _press in range(2):
        reporting.dispute_result(match_id=match.pk, who=match.b.user, seen_version=seen, note="no")
    assert match.reports.filter(says="disputes").count() == 1


def test_a_disputing_player_may_still_confirm_or_withdraw(signed_in):
    match = report(a_match(), "a")
    reporting.dispute_result(match_id=match.pk, who=match.b.user, seen_version=match.version)
    page = signed_in(match.b.user).get(match.get_absolute_url()).content.decode()
    offered = {name: reverse(f"tournaments:{name}", args=[match.pk]) in page for name in ("dispute", "confirm")}
    assert offered == {"dispute": False, "confirm": True}
    assert "You have called a judge" in page
    signed_in(match.b.user).post(reverse("tournaments:take_back", args=[match.pk]))
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED


def test_who_called_a_judge_reads_their_own_words_without_alarm(signed_in):
    match = report(a_match(), "a")
    reporting.dispute_result(match_id=match.pk, who=match.b.user, seen_version=match.version, note="I had 3 GG left")
    page = signed_in(match.b.user).get(match.get_absolute_url()).content.decode()
    assert "You wrote: “I had 3 GG left”" in page
    assert "notice-bad" not in page.partition("You have called a judge")[0].rpartition("<p class=")[2]
    assert re.findall(r'<button class="([^"]*)">Confirm result<', page) == ["button"]
    assert "I had 3 GG left" not in signed_in(match.a.user).get(match.get_absolute_url()).content.decode()


def test_a_report_that_changed_meanwhile_is_not_confirmed_unseen():
    match = report(a_match(), "a")
    seen = match.version
    report(match, "a", Score.duel("a", 3, 0))
    with pytest.raises(Stale) as caught:
        reporting.confirm_result(match_id=match.pk, who=match.b.user, seen_version=seen)
    assert caught.value.details["now"]["a"]["glory_a"] == 3


def test_reports_can_be_withdrawn_until_the_match_is_settled():
    match = report(a_match(), "a")
    match = reporting.take_back_report(match_id=match.pk, who=match.a.user)
    assert match.state == MatchState.OPEN
    assert code_of(Refused, lambda: reporting.take_back_report(match_id=match.pk, who=match.a.user)) == (
        "nothing-to-take-back"
    )


def test_one_cannot_confirm_ones_own_report():
    match = report(a_match(), "a")
    call = lambda: reporting.confirm_result(match_id=match.pk, who=match.a.user, seen_version=match.version)  # noqa: E731
    assert code_of(Refused, call) == "nothing-to-confirm"


def test_only_the_players_of_a_match_report():
    match = a_match()
    stranger = a_player(match.round.event)
    call = lambda: reporting.report_result(match_id=match.pk, who=stranger.user, score=A_WINS)  # noqa: E731
    assert code_of(NotAllowed, call) == "not-your-match"


def test_a_settled_match_takes_no_further_report():
    match = a_match()
    report(match, "a"), report(match, "b")
    assert code_of(Refused, lambda: report(match, "b", Score.duel("b", 0, 5))) == "already-settled"


@pytest.mark.parametrize(
    ("score", "code"),
    [
        (Score((1, 2, 3), (6, 0, 0)), "unknown-outcome"),
        (Score.duel("a", 6, 0, "magic"), "unknown-outcome"),
        (Score.duel("a", 61, 0), "glory-out-of-range"),
        (Score.duel("a", -1, 0), "glory-out-of-range"),
        (Score.duel("a", 6, 2), "glory-needs-a-loser-without"),
        (Score.duel("b", 6, 0), "glory-needs-a-loser-without"),
        (Score.duel("draw", 0, 0), "glory-needs-a-loser-without"),
        (Score.duel("draw", 1, 1, Ending.INTENTIONAL_DRAW), "intentional-draw-has-no-glory"),
        (Score.duel("draw", 3, 3, Ending.CONCESSION), "given-up-is-no-draw"),
        (Score.duel("draw", 0, 0, Ending.WALKOVER), "given-up-is-no-draw"),
        (Score.duel("draw", 0, 0, Ending.DROP), "given-up-is-no-draw"),
        (Score.duel("draw", 0, 0, Ending.NO_SHOW), "given-up-is-no-draw"),
        (Score.duel("a", 0, 6, Ending.WALKOVER), "walkover-has-no-glory"),
    ],
)
def test_a_result_that_no_game_can_end_with_is_refused(score, code):
    match = a_match()
    assert code_of(Invalid, lambda: report(match, "a", score)) == code


def test_a_false_win_by_glory_says_what_to_correct():
    with pytest.raises(Invalid, match=r"correct the GG, or how the game ended \(1\.4\.1\)"):
        checked_score(Score.duel("a", 6, 2), a_match())


def test_only_staff_of_the_event_enter_results():
    match = a_match()
    keeper = staff(match.round.event, Role.SCOREKEEPER)
    elsewhere = staff(an_event(), Role.OWNER)
    call = lambda: entry.enter_result(match_id=match.pk, who=elsewhere, score=A_WINS)  # noqa: E731
    assert code_of(NotAllowed, call) == "not-your-role"
    assert entry.enter_result(match_id=match.pk, who=keeper, score=A_WINS).state == MatchState.DONE


def test_staff_do_not_enter_the_result_of_their_own_match():
    event = an_event()
    keeper = staff(event, Role.OWNER)
    me = event.registrations.create(user=keeper)
    match = a_round(event, (me, a_player(event))).matches.get()
    assert code_of(NotAllowed, lambda: entry.enter_result(match_id=match.pk, who=keeper, score=A_WINS)) == "own-match"


def test_an_entered_result_is_not_entered_over():
    match = a_match()
    keeper = staff(match.round.event)
    entry.enter_result(match_id=match.pk, who=keeper, score=A_WINS)
    call = lambda: entry.enter_result(match_id=match.pk, who=keeper, score=Score.duel("b", 0, 2))  # noqa: E731
    assert code_of(Refused, call) == "already-settled"


def test_every_report_is_in_the_audit_log():
    match = a_match()
    report(match, "a"), report(match, "b")
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["result-result", "result-result", "result-settled"]


def test_the_database_refuses_what_must_never_be():
    match = a_match()
    event, a, late = match.round.event, match.a, a_player(match.round.event)
    forbidden = [
        lambda: [Result.objects.create(match=match, source="staff", **A_WINS.columns()) for _ in range(2)],
        lambda: Seat.objects.create(round=match.round, registration=a, match=match, number=3, side=3),
        lambda: Seat.objects.create(round=match.round, registration=late, match=match, number=2, side=2),
        lambda: Match.objects.create(round=match.round, table=1),
        lambda: worlds.seat(late, late, round=match.round, table=2),
        lambda: worlds.seat(a, late, round=match.round, table=2),
        lambda: Match.objects.create(round=match.round, table=None),
        lambda: Match.objects.create(round=match.round, table=2, bye=True),
        lambda: Round.objects.create(event=event, number=1),
        lambda: event.registrations.create(user=a.user),
        event.registrations.create,
    ]
    for never in forbidden:
        with pytest.raises(IntegrityError), transaction.atomic():
            never()


def test_results_are_never_deleted():
    match = a_match()
    entry.enter_result(match_id=match.pk, who=staff(match.round.event), score=A_WINS)
    with pytest.raises(TypeError):
        match.results.get().delete()


def test_users_without_registration_have_no_seat():
    match = a_match()
    assert entry.seat_of(match, a_user()) is None


def test_matches_of_the_cut_cannot_be_drawn(client):
    match, draw = (
        a_match(an_event("cut")),
        {"outcome": "draw", "glory_a": 0, "glory_b": 0, "ending": "intentional-draw"},
    )
    Round.objects.update(stage=Stage.CUT)
    for user, path in ((match.a.user, "report"), (staff(match.round.event), "enter")):
        client.force_login(user)
        page = client.get(match.get_absolute_url()).content.decode()
        assert 'value="walkover"' in page
        assert not {'value="intentional-draw"', 'value="draw"', 'value="both-lose"'} & set(
            re.findall(r'value="[^"]*"', page)
        )
        answer = client.post(reverse(f"tournaments:{path}", args=[match.pk]), draw)
        form = answer.context["staff_form" if path == "enter" else "form"]
        assert (answer.status_code, form.non_field_errors().as_data()[0].code) == (400, "bracket-needs-a-winner")


def test_a_won_cut_match_is_no_intentional_draw():
    match = a_match(an_event("cut"))
    Round.objects.update(stage=Stage.CUT)
    score = Score.duel("a", 0, 0, Ending.INTENTIONAL_DRAW)
    assert code_of(Invalid, lambda: report(match, "a", score)) == "intentional-draw-has-no-glory"


@pytest.mark.parametrize(
    ("outcome", "ending", "reported"),
    [
        ("a", "no-show", "Ana wins · no-show"),
        ("b", "walkover", "Ben wins · concession without a game"),
        ("both-lose", "no-show", "both lose · no-show"),
        ("draw", "intentional-draw", ">intentional draw<"),
    ],
)
def test_round_pages_show_endings_without_a_game(client, outcome, ending, reported):
    event = an_event()
    played = a_round(event, (a_player(event, "ana"), a_player(event, "ben")))
    score = Score.duel(outcome, 0, 0, ending)
    entry.enter_result(match_id=played.matches.get().pk, who=staff(event), score=score)
    assert reported in client.get(played.get_absolute_url()).content.decode()
