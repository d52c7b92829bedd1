"""The tables that have no result yet name their players as the rest of the site does."""

import pytest
from django.urls import reverse

from tests.tournaments.test_crews import crews_of_two, publish
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Event, Match, MatchState, RoundState
from tournaments.players.models.crews import crews_of
from tournaments.results.services import round_in_play
from tournaments.results.services.entry import Score, enter_result
from tournaments.results.services.round_in_play import latest_results, missing_results

pytestmark = pytest.mark.django_db


def named_as_the_models_name_them(event: Event) -> list[str]:
    matches = Match.objects.undecided().filter(round__event=event).named().by_table()
    wanted = [(each.pk, each.table, each.players_in_full) for each in matches]
    found = missing_results(event)
    assert [(row.pk, row.table, row.players) for row in found] == wanted
    return [row.players for row in found]


def test_staff_read_full_names_by_table():
    event = an_event()
    zoe, minor, hidden, bye = (a_player(event, name) for name in ("Zoé O'Shun", "Ana Minor", "Bo Hidden", "Last"))
    minor.is_minor, hidden.user.hidden_by_moderators = True, True
    minor.save()
    hidden.user.save()
    a_round(event, (zoe, minor), (hidden, a_player(event, "Di Four")), (bye, None))
    shown = named_as_the_models_name_them(event)
    assert len(shown) == 2
    assert "Ana Minor" in shown[0] and "Bo Hidden" in shown[1]


def test_what_is_decided_or_unpublished_is_not_missing():
    event = an_event()
    first = a_round(event, (a_player(event), a_player(event)), (a_player(event), a_player(event)))
    first.matches.filter(table=1).update(state=MatchState.DONE)
    first.matches.filter(table=2).update(state=MatchState.DISPUTED)
    a_round(event, (a_player(event), a_player(event)), state=RoundState.UNPUBLISHED)
    rows = missing_results(event)
    assert [(each.table, each.state, each.state_shown) for each in rows] == [(2, "disputed", "disputed")]


def test_a_result_that_comes_in_meanwhile_is_not_missing(client, monkeypatch):
    event = an_event()
    match = a_round(event, (a_player(event), a_player(event)), (a_player(event), a_player(event))).matches.get(table=1)
    organiser, read = staff(event), round_in_play._names_at

    def read_after_a_result(matches):
        if match.results.count() == 0:
            enter_result(match_id=match.pk, who=organiser, score=Score.duel("a", 3, 0))
        return read(matches)

    monkeypatch.setattr(round_in_play, "_names_at", read_after_a_result)
    client.force_login(organiser)
    page = client.get(reverse("tournaments:entry_now", args=[event.slug]))
    assert page.status_code == 200
    assert [row.table for row in page.context["missing"]] == [2]


def test_crews_are_named_with_both_players_and_their_own_name():
    event, organiser = crews_of_two(8)
    crew = crews_of(event)[0].crew
    crew.name = "Sharks"
    crew.save()
    organiser.sends(f"/events/{event.slug}/start/")
    publish(event, organiser)
    assert any("Sharks (" in line and " & " in line for line in named_as_the_models_name_them(event))


def test_entered_results_name_the_players_of_a_duel_in_full():
    event = an_event()
    minor = a_player(event, "Ana Minor")
    minor.is_minor = True
    minor.save()
    played = a_round(event, (minor, a_player(event, "Bo Second")), (a_player(event, "Cy Third"), a_player(event)))
    match = played.matches.get(table=1)
    enter_result(match_id=match.pk, who=staff(event), score=Score.duel("b", 0, 4))
    (row,) = latest_results(played)
    assert (row.match, row.table, row.score) == (match.pk, 1, Score.duel("b", 0, 4))
    assert " – ".join(row.names) == match.players_in_full
    assert row.can_undo
