"""The builder and the paste: totals, what fits, addresses that can be shared."""

import json
import re

import pytest

from rules.arena.teamlist import MAX_BYTES
from tests.teams.addresses import LEGAL, articles, build_url

OPEN = [
    *("/cards/", "/cards/bill-tell/", "/cards/nox/", "/cards/dragon-pig/", "/cards/grougaloragran-old/"),
    *("/teams/", "/teams/build/", "/teams/paste/"),
    *("/legality/", "/legality/none/", "/legality/season-2018-01/", "/legality/season-2019-05/"),
]
HTMX = {"HX-Request": "true"}


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


def test_without_scripts_the_search_survives_adding_a_figure(client, db):
    assert "q=tofu" in client.get(build_url(add="kivin", q="tofu")).url


def test_with_htmx_team_changes_get_addresses_and_searches_do_not(client, db):
    here = {**HTMX, "HX-Current-URL": "http://testserver" + build_url()}
    assert client.get(build_url(add="kivin"), headers=here)["HX-Push-Url"].endswith("f=kivin")
    assert "HX-Replace-Url" in client.get(build_url(q="tofu"), headers=here)


def test_figures_that_fit_are_marked_and_others_say_why_not(client, db):
    page = client.get(build_url(LEGAL[:3], level="3", q="oscar"))
    offers = {card.card.slug: card for card in page.context["picks"].cards}
    assert offers["oscar-kass"].fits
    assert "Figures that can still be added: " in page.content.decode()
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
def test_a_figure_fits_only_if_the_team_can_be_completed(client, db, figures, words, fits):
    offers = client.get(build_url(figures, q=words)).context["picks"].cards
    assert [card.fits for card in offers if card.card.slug in {"gein", "oscar-kass", "goultard", "bad-aboum"}] == [fits]


def test_without_scripts_the_typed_name_is_in_the_next_address(client, db):
    answer = client.post("/teams/build/", {"f": LEGAL[:1], "name": "Stasis", "add": "kivin", "q": "ki"})
    assert answer.status_code == 302
    assert all(part in answer.url for part in ("f=kivin", "name=Stasis", "q=ki"))


def test_format_changes_can_be_undone_but_not_names(client, db):
    here = {**HTMX, "HX-Current-URL": "http://testserver" + build_url()}
    for change in ({"format": "limited"}, {"legality": "season-2018-01"}):
        assert "HX-Push-Url" in client.get(build_url(**change), headers=here)
    assert "HX-Replace-Url" in client.get(build_url(name="Stasis"), headers=here)


def test_what_a_shared_address_asks_for_in_vain_is_named(client, db):
    page = client.get(build_url(["bill-tell", "bil-tel", "nobody-at-all"]))
    said = " ".join(page.context["unknown"])
    assert "bil-tel" in said and "Bill Tell" in said and "nobody-at-all" in said
    assert client.get(build_url(["ush"] * 43)).context["build"].surplus == 3


def test_a_misspelt_name_is_answered_with_the_nearest_ones(client, db):
    for path in ("/cards/?q=gien", "/teams/build/?q=gien"):
        assert "gein" in [card.card.slug for card in client.get(path).context["nearest"]]
    assert client.get("/cards/?q=gein").context["nearest"] == []


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


def test_an_endless_team_in_the_address_is_truncated(client, db):
    page = client.get(build_url(["ush"] * 1_000))
    assert len(page.context["build"].figures) == 40
    assert client.get(build_url(["ush"] * 10_000)).status_code == 400


def test_a_pasted_text_opens_in_the_builder(client, db):
    answer = client.post("/teams/paste/", {"paste": "2x Bill Tell\nRoi Nidas # the king"})
    assert re.findall(r"f=([a-z-]+)", answer.url) == ["bill-tell", "bill-tell", "king-nidas"]


def test_an_unknown_name_is_answered_with_the_nearest_cards(client, db):
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
        ('{"figures": []}', "missing-field"),
        ("", "empty"),
        ("ush\n" * (MAX_BYTES // 4 + 1), "too-large"),
    ],
)
def test_a_paste_that_cannot_be_read_stays_in_its_field(client, db, paste, code):
    page = client.post("/teams/paste/", {"paste": paste})
    assert page.status_code == 400
    assert code in {error.code for error, _ in page.context["errors"]}
    assert page.context["paste"] == paste


def test_more_figures_than_the_builder_holds_are_named(client, db):
    page = client.post("/teams/paste/", {"paste": "100x ush"})
    assert (page.status_code, page.context["too_many"]) == (400, True)


def test_a_paste_reports_each_error_once(client, db):
    page = client.post("/teams/paste/", {"paste": "3x Bil Tel\nush"}).content.decode()
    assert page.count("Bill Tell.") + page.count("Bill Tell,") == 1
    assert "/figures/" not in page
    document = '{"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["bil tel"]}'
    assert "/figures/0" in client.post("/teams/paste/", {"paste": document}).content.decode()


def test_a_pasted_list_for_four_opens_in_the_builder(client, db):
    document = '{"format": "krosmaster-team/1", "team_format": "four-player", "figures": ["bill tell", "bill tell"]}'
    page = client.post("/teams/paste/", {"paste": document}, follow=True)
    assert (page.context["build"].team_format, page.context["build"].figures) == ("four-player", ("bill-tell",) * 2)
    assert (page.context["verdict"].is_legal, page.context["glory"]) == (True, None)
    assert "6/6" in page.content.decode()
