"""The pages of cards, the builder, lists, pools and profiles, as their readers open them."""

import json

import pytest
from django.urls import reverse

from accounts.profile.models import User
from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from rules.arena.teamlist import TeamList as Document
from teams.cards.catalogue.dated_texts import DATED
from teams.lists.services import save_list
from teams.models import LegalityProfile, TeamList
from teams.wording import ELEMENTS, KINDS, RANGES
from tests.known_texts import text_of
from tests.teams.addresses import LEGAL

OPEN = [
    *("/cards/", "/cards/bill-tell/", "/cards/nox/", "/cards/dragon-pig/", "/cards/grougaloragran-old/"),
    *("/teams/", "/teams/build/", "/teams/paste/"),
    *("/legality/", "/legality/none/", "/legality/season-2018-01/", "/legality/season-2019-05/"),
]
HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("path", OPEN)
def test_a_page_for_everyone_opens(client, db, path):
    page = client.get(path)
    assert page.status_code == 200
    assert b'aria-label="You are here"' in page.content


@pytest.mark.parametrize("path", OPEN)
def test_a_page_for_everyone_opens_in_french(client, db, path):
    assert client.get(path, headers={"Accept-Language": "fr"}).status_code == 200


@pytest.mark.parametrize("path", ["/cards/nobody/", "/legality/nobody/", "/teams/1/", "/pools/1/enter/abc/"])
def test_what_is_not_there_is_not_found(as_ana, path):
    assert as_ana.get(path).status_code == 404


def test_the_catalogue_is_searched_in_both_languages(client, db):
    found = client.get("/cards/", {"q": "roi nid"}).context["cards"]
    assert [card.card.slug for card in found] == ["king-nidas"]


@pytest.mark.parametrize(
    ("asked", "takes"),
    [
        ({"level": "6"}, lambda card: card.level == 6),
        ({"colour": "black"}, lambda card: card.colour == "black"),
        ({"expansion": "dark-heroes"}, lambda card: card.expansion == "dark-heroes"),
        ({"type": "Chafer"}, lambda card: "Chafer" in card.types),
        ({"boss": "yes"}, lambda card: card.boss is True),
        ({"legality": "season-2018-01"}, lambda card: card.expansion != "eternal-1"),
        (
            {"legality": "season-2018-01", "boss": "yes"},
            lambda card: card.boss or card.slug in profiles()["season-2018-01"].bosses,
        ),
    ],
)
def test_a_filter_takes_what_it_says(client, db, asked, takes):
    found = client.get("/cards/", asked, headers=HTMX).context["cards"]
    assert found
    assert all(takes(card.card) for card in found)


@pytest.mark.parametrize(
    "asked", [{"level": "x"}, {"colour": "blue"}, {"sort": "'"}, {"q": "\0" * 500}, {"legality": "x"}]
)
def test_a_filter_that_makes_no_sense_is_passed_over(client, db, asked):
    assert client.get("/cards/", asked).status_code == 200


def test_a_search_as_you_type_answers_with_the_cards_alone(client, db):
    page = client.get("/cards/", {"q": "bill"}, headers=HTMX)
    assert b"<html" not in page.content
    assert b'id="found"' in page.content


def test_all_cards_are_reached_screenful_by_screenful(client, db):
    seen, address = [], "/cards/"
    while address:
        page = client.get(address)
        seen += [card.card.slug for card in page.context["cards"]]
        address = page.context["next_url"] and "/cards/" + page.context["next_url"]
    assert len(seen) == len(set(seen)) == len(catalogue().cards)


def test_many_lists_under_own_profiles_take_no_query_each(as_ana, ana, django_assert_max_num_queries):
    for number in range(8):
        LegalityProfile.objects.create(owner=ana, slug=f"own-{number}", title="Own", expansions=["season-1"])
        save_list(owner=ana, document=Document(("ush",), legality=f"own-{number}"))
    for path in ["/teams/", "/api/v1/teams/"]:
        as_ana.get(path)  # the first page of a session writes down its device
        with django_assert_max_num_queries(8):
            as_ana.get(path)


def test_a_pasted_limited_document_keeps_its_pool_when_saved(as_ana, ana):
    pool = ["ush", "kivin", "Bill Tell", "nox", "nox"]
    document = Document(("ush", "kivin", "nox"), "Sealed", "limited", "none", tuple(pool))
    there = as_ana.post("/teams/paste/", {"paste": json.dumps(document.as_dict())}).url
    page = as_ana.get(there)
    assert page.context["build"].pool_figures == ("ush", "kivin", "bill-tell", "nox", "nox")
    assert not any(broken.code == "not-in-pool" for broken in page.context["verdict"].violations)
    build = page.context["build"]
    as_ana.post("/teams/save/", {"f": build.figures, "p": build.pasted_pool, "format": "limited", "name": "Sealed"})
    saved = TeamList.objects.of(ana).get()
    assert saved.pool == list(build.pool_figures)
    assert as_ana.get(as_ana.get(f"/teams/{saved.pk}/").context["edit_url"]).context["build"].pool_figures == (
        build.pool_figures
    )


def test_texts_of_cards_and_dated_profiles_are_translatable():
    texts = {legality.title for legality in profiles().values()}
    texts |= {note for legality in profiles().values() for note in legality.notes}
    texts |= {legality.source for legality in profiles().values()}
    assert texts == set(DATED)
    known = [text_of(card.slug) for card in catalogue().cards]
    spells = [spell for text in known if text for spell in text.spells.values()]
    assert {spell.range for spell in spells} <= RANGES.keys() and {spell.kind for spell in spells} <= KINDS.keys()
    assert {spell.element for spell in spells if spell.element} <= ELEMENTS.keys()


def save(client, figures=LEGAL, **more):
    return client.post("/teams/save/", {"f": figures, "name": "Stasis", **more})


def test_a_team_is_saved_under_a_name_legal_or_not(as_ana, ana):
    page = as_ana.get(save(as_ana, LEGAL[:2]).url)
    assert page.context["verdict"].verdict == "illegal"
    assert TeamList.objects.of(ana).get().figures == LEGAL[:2]


def test_signing_in_returns_to_the_same_team(client, db):
    answer = save(client)
    assert answer.url.startswith(reverse("account_login"))
    assert "bad-aboum" in answer.url


def test_a_name_that_is_taken_overwrites_nothing(as_ana, ana):
    save(as_ana)
    save(as_ana, LEGAL[:2])
    assert {team.name: len(team.figures) for team in TeamList.objects.of(ana)} == {"Stasis": 4, "Stasis (2)": 2}


def test_a_saved_list_is_changed_or_saved_as_another(as_ana, ana, anas_list):
    save(as_ana, LEGAL[:3], team=anas_list.pk)
    anas_list.refresh_from_db()
    assert anas_list.figures == LEGAL[:3]
    save(as_ana, LEGAL, team=anas_list.pk, as_new="1")
    assert TeamList.objects.of(ana).count() == 2


def test_a_saved_list_is_exported_and_deleted(as_ana, ana, anas_list):
    assert as_ana.get(f"/teams/{anas_list.pk}/team.json").json()["figures"] == LEGAL
    assert "Bill Tell" in as_ana.get(f"/teams/{anas_list.pk}/team.txt").content.decode()
    as_ana.post(f"/teams/{anas_list.pk}/delete/")
    assert not TeamList.objects.of(ana).exists()


def test_pages_that_keep_something_ask_who_it_is(client, db):
    User.objects.create_user("x", "x@example.org")
    for path in ["/pools/", "/legality/new/", "/teams/1/", "/pools/1/"]:
        assert client.get(path).status_code == 302


def test_a_page_from_the_history_of_a_browser_is_whole(client, db):
    part = client.get("/cards/", headers=HTMX).content
    whole = client.get("/cards/", headers=HTMX | {"HX-History-Restore-Request": "true"}).content
    assert (b"<!doctype" in part, b"<!doctype" in whole) == (False, True)
