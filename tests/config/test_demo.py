"""`manage.py demo`: three events made through the site's own services."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from judging.models import Case, Submission
from tournaments.models import Event, EventState, MatchState


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_demonstration_shows_each_stage_of_an_event():
    demo()
    announced, running, finished = Event.objects.order_by("-starts_at")
    assert (announced.state, running.state, finished.state) == (
        EventState.REGISTRATION,
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


@pytest.mark.django_db(transaction=True)
def test_a_second_time_nothing_is_added():
    User.objects.create(username="demo-organiser", email="organiser@demo.example")
    assert "already" in demo()
    assert not Event.objects.exists()


def test_it_is_refused_in_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError):
        demo()
