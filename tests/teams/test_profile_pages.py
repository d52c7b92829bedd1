"""Legality profiles of organisers, as their pages make and change them."""

import pytest

from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from teams.models import LegalityProfile
from tests.teams.addresses import articles, build_url

OPEN = [
    *("/cards/", "/cards/bill-tell/", "/cards/nox/", "/cards/dragon-pig/", "/cards/grougaloragran-old/"),
    *("/teams/", "/teams/build/", "/teams/paste/"),
    *("/legality/", "/legality/none/", "/legality/season-2018-01/", "/legality/season-2019-05/"),
]
HTMX = {"HX-Request": "true"}


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


def test_an_own_list_is_not_saved_without_its_audit_entry(as_ana, monkeypatch):
    monkeypatch.setattr("teams.lists.views.profiles.record", lambda *_facts, **_more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        as_ana.post("/legality/new/", profile_form())
    assert not LegalityProfile.objects.exists()


def test_unknown_banned_figures_are_answered_with_french_suggestions(as_ana):
    page = as_ana.post("/legality/new/", profile_form(banned="Corbo Noir"), headers={"accept-language": "fr"})
    (fault,) = page.context["form"].errors.as_data()["banned"]
    assert fault.code == "unknown-figure"
    assert "Corbeau Noir" in fault.message
    assert "black-crow" not in fault.message


def test_an_own_list_never_takes_an_existing_name(as_ana):
    as_ana.post("/legality/new/", profile_form(title="none"))
    as_ana.post("/legality/new/", profile_form())
    as_ana.post("/legality/new/", profile_form())
    assert set(LegalityProfile.objects.values_list("slug", flat=True)) == {"none-2", "lyon-club", "lyon-club-2"}


def test_own_lists_from_seasonal_ones_allow_the_same_cards(as_ana, ana):
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
