"""The builder and saved teams by the rule book of 2013: two to eight figures, the box, no ban list and no pools."""

import json
import re

import pytest
from django.urls import reverse

from rules.games import FIRST_BOX
from teams.models import TeamList

pytestmark = pytest.mark.django_db
BLACK = next(card.slug for card in FIRST_BOX.catalogue().cards if card.colour == "black")
BOX = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


def built(client, **query):
    answer = client.get(reverse("teams:build"), {"rules": FIRST_BOX.slug, **query})
    assert answer.status_code == 200
    return answer


def test_two_figures_are_a_team(client):
    pair = built(client, f=["goultard", "nox"]).context
    assert pair["verdict"].level == 12
    assert (pair["verdict"].is_legal, [fault.article for fault in pair["violations"]]) == (True, [])
    assert [fault.article for fault in built(client, f=["nox"]).context["violations"]] == ["p30.10", "p30.11"]


def test_four_of_the_box_are_a_team(client):
    team = built(client, format="box", f=BOX).context
    assert team["verdict"].is_legal
    faulty = built(client, format="box", f=["goultard", *BOX[:2]]).context
    assert {fault.article for fault in faulty["violations"]} == {"p21.1"}


ONES = {card.name: card.slug for card in FIRST_BOX.catalogue().cards if card.level == 1}
TWOS = {card.name: card.slug for card in FIRST_BOX.catalogue().cards if card.level == 2}


@pytest.mark.parametrize("figures", [["nox"], ["bill-tell", "lil-healey"], [*TWOS.values()][:3]])
def test_one_to_four_figures_of_level_six_are_built(client, figures):
    team = built(client, format="four-player", f=figures).context
    assert (team["build"].team_format, team["verdict"].is_legal, team["build"].top) == ("four-player", True, 6)


def test_a_fifth_figure_for_four_players_breaks_its_number(client):
    faulty = built(client, format="four-player", f=[*ONES.values()][:5]).context
    assert {fault.article for fault in faulty["violations"]} == {"p30.15"}


def test_the_offer_for_four_players_adds_up_to_six(client):
    reasons = built(client, format="four-player", f=["bill-tell"]).context["row_states"]["reasons"]
    levels = {card.slug: card.level for card in FIRST_BOX.catalogue().cards}
    why = {slug: reason for reason, slugs in reasons.items() for slug in slugs}
    assert {levels[slug] for slug in why if not why[slug]} == {1, 2, 3}
    assert all("p30.15" in why[slug] or "p30.12" in why[slug] for slug in why if why[slug])


def test_a_team_for_four_players_is_imported_saved_and_opened(as_ana):
    document = {"format": "krosmaster-team/1", "ruleset": FIRST_BOX.slug, "team_format": "four-player"}
    pasted = json.dumps(document | {"figures": ["bill-tell", "lil-healey"]})
    build = as_ana.post(reverse("teams:paste"), {"paste": pasted}, follow=True).context["build"]
    assert (build.ruleset, build.team_format, build.figures) == (
        FIRST_BOX.slug,
        "four-player",
        ("bill-tell", "lil-healey"),
    )
    sent = {"rules": build.ruleset, "format": build.team_format, "name": "Four", "f": build.figures}
    assert as_ana.post(reverse("teams:save"), sent).status_code == 302
    team = TeamList.objects.get()
    assert (team.rules, team.team_format, team.verdict().is_legal) == (FIRST_BOX, "four-player", True)
    assert as_ana.get(f"/api/v1/teams/{team.pk}/").json()["document"]["team_format"] == "four-player"


def test_the_offer_of_the_box_holds_its_eight(client):
    reasons = built(client, format="box", f=BOX[:1]).context["row_states"]["reasons"]
    assert len(reasons[""]) == 7
    assert all("p21.1" in why or not why for why in reasons)


def test_reasons_cite_the_book(client):
    ones = {card.name: card.slug for card in FIRST_BOX.catalogue().cards if card.level == 1}
    reasons = built(client, f=[*ones.values()][:7]).context["row_states"]["reasons"]
    assert any("no 2 to 8 figures" in why and "p30.11" in why for why in reasons)
    assert not any("1.1.1" in why for why in reasons)


def test_the_page_shows_no_ban_list_and_no_limited(client):
    page = built(client, f=BOX, format="limited", legality="season-1")
    text = page.content.decode()
    assert 'id="legality"' not in text
    assert 'value="limited"' not in text
    assert "A limited team" not in text
    assert 'value="box"' in text
    assert page.context["build"].legality_name == "none"
    assert not re.search(r'class="article">[1-9]\.', text)


def test_other_rules_keep_the_figures(client):
    [(_title, address)] = built(client, f=BOX, name="Mine").context["other_rules"]
    other = client.get(address).context["build"]
    assert (other.figures, other.name, other.team_format) == (tuple(BOX), "Mine", "constructed")
    assert other.ruleset != FIRST_BOX.slug


def test_a_team_of_the_box_is_saved_shown_and_opened(as_ana):
    browser = as_ana
    sent = {"rules": FIRST_BOX.slug, "format": "box", "name": "Old", "f": BOX}
    assert browser.post(reverse("teams:save"), sent).status_code == 302
    team = TeamList.objects.get()
    assert (team.rules, team.team_format, team.verdict().is_legal) == (FIRST_BOX, "box", True)
    page = browser.get(team.get_absolute_url())
    assert "rule book of 2013" in page.content.decode()
    assert f"rules={FIRST_BOX.slug}" in page.context["edit_url"]
    answer = browser.get(f"/api/v1/teams/{team.pk}/").json()
    assert answer["document"]["ruleset"] == FIRST_BOX.slug
    assert "pool" not in answer["document"]


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"team_format": "limited"}, "not-a-choice"), ({"legality": "season-1"}, "not-in-ruleset")],
)
def test_what_the_book_lacks_is_refused_where_it_stands(client, changed, code):
    document = {"format": "krosmaster-team/1", "ruleset": FIRST_BOX.slug, "team_format": "box", "figures": BOX}
    text = json.dumps(document | changed)
    answer = client.post(reverse("teams:paste"), {"paste": text})
    assert (answer.status_code, answer.context["paste"]) == (400, text)
    assert [error.code for error, _words in answer.context["errors"]] == [code]
    assert next(iter(changed)) in answer.context["errors"][0][0].pointer


def test_a_pasted_team_of_the_box_opens_in_the_builder(client):
    document = {"format": "krosmaster-team/1", "ruleset": FIRST_BOX.slug, "team_format": "box", "figures": BOX}
    answer = client.post(reverse("teams:paste"), {"paste": json.dumps(document)}, follow=True)
    build = answer.context["build"]
    assert (build.ruleset, build.team_format, build.figures) == (FIRST_BOX.slug, "box", tuple(BOX))


@pytest.mark.parametrize(
    ("slug", "said", "of_box"),
    [
        ("goultard", "once in a team (p30.12).", False),
        ("bill-tell", "up to 2 times in a team (p30.13).", True),
        (BLACK, "as often in a team as you like: no limit is set for its name.", False),
    ],
)
def test_a_card_says_what_the_book_has(client, slug, said, of_box):
    page = client.get(reverse("teams:card", args=[slug])).content.decode()
    rules = " ".join(re.sub(r"<[^>]+>", "", page[page.index('id="rulings"') :]).split())
    assert f"rule book of 2013: {said}" in rules
    assert ("One of the eight of the box (p21.1)" in rules) == of_box
    assert "1.1.1." in rules


def test_typed_figures_are_imported_by_the_chosen_rules(client):
    there = re.search(r'href="([^"]*/teams/paste/[^"]*)"', built(client).content.decode())
    assert there is not None
    assert f'value="{FIRST_BOX.slug}" selected' in client.get(there[1]).content.decode()
    wrong = client.post(reverse("teams:paste"), {"paste": "Nobody", "rules": FIRST_BOX.slug})
    assert (wrong.status_code, wrong.context["rules"]) == (400, FIRST_BOX.slug)
    answer = client.post(reverse("teams:paste"), {"paste": "Goultard\nNox", "rules": FIRST_BOX.slug}, follow=True)
    assert (answer.context["build"].ruleset, answer.context["verdict"].is_legal) == (FIRST_BOX.slug, True)
