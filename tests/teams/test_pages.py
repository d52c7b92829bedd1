"""The pages of cards, the builder, lists, pools and profiles, as their readers open them."""

import json
import re

import pytest
from django.urls import reverse

from accounts.users import User
from rules.cards import catalogue
from rules.legality import profiles
from rules.teamlist import MAX_BYTES
from rules.teamlist import TeamList as Document
from rules.texts import text_of
from teams import services
from teams.dated_words import DATED
from teams.models import LegalityProfile, TeamList
from teams.wording import ELEMENTS, KINDS, RANGES

LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
OPEN = [
    *("/cards/", "/cards/bill-tell/", "/cards/nox/", "/cards/dragon-pig/", "/cards/grougaloragran-old/"),
    *("/teams/", "/teams/build/", "/teams/paste/"),
    *("/legality/", "/legality/none/", "/legality/season-2018-01/", "/legality/season-2019-05/"),
]
HTMX = {"HX-Request": "true"}


def build_url(figures=LEGAL, **more):
    return "/teams/build/?" + "&".join([*(f"f={figure}" for figure in figures), *(f"{k}={v}" for k, v in more.items())])


def articles(page) -> set[str]:
    return {violation.article for violation in page.context["violations"]}


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
    assert len(seen) == len(set(seen)) == 266


def test_many_lists_under_own_profiles_take_no_query_each(as_ana, ana, django_assert_max_num_queries):
    for number in range(8):
        LegalityProfile.objects.create(owner=ana, slug=f"own-{number}", title="Own", expansions=["season-1"])
        services.save_list(owner=ana, document=Document(("ush",), legality=f"own-{number}"))
    for path in ["/teams/", "/api/v1/teams/"]:
        with django_assert_max_num_queries(8):
            as_ana.get(path)


def test_the_builder_shows_the_totals_and_every_broken_rule(client, db):
    page = client.get(build_url(["percedal", "percedal-percylax", "gein"], legality="season-2018-01"))
    assert page.context["verdict"].level == 14
    assert articles(page) == {"1.1.1.b", "1.1.1.c", "1.1.1.d"}
    assert page.context["timeline"][0].card.slug == "gein"


@pytest.mark.parametrize(
    ("press", "figures"),
    [
        ({"add": "kivin"}, [*LEGAL, "kivin"]),
        ({"out": "bill-tell"}, ["queen-of-the-tofus", "oscar-kass", "bad-aboum"]),
        ({"out": "nobody"}, LEGAL),
        ({"add": "nobody"}, LEGAL),
        ({"clear": "1"}, []),
    ],
)
def test_without_a_script_each_button_leads_to_the_next_address(client, db, press, figures):
    answer = client.get(build_url(**press))
    assert re.findall(r"f=([a-z-]+)", answer.url) == figures
    assert client.get(answer.url).status_code == 200


def test_without_a_script_the_search_is_kept_when_a_figure_is_added(client, db):
    assert "q=tofu" in client.get(build_url(add="kivin", q="tofu")).url


def test_with_htmx_a_changed_team_is_a_new_address_and_a_search_is_not(client, db):
    here = {**HTMX, "HX-Current-URL": "http://testserver" + build_url()}
    assert client.get(build_url(add="kivin"), headers=here)["HX-Push-Url"].endswith("f=kivin")
    assert "HX-Replace-Url" in client.get(build_url(q="tofu"), headers=here)


def test_figures_that_fit_are_marked_and_the_others_say_why_not(client, db):
    page = client.get(build_url(LEGAL[:3], level="3", q="oscar"))
    offers = {card.card.slug: card for card in page.context["picks"].cards}
    assert offers["oscar-kass"].fits
    page = client.get(build_url([*LEGAL[:2], "bill-tell"], level="3", q="bill"))
    offers = {card.card.slug: card for card in page.context["picks"].cards}
    assert "1.1.1.e" in offers["bill-tell"].why_not


@pytest.mark.parametrize(
    ("figures", "words", "fits"),
    [
        (["goultard"], "gein", False),  # level 12 with two figures
        (["trank"] * 3 + ["bill-tell"], "oscar", True),
        (["trank", "trank", "trank", "bill-tell", "bill-tell"], "goultard", False),
        (LEGAL[:3], "bad aboum", True),
    ],
)
def test_a_figure_fits_only_when_a_legal_team_can_still_be_completed_with_it(client, db, figures, words, fits):
    offers = client.get(build_url(figures, q=words)).context["picks"].cards
    assert [card.fits for card in offers if card.card.slug in {"gein", "oscar-kass", "goultard", "bad-aboum"}] == [fits]


def test_without_a_script_the_form_is_posted_and_the_name_that_was_typed_is_in_the_next_address(client, db):
    answer = client.post("/teams/build/", {"f": LEGAL[:1], "name": "Stasis", "add": "kivin", "q": "ki"})
    assert answer.status_code == 302
    assert all(part in answer.url for part in ("f=kivin", "name=Stasis", "q=ki"))


def test_another_format_or_list_is_a_step_that_can_be_undone_and_another_name_is_not(client, db):
    here = {**HTMX, "HX-Current-URL": "http://testserver" + build_url()}
    for change in ({"format": "limited"}, {"legality": "season-2018-01"}):
        assert "HX-Push-Url" in client.get(build_url(**change), headers=here)
    assert "HX-Replace-Url" in client.get(build_url(name="Stasis"), headers=here)


def test_what_a_shared_address_asks_for_in_vain_is_told(client, db):
    page = client.get(build_url(["bill-tell", "bil-tel", "nobody-at-all"]))
    said = " ".join(page.context["unknown"])
    assert "bil-tel" in said and "Bill Tell" in said and "nobody-at-all" in said
    assert client.get(build_url(["ush"] * 43)).context["build"].surplus == 3


def test_a_misspelt_name_is_answered_with_the_nearest_ones(client, db):
    for path in ("/cards/?q=gien", "/teams/build/?q=gien"):
        assert "gein" in [card.card.slug for card in client.get(path).context["nearest"]]
    assert client.get("/cards/?q=gein").context["nearest"] == []


def test_a_pasted_limited_document_keeps_its_pool_up_to_the_saved_list(as_ana, ana):
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


def test_the_words_of_cards_and_dated_lists_are_known_to_the_translators():
    texts = {legality.title for legality in profiles().values()}
    texts |= {note for legality in profiles().values() for note in legality.notes}
    assert texts == set(DATED)
    known = [text_of(card.slug) for card in catalogue().cards]
    spells = [spell for text in known if text for spell in text.spells.values()]
    assert {spell.range for spell in spells} <= RANGES.keys() and {spell.kind for spell in spells} <= KINDS.keys()
    assert {spell.element for spell in spells if spell.element} <= ELEMENTS.keys()


def test_only_what_fits_can_be_shown(client, db):
    assert client.get(build_url(fits="1", level="1")).context["picks"].cards == []


def test_equal_initiatives_are_pointed_out(client, db):
    assert client.get(build_url(["bill-tell", "bill-tell"])).context["ties"] == [7]


def test_the_builder_shows_the_glory_against_a_full_team(client, db, ana):
    assert client.get(build_url()).context["glory"] == (6, 6)
    assert client.get(build_url(LEGAL[:3], format="limited")).context["glory"] == (7, 5)


@pytest.mark.parametrize(
    "query",
    [
        "f=nobody",
        "f=",
        "pool=1",
        "pool=x&format=limited",
        "team=99999999999999999999",
        "legality=%00",
        "name=%00x",
        "format=x",
    ],
)
def test_an_address_that_makes_no_sense_still_opens_the_builder(client, db, query):
    assert client.get(f"/teams/build/?{query}").status_code == 200


def test_a_team_without_end_in_the_address_is_cut_to_what_the_builder_holds(client, db):
    page = client.get(build_url(["ush"] * 1_000))
    assert len(page.context["build"].figures) == 40
    assert client.get(build_url(["ush"] * 10_000)).status_code == 400


def test_a_pasted_text_opens_in_the_builder(client, db):
    answer = client.post("/teams/paste/", {"paste": "2x Bill Tell\nRoi Nidas # the king"})
    assert re.findall(r"f=([a-z-]+)", answer.url) == ["bill-tell", "bill-tell", "king-nidas"]


def test_a_line_that_names_no_figure_is_answered_with_the_cards_that_are_near_by_their_names(client, db):
    answer = client.post("/teams/paste/", {"paste": "3 Anna Tommy"})
    assert answer.status_code == 400
    ((error, words),) = answer.context["errors"]
    assert (error.code, error.nearest[0]) == ("unknown-figure", "anna-tommy")
    assert "Anna Tommy, " in words
    assert "anna-tommy" not in words


def test_a_pasted_document_keeps_its_name_and_its_list(client, db, anas_list):
    answer = client.post("/teams/paste/", {"paste": json.dumps(anas_list.document().as_dict())})
    assert "name=Stasis" in answer.url
    assert "legality=season-2018-01" in answer.url


@pytest.mark.parametrize(
    ("paste", "code"),
    [
        ("Bil Tel", "unknown-figure"),
        ("{", "not-json"),
        ('{"figures": []}', "wrong-format"),
        ("", "empty"),
        ("ush\n" * (MAX_BYTES // 4 + 1), "too-large"),
    ],
)
def test_a_paste_that_cannot_be_read_stays_in_its_field(client, db, paste, code):
    page = client.post("/teams/paste/", {"paste": paste})
    assert page.status_code == 400
    assert code in {error.code for error, _ in page.context["errors"]}
    assert page.context["paste"] == paste


def test_more_figures_than_the_builder_holds_are_told(client, db):
    page = client.post("/teams/paste/", {"paste": "100x ush"})
    assert (page.status_code, page.context["too_many"]) == (400, True)


def save(client, figures=LEGAL, **more):
    return client.post("/teams/save/", {"f": figures, "name": "Stasis", **more})


def test_a_team_is_saved_under_a_name_legal_or_not(as_ana, ana):
    page = as_ana.get(save(as_ana, LEGAL[:2]).url)
    assert page.context["verdict"].verdict == "illegal"
    assert TeamList.objects.of(ana).get().figures == LEGAL[:2]


def test_whoever_is_not_signed_in_comes_back_to_the_same_team(client, db):
    answer = save(client)
    assert answer.url.startswith(reverse("account_login"))
    assert "bad-aboum" in answer.url


def test_a_name_that_is_taken_overwrites_nothing(as_ana, ana):
    save(as_ana)
    save(as_ana, LEGAL[:2])
    assert {team.name: len(team.figures) for team in TeamList.objects.of(ana)} == {"Stasis": 4, "Stasis (2)": 2}


def test_a_saved_list_is_changed_in_place_or_saved_as_another(as_ana, ana, anas_list):
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


def profile_form(**changes):
    return {
        "title": "Lyon club",
        "based_on": "season-2018-01",
        "expansions": ["season-1", "dark-heroes"],
        "banned": "Bill Tell\nCorbeau Noir",
        "bosses": "nox",
        "note": "",
    } | changes


def test_an_organiser_makes_an_own_list_from_a_dated_one(as_ana, client, ana):
    start = as_ana.get("/legality/new/?from=season-2018-01").context["form"]
    assert "poochan" in start.initial["banned"]
    assert as_ana.post("/legality/new/", profile_form()).url == "/legality/lyon-club/"
    page = client.get(build_url(legality="lyon-club"))
    assert articles(page) == {"1.1.1.h"}
    differing = client.get("/legality/lyon-club/").context["differences"]
    assert [each["of"] for each in differing] == ["Legal expansions", "Banned figures", "Figures that count as Boss"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"banned": "Bil Tel"}, "banned"),
        ({"expansions": ["season-99"]}, "expansions"),
        ({"expansions": []}, "expansions"),
        ({"title": ""}, "title"),
        ({"based_on": "nothing"}, "based_on"),
        ({"note": "x" * 3000}, "note"),
    ],
)
def test_an_own_list_that_makes_no_sense_is_not_kept(as_ana, changes, field):
    page = as_ana.post("/legality/new/", profile_form(**changes))
    assert page.status_code == 400
    assert field in page.context["form"].errors
    assert not LegalityProfile.objects.exists()


def test_an_own_list_never_takes_the_name_of_a_dated_one_or_of_another(as_ana):
    as_ana.post("/legality/new/", profile_form(title="none"))
    as_ana.post("/legality/new/", profile_form())
    as_ana.post("/legality/new/", profile_form())
    assert set(LegalityProfile.objects.values_list("slug", flat=True)) == {"none-2", "lyon-club", "lyon-club-2"}


def test_an_own_list_made_from_one_that_goes_by_season_allows_the_same_cards(as_ana, ana):
    form = as_ana.get("/legality/new/?from=season-2019-05").context["form"]
    own = form.initial | {"title": "By season", "note": ""}
    own |= {name: "\n".join(own[name]) for name in ("banned", "bosses")}
    assert as_ana.post("/legality/new/", own).status_code == 302
    made, dated = LegalityProfile.objects.get(), profiles()["season-2019-05"]
    allowed = [(made.legality().allows(card), dated.allows(card)) for card in catalogue().cards]
    assert all(mine == theirs for mine, theirs in allowed) and (True, True) in allowed and (False, False) in allowed
    assert made.differences() == []
    made.banned = [*made.banned, "bakara"]
    assert [(each.of, each.added, each.removed) for each in made.differences()] == [("banned", ("bakara",), ())]


def test_only_who_made_a_list_changes_it(as_ana, as_bo):
    as_ana.post("/legality/new/", profile_form())
    assert as_bo.post("/legality/lyon-club/change/", profile_form(title="Mine")).status_code == 404
    as_ana.post("/legality/lyon-club/change/", profile_form(title="Lyon, spring"))
    assert LegalityProfile.objects.get().slug == "lyon-club"
    assert LegalityProfile.objects.get().title == "Lyon, spring"


def test_pages_that_keep_something_ask_who_it_is(client, db):
    User.objects.create_user("x", "x@example.org")
    for path in ["/pools/", "/legality/new/", "/teams/1/", "/pools/1/"]:
        assert client.get(path).status_code == 302


def test_a_paste_says_each_fault_once_and_points_into_documents_only(client, db):
    page = client.post("/teams/paste/", {"paste": "3x Bil Tel\nush"}).content.decode()
    assert page.count("Bill Tell.") + page.count("Bill Tell,") == 1
    assert "/figures/" not in page
    document = '{"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["bil tel"]}'
    assert "/figures/0" in client.post("/teams/paste/", {"paste": document}).content.decode()
