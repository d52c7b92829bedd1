"""A fixed table belongs to one player, and where it cannot be kept the staff are told."""

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Staff, Status
from tournaments.rounds.services.re_pairing import pair_open_tables_again
from tournaments.rounds.services.tables import arrange_pairs, table_numbers

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def keeper(event) -> Person:
    person = Person("kim")
    Staff.objects.create(event=event, user=person.user, role="organiser")
    return person


def manage(event, path: str) -> str:
    return f"/events/{event.slug}/manage/players/{path}"


def test_a_taken_fixed_table_is_refused_naming_its_player(event, keeper):
    ana, ben = a_player(event, "ana", fixed_table=4), a_player(event, "ben")
    answer = keeper.sends(manage(event, f"{ben.pk}/"), status=400, fixed_table=4)
    (error,) = answer.context["form"].errors.as_data()["fixed_table"]
    assert (error.code, ana.full_name in error.message) == ("table-taken", True)
    keeper.sends(manage(event, "add/"), status=400, guest_name="Cleo", fixed_table=4)
    keeper.sends(manage(event, f"{ana.pk}/"), fixed_table=4)


def test_the_fixed_table_of_a_departed_player_is_free(event, keeper):
    a_player(event, fixed_table=4, status=Status.DROPPED)
    ben = a_player(event)
    keeper.sends(manage(event, f"{ben.pk}/"), fixed_table=4)


@pytest.mark.parametrize(("ranks", "table"), [({}, 4), ({"ana": 2, "ben": 1}, 9), ({"ana": 1, "ben": 2}, 4)])
@pytest.mark.parametrize("ana_first", [True, False])
def test_the_fixed_table_of_the_better_rank_wins(event, ranks, table, ana_first):
    ana, ben = a_player(event, "ana", fixed_table=4), a_player(event, "ben", fixed_table=9)
    pair = (ana.pk, ben.pk) if ana_first else (ben.pk, ana.pk)
    assert table_numbers(event, [pair], {p.pk: ranks[p.user.username] for p in (ana, ben) if ranks}) == [table]


def test_the_other_fixed_table_is_used_if_one_is_taken(event):
    ana, ben = a_player(event, fixed_table=4), a_player(event, fixed_table=9)
    cleo, dan = a_player(event, fixed_table=4), a_player(event)
    ranks = {player.pk: rank for rank, player in enumerate((cleo, dan, ana, ben), start=1)}
    assert table_numbers(event, [(ana.pk, ben.pk), (cleo.pk, dan.pk)], ranks) == [9, 4]


def test_pairing_tables_again_keeps_fixed_tables(event):
    played = a_round(event, *((a_player(event), a_player(event)) for _ in range(8)))
    ana = played.matches.get(table=5).a
    event.registrations.filter(pk=ana.pk).update(fixed_table=5)
    pair_open_tables_again(event, played, who=staff(event), why="a correction")
    assert ana in played.matches.get(table=5).seats()


def test_pairs_keep_their_order_except_for_fixed_tables(event):
    ana, ben = a_player(event, fixed_table=3), a_player(event, fixed_table=9)
    pairs = [(ana.pk, 1001), (1002, 1003), (ben.pk, 1004)]
    assert arrange_pairs(event, pairs, [1, 2, 3]) == [pairs[1], pairs[2], pairs[0]]


def test_missed_fixed_tables_are_shown_before_publication(event, keeper):
    a_round(event, (a_player(event, "ana", fixed_table=1), a_player(event, "ben", fixed_table=9)), state="draft")
    page = keeper.sees(f"/events/{event.slug}/rounds/1/")
    assert "Ben has fixed table 9" in page
    assert "Ana has the fixed table" not in page
