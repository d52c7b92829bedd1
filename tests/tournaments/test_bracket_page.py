"""The bracket as it is drawn for people."""

import pytest
from django.urls import reverse

from tests.tournaments.worlds import a_match, a_player, a_round, an_event, staff
from tournaments.cut.services.bracket import bracket_columns
from tournaments.models import Ending, Event, Role
from tournaments.players.services import dropping
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db


def an_event_in_its_cut(players: int, **fields) -> Event:
    event = an_event("cut", cut_size=players, **fields)
    event.cut_seeds = [a_player(event).pk for _ in range(players)]
    event.save()
    a_round(event, state="closed")
    return event


@pytest.mark.parametrize(
    ("players", "titles"),
    [
        (2, ["Final"]),
        (4, ["Semi-finals", "Final", "Third place"]),
        (6, ["Quarter-finals", "Semi-finals", "Final", "Third place"]),
        (16, ["Round of 16", "Quarter-finals", "Semi-finals", "Final", "Third place"]),
    ],
)
def test_single_elimination_rounds_have_their_usual_names(players, titles):
    event = an_event_in_its_cut(players, third_place=players > 2)
    assert [str(column.title) for column in bracket_columns(event)] == titles


def test_rounds_of_a_double_elimination_are_counted_on_each_side():
    titles = [str(column.title) for column in bracket_columns(an_event_in_its_cut(4, cut_kind="double"))]
    assert titles == [
        *("Winners' semi-finals", "Winners' final", "Losers' semi-final", "Losers' final", "Final", "Second final")
    ]


def test_winners_of_a_double_elimination_stand_above_losers(client):
    event = an_event_in_its_cut(8, cut_kind="double")
    columns = bracket_columns(event)
    assert [column.part for column in columns] == ["winners"] * 3 + ["losers"] * 4 + ["finals"] * 2
    assert [column.joins for column in columns] == [2, 2, 0, 1, 2, 1, 0, 1, 0]
    page = client.get(reverse("tournaments:bracket", args=[event.slug])).content.decode()
    assert [page.count(f'class="bracket-part bracket-{part}"') for part in ("winners", "losers", "finals")] == [1, 1, 1]


def test_bracket_and_match_pages_explain_side_choice(client):
    event = an_event_in_its_cut(2)
    keeper = staff(event, Role.OWNER)
    final = pairing.pair_round(event_id=event.pk, who=keeper)
    publishing.publish_round(round_id=final.pk, who=keeper)
    match, page = final.matches.get(), client.get(reverse("tournaments:bracket", args=[event.slug]))
    assert "the higher seed, the one with the lower number, chooses the side" in page.content.decode()
    assert match.a_id == event.cut_seeds[0]
    assert f'data-side="{match.a_id}"' in client.get(match.get_absolute_url()).content.decode()
    swiss = a_match()
    assert "data-side" not in client.get(swiss.get_absolute_url()).content.decode()


def test_a_round_that_feeds_the_next_is_joined_to_it():
    columns = bracket_columns(an_event_in_its_cut(8, third_place=True))
    assert [column.joins for column in columns] == [2, 2, 0, 0]


def test_four_tables_whose_winners_meet_stand_together():
    first, second, final = bracket_columns(an_event_in_its_cut(64, mode="free-for-all"))
    assert [column.joins for column in (first, second, final)] == [4, 4, 0]
    assert [match.slot for match in first.matches[:5]] == ["T1.1", "T1.8", "T1.9", "T1.16", "T1.2"]
    assert [match.slot for match in second.matches] == ["T2.1", "T2.2", "T2.3", "T2.4"]


def test_an_unplayed_bracket_match_shows_its_ending():
    event = an_event_in_its_cut(2)
    keeper = staff(event, Role.OWNER)
    final = pairing.pair_round(event_id=event.pk, who=keeper)
    publishing.publish_round(round_id=final.pk, who=keeper)
    dropping.drop(registration=final.matches.get().b, who=keeper)
    [column] = bracket_columns(event)
    assert column.matches[0].score == Ending.DROP.label


def whys(client, event, keeper) -> list[str]:
    unpublished = pairing.pair_round(event_id=event.pk, who=keeper)
    client.force_login(keeper)
    rows = client.get(unpublished.get_absolute_url()).context["rows"]
    publishing.publish_round(round_id=unpublished.pk, who=keeper)
    return [row.reason for row in rows]


def test_unpublished_pairings_of_the_cut_say_which_seeds_meet(client):
    event = an_event_in_its_cut(4, third_place=True)
    keeper = staff(event, Role.OWNER)
    assert whys(client, event, keeper) == ["seeds 1 and 4", "seeds 2 and 3"]
    for match in event.rounds.last().matches.all():
        enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 6, 0))
    assert sorted(whys(client, event, keeper)) == ["Final: seeds 1 and 2", "Third place: seeds 3 and 4"]


def test_unpublished_tables_of_the_cut_say_which_seeds_meet(client):
    event = an_event_in_its_cut(16, mode="free-for-all")
    reasons = whys(client, event, staff(event, Role.OWNER))
    assert reasons[0].startswith("seeds 1, ")
    assert all(" and " in reason for reason in reasons)
