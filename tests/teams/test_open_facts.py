"""What is missing of cards, summons and rewards stands in one table, each fact with a link to where it is entered."""

import pytest
from django.urls import reverse

from rules.games import DEFAULT
from teams.cards.catalogue.open_facts import all_open_facts, open_facts_of_teams, with_one_fact
from tests.teams.facts_people import known, reviewer
from tests.teams.sent_forms import fields_sent
from tests.teams.test_card_editor import KICK, editor

pytestmark = pytest.mark.django_db

HUSH = {"name": "Hush", "limit": "unknown", "cost": {"ap": 2}, "range": {"kind": "close"}, "unknown": ["limit"]}


@pytest.fixture
def hushed(ana):
    """A card of which one fact is missing."""
    (row,) = known(ana, reviewer(), {"kind": "text", "slug": "goultard", "body": {"spells": [HUSH]}})
    return row


def texts():
    return DEFAULT.facts.built_in().texts


def test_each_open_fact_links_to_a_field_of_the_editor(as_ana):
    kinds = {each.kind: each for each in all_open_facts(texts())}
    assert kinds.keys() == {"text", "summon", "reward"}
    for card in kinds.values():
        for fact in card.facts:
            page, _hash, field = fact.url.partition("#")
            assert f'id="{field}"' in as_ana.get(page).content.decode()


def test_unknown_colours_and_types_are_open_facts_too():
    of = {
        each.slug: [(fact.label, fact.url.partition("#")[2]) for fact in each.facts] for each in all_open_facts(texts())
    }
    assert ("colour of the name", "front") in of["necrose"]
    assert ("types", "front") in of["joris"]


def test_every_unknown_summon_and_token_without_rank_is_listed(client):
    page = client.get(reverse("teams:facts")).content.decode()
    ranks = [each.slug for each in {id(each): each for each in texts().rewards.values()}.values() if not each.rank]
    unseen = [each.slug for each in texts().summons.values() if not each.known]
    assert ranks and unseen
    for kind, slugs in (("reward", ranks), ("summon", unseen)):
        assert [slug for slug in slugs if reverse("teams:edit-fact", args=[kind, slug]) not in page] == []


def test_cards_of_which_one_fact_is_missing_can_be_chosen(client, hushed):
    groups = client.get(reverse("teams:facts"), {"one": ""}).context["lacking"]
    shown = [each for _title, cards in groups for each in cards]
    assert ("goultard", "Hush") in [(each.slug, each.facts[0].of) for each in shown]
    assert {len(each.facts) for each in shown} == {1}


def test_a_team_lists_what_its_cards_and_their_summons_lack():
    figures = {"necrose": 2, "queen-of-the-tofus": 1}
    found = open_facts_of_teams(figures, texts())
    assert (found[0].slug, found[0].teams) == ("necrose", 2)
    assert not with_one_fact(each for each in found if each.known == "not")


# -- copying ------------------------------------------------------------------------------------------------------


def test_a_similar_card_is_copied_beside_what_was_typed(as_ana, ana):
    known(ana, reviewer(), {"kind": "text", "slug": "toxine", "body": {"powers": ["lock"], "spells": [HUSH]}})
    answer = as_ana.post(editor("necrose"), KICK | {"copy-from": "Toxine", "copy": "1"})
    sent = fields_sent(answer.content.decode())
    assert [sent[f"spells-{place}-name"] for place in (0, 1)] == [["Kick"], ["Hush"]]
    assert {"dodge", "lock"} <= {*sent["powers"]}


def test_a_copy_of_no_card_loses_nothing(as_ana):
    answer = as_ana.post(editor("necrose"), KICK | {"copy-from": "Nobody", "copy": "1"})
    sent = fields_sent(answer.content.decode())
    assert [*answer.context["errors"]] == ["copy-from"]
    assert (sent["copy-from"], sent["spells-0-name"]) == (["Nobody"], ["Kick"])


# -- refused forms ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("spells-0-name", ""), ("spells-0-limit", ""), ("spells-0-control", "x"), ("spells-0-effects-0-cells", "x")],
)
def test_a_refused_form_begins_at_its_field(as_ana, field, value):
    answer = as_ana.post(editor("necrose"), KICK | {field: value, "save": "1"}).content.decode()
    page = answer.split("</main>")[0]
    assert page.count(" autofocus") == 1
    control = page[: page.index(" autofocus")].rpartition("<")[2]
    assert f'name="{field}"' in control
    if field == "spells-0-control":  # its section is open
        assert page[: page.index(control)].rpartition("<details")[2].startswith(" open")
