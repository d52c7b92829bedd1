"""A game that others follow while it is played: who may, how late, and what stays hidden."""

import datetime as dt
import gzip
import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.models import Case, Recording
from judging.recorder.services.recording import start_recording, submit
from judging.replay.board.live_game import with_secrets
from tests.browser import sample_game
from tests.cases import some_of
from tests.judging.people import a_hall, player, table_1, user
from tests.judging.public_log import as_
from tests.tournaments import worlds
from tools.selfplay.game import random_game
from tournaments.models import Event, Match, Registration, Result, Role, Round

pytestmark = pytest.mark.django_db
SECRET = "my address is 5 Rue de la Paix"
ACTIONS = sample_game.a_game(7)[:60]
ENDS = [index + 1 for index, action in enumerate(ACTIONS) if action["do"] == "end-turn"]
FOLLOWED = ("replay", "film", "reach", "replay_log", "embed", "replay_picture")


@pytest.fixture
def game() -> Recording:
    """A game at table 1, which both players let others follow one turn later."""
    a_hall(live_games="turn", lists_required=False)
    Registration.objects.update(live_games="turn")
    recording = start_recording(header=sample_game.header(), dice="recorded", who=user("ana"), match=table_1())
    Recording.objects.filter(pk=recording.pk).update(actions=[dict(ACTIONS[0], note=SECRET), *ACTIONS[1:]])
    return Recording.objects.get()


def status(who: str, game: Recording, page: str = "replay") -> int:
    address = reverse(f"judging:{page}", args=[game.replay_uuid])
    return as_(who).get(address, {"unit": "a1", "after": "0"} if page == "reach" else {}).status_code


def shown(game: Recording, who: str = "stranger") -> list[dict]:
    return as_(who).get(reverse("judging:replay_log", args=[game.replay_uuid])).json()["actions"]


CHANGES = {
    "as it is": (lambda: None, 200),
    "the event lets nobody follow": (lambda: Event.objects.update(live_games="none"), 403),
    "Bo says not at all": (lambda: Registration.objects.filter(pk=player("bo").pk).update(live_games="none"), 403),
    "Bo has not answered": (lambda: Registration.objects.filter(pk=player("bo").pk).update(live_games=""), 403),
    "Bo is suspended": (lambda: type(user("bo")).objects.filter(username="bo").update(is_active=False), 403),
    "lists are secret": (lambda: Event.objects.update(lists_required=True, lists_during="opponent"), 403),
    "lists are public": (lambda: Event.objects.update(lists_required=True, lists_during="public"), 200),
    "moderators hide the event": (lambda: Event.objects.update(hidden_by_moderators=True), 403),
    "moderators hide the game": (lambda: Recording.objects.update(hidden_by_moderators=True), 403),
    "the round is over": (lambda: Round.objects.update(state="closed"), 403),
    "judges look at it": (
        lambda: Case.objects.create(event=Event.objects.get(), kind="judge-call", cause="x", match=table_1()),
        403,
    ),
    "only the score is recorded": (lambda: Recording.objects.update(header={"detail": "ledger"}), 403),
}


@pytest.mark.parametrize("change", some_of(CHANGES, 5))
def test_a_game_is_followed_only_while_everything_allows_it(game, change):
    happens, expected = CHANGES[change]
    happens()
    assert {status("stranger", game, page) for page in FOLLOWED} == {expected}
    hall = Client().get(reverse("judging:hall_live", args=[table_1().round.event.slug])).content.decode()
    assert (str(game.replay_uuid) in hall) is (expected == 200)
    assert (str(game.replay_uuid) in Client().get(reverse("judging:gallery")).content.decode()) is (expected == 200)


def test_strangers_see_whole_turns_and_no_note(game):
    assert ENDS
    assert len(shown(game)) == ENDS[-1]
    assert len(shown(game, "ana")) == len(ACTIONS)
    film = gzip.decompress(as_("stranger").get(reverse("judging:film", args=[game.replay_uuid])).content)
    assert SECRET not in film.decode()
    assert SECRET not in json.dumps(shown(game))


def test_of_two_answers_the_more_cautious_counts(game):
    Registration.objects.filter(pk=player("bo").pk).update(live_games="minutes")
    timed = [{**action, "at": 20 * index} for index, action in enumerate(ACTIONS)]
    began = timezone.now() - dt.timedelta(seconds=605)
    Recording.objects.update(actions=timed, started_at=began)
    assert len(shown(game)) == 16  # those of the first 305 seconds
    part = Client().get(reverse("judging:replay_now", args=[game.replay_uuid])).content.decode()
    assert "data-changes-at" in part


def test_a_minor_is_followed_by_initials(game):
    type(user("bo")).objects.filter(username="bo").update(is_minor=True, public_name="Boris Petit")
    page = Client().get(reverse("judging:replay", args=[game.replay_uuid])).content.decode()
    assert "Boris" not in page


def test_a_token_that_lies_face_down_has_no_name():
    """The recorder writes the name into the purchase when the token is turned up, which others see later."""
    document = random_game("token/0")
    actions, header = (
        document["actions"],
        {name: document[name] for name in document if name not in ("actions", "result")},
    )
    bought, revealed = (index for index, each in enumerate(actions) if each.get("reward") == "eniripsa-style")
    recording = Recording(header=header, actions=actions)
    assert with_secrets(recording, actions[:revealed])[bought]["reward"] == "unknown-reward"
    assert with_secrets(recording, actions[: revealed + 1]) == actions[: revealed + 1]


def test_only_players_choose_who_follows(game):
    worlds.staff(Event.objects.get(), Role.OWNER, "olga")
    address = reverse("judging:public_games", args=[Event.objects.get().slug])
    assert as_("bo").post(address, {"live": "minutes"}).status_code == 302
    assert player("bo").live_games == "minutes"
    assert as_("bo").post(address, {"live": "tomorrow"}).status_code == 409
    assert as_("olga").post(address, {"live": "none"}).status_code == 404
    Event.objects.update(live_games="none")
    assert as_("bo").post(address, {"live": "turn"}).status_code == 409
    assert as_("bo").post(address, {"live": "none"}).status_code == 302


def test_a_page_learns_that_a_game_is_no_longer_followed(game):
    Registration.objects.update(live_games="none")
    part = Client().get(reverse("judging:replay_now", args=[game.replay_uuid]))
    assert (part.status_code, 'data-shown=""' in part.content.decode()) == (200, True)


ENDS_OF_FOLLOWING = {
    "the round is over": (CHANGES["the round is over"][0], True),
    "judges look at it": (CHANGES["judges look at it"][0], True),
    **{
        name: (change, False)
        for name, (change, expected) in CHANGES.items()
        if expected == 403 and name not in ("the round is over", "judges look at it", "only the score is recorded")
    },
}


@pytest.mark.parametrize("change", some_of(ENDS_OF_FOLLOWING, 3))
def test_who_followed_a_game_learns_that_it_is_over(game, change):
    happens, is_shown = ENDS_OF_FOLLOWING[change]
    type(user("bo")).objects.filter(username="bo").update(is_minor=True, public_name="Boris Petit")
    submit(uuid=game.uuid, who=user("ana"), version=game.version, address="")
    Result.objects.create(match=table_1(), places=[1, 2], tallies=[7, 5], ending="glory")
    Match.objects.filter(pk=table_1().pk).update(state="done")
    happens()
    answer = Client().get(reverse("judging:replay", args=[game.replay_uuid]))
    page = answer.content.decode()
    assert answer.status_code == (404 if is_shown else 403)
    shown = "This game is over" in page, "7 : 5" in page, table_1().get_absolute_url() in page
    assert (shown, "Boris" in page, "session" in page) == ((is_shown,) * 3, False, not is_shown)
    part = Client().get(reverse("judging:replay_now", args=[game.replay_uuid])).content.decode()
    assert ("This game is over." in part, 'data-shown=""' in part) == (is_shown, True)
    assert {status("stranger", game, door) for door in FOLLOWED if door != "replay"} == {403}


def test_a_visitor_sees_a_live_game_on_the_start_page(game):
    address = reverse("judging:replay", args=[game.replay_uuid])
    assert address in Client().get("/").content.decode()
    Event.objects.update(live_games="none")
    assert address not in Client().get("/").content.decode()


def test_the_page_of_a_running_event_links_its_live_game(game):
    event = table_1().round.event
    page = Client().get(event.get_absolute_url()).content.decode()
    part = f"{reverse('judging:hall_live', args=[event.slug])}?link=1"
    assert part in page
    link = Client().get(reverse("judging:hall_live", args=[event.slug]), {"link": "1"}).content.decode()
    assert reverse("judging:replay", args=[game.replay_uuid]) in link and "<iframe" not in link
