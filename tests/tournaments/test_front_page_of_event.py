"""The front page of an event: how to join before, the round and who is ahead during, the ranking after."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.worlds import a_player, a_round, a_user, an_event
from tournaments.events.models.formats import GAMES
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, Role, RoundState, SubmittedList
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db
TEAM = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


def page_of(event: Event, name: str = "event") -> str:
    return Client().get(reverse(f"tournaments:{name}", args=[event.slug])).content.decode()


def text_of(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


@pytest.fixture
def owner():
    return a_user("olga")


@pytest.fixture
def running(owner) -> Event:
    event = an_event("running", swiss_rounds=1, cut_size=2, lists_during="public", name="Autumn Cup")
    event.staff.create(user=owner, role=Role.OWNER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    SubmittedList.objects.create(
        registration=ana,
        figures=TEAM,
        legal=True,
        verdict={},
        submitted_by=ana.user,
        locked_at=event.starts_at,
        commitment="x",
    )
    a_round(event, (ana, bo), (cy, di))
    return event


def play(event: Event, owner, *glory: int) -> None:
    tables = event.rounds.latest("number").matches.undecided().order_by("table")
    for match, scored in zip(tables, glory, strict=False):
        enter_result(match_id=match.pk, who=owner, score=Score.duel("a", scored, 0))


@pytest.mark.parametrize("name", ["event", "playing"])
def test_a_running_event_shows_its_tables_and_who_leads(running, owner, name):
    play(running, owner, 6)
    text = text_of(page_of(running, name))
    assert "Round 1" in text and "1 table still playing" in text
    assert "6 : 0" in text and "Cy – Di playing" in text
    assert re.search(r"1 Ana 3 1-0-0", text)


def test_a_long_round_is_shown_by_its_first_tables(owner):
    event = an_event("running", swiss_rounds=3)
    players = [a_player(event, f"p{number:02}") for number in range(28)]
    a_round(event, *zip(players[::2], players[1::2], strict=True))
    page = page_of(event, "playing")
    assert page.count("/matches/") == 12
    assert "All 14 tables" in page


def test_an_unpublished_round_is_on_no_front_page(owner):
    event = an_event("running", swiss_rounds=3)
    a_round(event, (a_player(event, "ana"), a_player(event, "bo")), state=RoundState.UNPUBLISHED)
    assert "/matches/" not in page_of(event)
    assert "Ana" not in page_of(event, "playing")


def test_the_cut_takes_the_place_of_the_standings(running, owner):
    play(running, owner, 6, 6)
    change_event_state(event_id=running.pk, who=owner, to="cut")
    publish_round(round_id=running.rounds.get(number=2).pk, who=owner)
    page = page_of(running)
    assert "bracket-frame" in page and 'id="ahead"' not in page
    assert "Final" in text_of(page)


def test_a_finished_event_ranks_with_record_glory_and_figures(running, owner):
    play(running, owner, 6, 4)
    change_event_state(event_id=running.pk, who=owner, to="cut")
    publish_round(round_id=running.rounds.get(number=2).pk, who=owner)
    play(running, owner, 5)
    change_event_state(event_id=running.pk, who=owner, to="finished")
    ranked = text_of(page_of(running).split('aria-labelledby="ranked"')[1].split("</section>")[0])
    assert "W-D-L GG" in ranked
    assert re.search(r"1 Ana [^.]*Bill Tell[^.]* 2-0-0 11 2 Cy 1-0-1 4", ranked)


def test_closed_lists_are_in_no_final_ranking(running, owner):
    Event.objects.update(lists_during="private", lists_after="private")
    play(running, owner, 6, 4)
    change_event_state(event_id=running.pk, who=owner, to="cut")
    publish_round(round_id=running.rounds.get(number=2).pk, who=owner)
    play(running, owner, 5)
    change_event_state(event_id=running.pk, who=owner, to="finished")
    assert "Bill Tell" not in page_of(running)


def test_a_finished_event_has_a_picture_to_share(running, owner):
    Event.objects.filter(pk=running.pk).update(state="finished", name="Cup <b>")
    page = page_of(running)
    assert f"{running.get_absolute_url()}picture.png" in page
    assert "&lt;a href=" in page and "&amp;lt;b&amp;gt;" in page


def test_before_it_says_what_when_where_who(owner):
    event = an_event("registration", place="Youth centre", entry_fee="5 €")
    a_player(event, "ana", club="Les Bouftous")
    text = text_of(page_of(event))
    for said in ("When", "Where Youth centre", "Who comes 1 player Les Bouftous (1)", "Entry fee 5 €", "Register"):
        assert said in text
    assert "Ana" not in text  # names stand on the list of players, which no search engine keeps


@pytest.mark.parametrize("game", GAMES)
def test_the_final_ranking_counts_in_the_games_words(game):
    event = an_event("running", **GAMES[game].settings_of_new_event() | {"game": game})
    a_player(event, "ana"), a_player(event, "bo")
    Event.objects.filter(pk=event.pk).update(state="finished")
    heads = text_of(page_of(event).split('aria-labelledby="ranked"')[1].split("</thead>")[0])
    assert f"{event.format.words.record} {GAMES[game].tally.name}" in heads
