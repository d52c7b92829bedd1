"""A spell that somebody copied at a table is proposed to everybody, in their name."""

import pytest
from django.test import Client

from judging.models import Recording
from teams.cards.services import facts
from teams.models import FactDecision, FactRevision
from tests.browser import sample_game
from tests.judging.copying import STAFF, UNREAD, copy
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Recording:
    return sample_game.fighting(teams=UNREAD)


def signed_in(name="ana"):
    client = Client()
    client.force_login(worlds.a_user(name))
    return client


def test_a_person_who_is_signed_in_proposes_it_to_everybody(table):
    ana = signed_in()
    copy(ana, table, entry_id="one")
    copy(ana, table, entry_id="two")
    (row,) = FactRevision.objects.waiting()
    assert (row.kind, row.slug, row.source) == ("text", "toxine", "Copied at the table")
    assert [spell["name"] for spell in row.body["spells"]] == ["Bâton d'école"]
    assert row.body["missing"]
    copy(ana, table, STAFF | {"spells-0-name": "Gong"})
    (row,) = FactRevision.objects.waiting()
    assert [spell["name"] for spell in row.body["spells"]] == ["Bâton d'école", "Gong"]
    assert [decision.outcome for decision in FactDecision.objects.all()] == ["withdrawn"]


def test_each_proposes_copied_spells_and_corrected_ones_take_their_place(table):
    ana, bo = signed_in("ana"), signed_in("bo")
    copy(ana, table)
    copy(ana, table, STAFF | {"spells-0-cost-ap": "4"}, corrects="baton-decole")
    copy(bo, table, STAFF | {"spells-0-name": "Gong"})
    copy(ana, table, STAFF | {"spells-0-name": "Bell"})
    proposed = {row.proposed_by.username: row.body["spells"] for row in FactRevision.objects.waiting()}
    assert {name: [spell["name"] for spell in spells] for name, spells in proposed.items()} == {
        "ana": ["Bâton d'école", "Bell"],
        "bo": ["Gong"],
    }
    assert proposed["ana"][0]["cost"] == {"ap": 4}


def test_without_an_account_it_is_known_at_this_table_alone(client, table):
    assert copy(client, table).status_code == 200
    assert not FactRevision.objects.exists()


def test_the_same_text_from_two_tables_is_one_proposal(table):
    copy(signed_in("ana"), table)
    copy(signed_in("bo"), sample_game.fighting(teams=UNREAD))
    assert FactRevision.objects.waiting().count() == 1


def test_too_many_proposals_do_not_stop_the_game(table, monkeypatch):
    monkeypatch.setattr(facts, "MOST_WAITING", 0)
    assert copy(signed_in(), table).status_code == 200
    assert not FactRevision.objects.exists()
