"""Boards, sides and challenges of Krosmaster Blast are drawn by lot, and printed on the slip of each table."""

from typing import Any

import pytest
from django.urls import reverse

from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS
from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.events.forms import EventForm
from tournaments.lists.services.lots import draw_of
from tournaments.models import Event, FactsPin, Match, Role

pytestmark = pytest.mark.django_db
NEW = "/events/new/?from=blast-swiss"
BLAST_FIELDS = {"ruleset": BLAST.slug, "round_minutes": 40}


def duels(**fields: Any) -> Event:
    """Two tables of round 1, with the made-up cards."""
    event = an_event(
        **{
            "game": BLAST.game,
            "ruleset": BLAST.slug,
            "arenas": ["made-up-1"],
            "challenges": ["brawl", "world"],
            **fields,
        }
    )
    FactsPin.objects.create(event=event, snapshot=snapshot_of(CARDS, event.game))
    players = [a_player(event, name) for name in ("ana", "bo", "cid", "dan")]
    a_round(event, (players[0], players[1]), (players[2], players[3]))
    return event


def tables(event: Event) -> list[Match]:
    return list(Match.objects.filter(round__event=event).order_by("table"))


def test_all_tables_of_a_round_have_the_same_challenge():
    event = duels()
    draw = draw_of(event)
    assert draw is not None
    one, two = (draw.of(match) for match in tables(event))
    assert one.challenges == two.challenges
    assert len(one.challenges) == 1


@pytest.mark.parametrize(
    ("fields", "number"),
    [({"open_challenges": 2}, 2), ({"open_challenges": 3}, 2), ({"simple_game": True}, 0), ({"challenges": []}, 0)],
)
def test_as_many_challenges_as_the_event_says(fields, number):
    event = duels(**fields)
    assert len(draw_of(event).of(tables(event)[0]).challenges) == number


def test_sides_are_opposite_and_may_be_fixed():
    event = duels(board_seats="west")
    seen = {draw_of(event).of(match).sides for match in tables(event)}
    assert seen <= {("west", "east"), ("east", "west")}


def test_slip_and_page_of_a_match_say_what_was_drawn():
    event = duels(board_seats="south")
    staff(event, Role.OWNER, "owner")
    owner = Person("owner")
    [match, _other] = tables(event)
    slips = owner.sees(reverse("tournaments:print_slips", args=[event.slug, 1]))
    for page in (slips, owner.sees(match.get_absolute_url())):
        assert "Made up" in page
        assert "south" in page
        assert ("Brawl" in page) != ("World" in page)


def test_a_match_page_calls_figures_by_their_names():
    event = duels(lists_required=True, lists_during="public")
    player = tables(event)[0].players()[0]
    player.lists.create(figures=["ada", "nobody"], legal=True, verdict={"violations": []})
    page = Person(player.user.username).sees(tables(event)[0].get_absolute_url())
    assert "<li>Ada</li>" in page and "<li>unknown figure (nobody)</li>" in page


def test_an_event_of_duels_asks_for_its_settings(db):
    form = Person("owner").client.get(NEW).context["form"]
    assert {"team_size", "simple_game", "superior_favors", "board_seats", "open_challenges"} <= form.fields.keys()
    assert form["round_minutes"].value() == 40


def test_settings_are_kept_and_shown():
    Person("owner").sends(NEW, **event_fields(**BLAST_FIELDS, team_size=3, simple_game="on", board_seats="south"))
    event = Event.objects.get()
    assert (event.team_size, event.simple_game, event.board_seats) == (3, True, "south")
    Event.objects.update(state="registration")
    page = Person("other").sees(event.get_absolute_url())
    assert "simple game" in page and "south and north" in page


@pytest.mark.parametrize(("field", "value"), [("team_size", 1), ("team_size", 6), ("open_challenges", 4)])
def test_numbers_beyond_the_book_are_refused(field, value):
    answer = Person("owner").sends(NEW, 400, **event_fields(**{**BLAST_FIELDS, field: value}))
    assert field in answer.context["form"].errors


def test_known_boards_and_challenges_can_be_chosen():
    event = duels()
    form = EventForm(instance=event, who=Person("owner").user)
    assert dict(form.fields["arenas"].choices) == {"made-up-1": "Made up"}
    assert {"brawl", "world"} <= dict(form.fields["challenges"].choices).keys()
