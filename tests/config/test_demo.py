"""`manage.py demo`: ten events made through the site's own services."""

import html
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from config.demo.people import PASSWORD
from judging.models import Case, Report, Submission
from rules.games import BLAST, DEFAULT, FIRST_BOX, QUEST
from teams.models import PoolState
from tournaments.events.models.settings import Mode
from tournaments.events.services.ending import podium
from tournaments.lifecycle.services.next_step import LimitedStep, next_step
from tournaments.models import Event, EventState, Match, MatchState, SubmittedList
from tournaments.players.models.crews import entrants_to_pair


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.mark.ci
@pytest.mark.django_db(transaction=True)
def test_the_demonstration_shows_each_stage_of_an_event():
    two_phones_can_be_tried(demo())
    duels = Event.objects.filter(mode=Mode.DUEL, ruleset=DEFAULT.slug)
    announced, drafting, running, finished = duels.order_by("-starts_at")
    assert (announced.state, drafting.state, running.state, finished.state) == (
        EventState.REGISTRATION,
        EventState.CHECK_IN,
        EventState.RUNNING,
        EventState.FINISHED,
    )
    assert running.rounds.count() == 3
    assert finished.registrations.count() == 64
    states = set(running.rounds.get(number=3).matches.values_list("state", flat=True))
    assert states == set(MatchState.values)
    assert not Submission.objects.filter(state="queued").exists()
    kinds = set(Case.objects.values_list("kind", flat=True))
    assert {Case.Kind.DISPUTED_RESULT, Case.Kind.LOGS_DIFFER, Case.Kind.JUDGE_CALL} <= kinds
    in_play = Case.objects.filter(match__round=running.rounds.get(number=3))
    assert in_play.filter(kind=Case.Kind.INVALID_LOG).count() >= 3
    assert in_play.filter(status=Case.Status.APPEALED).count() == 1
    pods_and_pools_are_under_way(drafting)
    the_first_box_is_played_by_its_book(Event.objects.get(ruleset=FIRST_BOX.slug))
    the_end_is_a_feast(finished)
    evening, cup = Event.objects.filter(mode=Mode.FREE_FOR_ALL, game=DEFAULT.game).order_by("-starts_at")
    tables_of_four_and_three_are_playing(evening)
    the_cut_of_tables_was_played(cup)
    crews_have_played_two_rounds(Event.objects.get(mode=Mode.TWO_V_TWO))
    other_games_are_played(Event.objects.get(game=BLAST.game), Event.objects.get(game=QUEST.game))


def two_phones_can_be_tried(printed: str) -> None:
    """The last line names two players of one open table, and both can sign in."""
    both = re.findall(r"[\w.-]+@demo\.example", printed.splitlines()[-1])
    assert len(set(both)) == 2
    assert all(User.objects.get(email=each).check_password(PASSWORD) for each in both)
    at_one_table = Match.objects.public().undecided().filter(seat_rows__registration__user__email=both[0])
    assert at_one_table.filter(seat_rows__registration__user__email=both[1]).exists()


def pods_and_pools_are_under_way(event: Event) -> None:
    assert set(event.registrations.values_list("pod", flat=True)) == {1, 2}
    assert set(event.registrations.values_list("pool__state", flat=True)) == {*PoolState.values, None}
    assert next_step(event, None).prepare == LimitedStep.LOCK_POOLS
    assert not SubmittedList.objects.filter(registration__event=event, legal=False).exists()
    player = event.registrations.get(user__email="player@demo.example")
    assert player.pool is not None
    assert player.pool.state == PoolState.REGISTERED


def the_first_box_is_played_by_its_book(event: Event) -> None:
    assert (event.state, event.team_format, event.rounds.count()) == (EventState.RUNNING, "box", 2)
    assert not SubmittedList.objects.filter(registration__event=event, legal=False).exists()
    reports = Report.objects.filter(current=True, submission__match__round__event=event)
    assert sorted(reports.values_list("verdict", flat=True)) == ["invalid", "valid"]
    [case] = Case.objects.filter(match__round__event=event)
    assert Report.objects.get(submission=case.submission_id, current=True).first_error["article"] == "p22.2"
    assert "made up" in Client().get(event.get_absolute_url()).content.decode()


def the_end_is_a_feast(event: Event) -> None:
    """Winner, bracket and charts for everybody; certificates with their prizes for the staff."""
    client, here = Client(), event.get_absolute_url()
    winner = podium(event)[0].player  # who may be a minor, whose full name the staff alone see
    page = client.get(here).content.decode()
    for part in ("Podium", "Top cut", "Charts", winner.shown_name):
        assert part in html.unescape(page), part
    client.force_login(User.objects.get(email="organiser@demo.example"))
    certificates = client.get(f"{here}print/certificates/").content.decode()
    assert winner.full_name in html.unescape(certificates)
    assert "trophy" in certificates


def tables_of_four_and_three_are_playing(event: Event) -> None:
    matches = event.rounds.get(number=2).matches.all()
    assert sorted(len(match.seats()) for match in matches) == [3, 3, 4, 4]
    assert sorted(match.state for match in matches) == ["disputed", "done", "open", "open"]
    assert not SubmittedList.objects.filter(registration__event=event, legal=False).exists()


def the_cut_of_tables_was_played(event: Event) -> None:
    assert event.state == EventState.FINISHED
    assert [round_.name for round_ in event.rounds.cut()] == ["Semi-finals", "Final"]
    assert event.rounds.latest("number").matches.get().players()[0].pk in event.cut_seeds
    the_end_is_a_feast(event)


def other_games_are_played(blast: Event, quest: Event) -> None:
    """Of Blast one game is proved and one breaks a rule; of Quest the GG of a table are checked."""
    assert "made-up" in blast.name
    assert verdicts_of(blast) == ["invalid", "valid"]
    assert not Case.objects.filter(match__round__event=blast).exclude(kind=Case.Kind.INVALID_LOG).exists()
    assert verdicts_of(quest) == ["ledger"]
    assert not SubmittedList.objects.filter(registration__event__in=[blast, quest], legal=False).exists()


def verdicts_of(event: Event) -> list[str]:
    reports = Report.objects.filter(submission__match__round__event=event, current=True)
    return sorted(reports.values_list("verdict", flat=True))


def crews_have_played_two_rounds(event: Event) -> None:
    assert (event.state, len(entrants_to_pair(event))) == (EventState.RUNNING, 6)
    assert [round_.matches.filter(state="done").count() for round_ in event.rounds.order_by("number")] == [3, 3]
    assert not SubmittedList.objects.filter(registration__event=event, legal=False).exists()
    assert "Team Bouftou" in Client().get(f"{event.get_absolute_url()}standings/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_second_time_nothing_is_added():
    User.objects.create(username="demo-organiser", email="organiser@demo.example")
    assert "already" in demo()
    assert not Event.objects.exists()


def test_it_is_refused_in_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError):
        demo()
