"""What a replay costs once somebody has opened it, and that readers share only what all of them may see."""

import re
from functools import partial

import pytest
from django.core.cache import cache
from django.urls import reverse

from judging.models import Submission
from judging.replay.services.public_games import DEMONSTRATION
from tests.judging.public_log import a_public_log, as_
from tests.work import queries_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db

REPLAY = reverse("judging:replay", args=[DEMONSTRATION])


@pytest.fixture
def log(db) -> Submission:
    cache.clear()
    return a_public_log()


def test_a_replay_that_others_opened_takes_no_queries(client):
    assert queries_of(partial(client.get, REPLAY)) == 0


def _read(who: str, uuid, **headers: str) -> str:
    text: str = as_(who).get(reverse("judging:replay", args=[uuid]), headers=headers).content.decode()
    return text


def test_only_insiders_find_the_verdict_on_a_shared_table(log):
    verdict = log.get_absolute_url()
    for _twice in range(2):
        assert [verdict in _read(who, log.uuid) for who in ("ana", "stranger", "hal", "somebody")] == [
            *(True, False, True, False)
        ]


def test_only_players_are_asked_to_publish_a_game(log):
    Event.objects.update(state="running", lists_required=True, lists_during="opponent")
    settings = reverse("judging:public_games", args=[log.match.round.event.slug])
    for _twice in range(2):
        assert [settings in _read(who, log.uuid) for who in ("ana", "hal", "bo")] == [True, False, True]


def test_a_table_is_in_the_language_of_its_reader(log):
    for language, title in (("fr", "Liste des actions"), ("en", "List of moves")) * 2:
        assert title in _read("stranger", log.uuid, **{"Accept-Language": language})


def test_a_later_line_begins_where_it_was_asked_for(client):
    assert 'id="step-0"' in client.get(REPLAY).content.decode()
    later = client.get(f"{REPLAY}?from=250").content.decode()
    steps = [int(number) for number in re.findall(r'id="step-(\d+)"', later)]
    assert min(steps) >= 250  # `from` counts lines, of which a walk is one


def test_the_preview_picture_follows_the_action(client):
    for action in ("3", "5"):
        assert f"picture.png?action={action}" in client.get(f"{REPLAY}?action={action}").content.decode()
