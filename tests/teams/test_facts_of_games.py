"""Facts of Blast and Quest are entered, reviewed, packed, pinned and read by the same pages as card texts."""

import json
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from core.models import AuditEntry
from rules.common.binding import fields_of
from rules.games import BLAST, DEFAULT, QUEST
from teams.cards.editor.fields import sent_as, walk
from teams.cards.editor.tables import Table
from teams.cards.editor.words import EFFECTS, EFFECTS_OF_TABLES, FIELDS
from teams.cards.services.facts import confirm, current_content, propose
from teams.models import FactRevision
from tests.teams.facts_people import reviewer

pytestmark = pytest.mark.django_db

BOARD = (
    "name: Made up\nsource: made up\n\n   A B C D\n"
    " 6 s . . s\n 5 . G . .\n 4 . . T .\n 3 . B . .\n 2 . . G .\n 1 s . . s\n"
)
ADA = {
    "name": "Ada",
    "rarity": "common",
    "mp": "3",
    "hp": "8",
    "ap": "",
    "powers-0-name": "Keen",
    "powers-0-when": "captures",
    "powers-0-effects-0-do": "gain",
    "powers-0-effects-0-ap": "1",
    "spells-0-name": "Bolt",
    "spells-0-range-min": "2",
    "spells-0-range-max": "3",
    "spells-0-sight": "yes",
    "spells-0-attack-element": "fire",
    "spells-0-attack-damage": "1",
    "spells-0-effects-0-do": "summon",
    "spells-0-effects-0-minion": "Wild Imp",
    "spells-0-effects-0-most": "2",
    "spells-0-effects-0-glyphs": "3",
    "source": "the box",
}
FORMS = {
    ("blast", "board"): {"diagram": BOARD},
    ("blast", "fighter"): ADA,
    ("blast", "minion"): {"name": "Imp", "mp": "2", "hp": "1", "ap": "1", "lacks": "powers"},
    ("blast", "favor"): {
        "name": "Blaze",
        "superior": "on",
        "copies": "2",
        "effects-0-do": "bonus",
        "effects-0-damage": "1",
        "effects-0-element": "fire",
    },
    ("blast", "challenge"): {
        "name": "Brawl",
        "thresholds-0-glyphs": "1",
        "thresholds-0-kind": "passive",
        "thresholds-0-name": "One",
        "thresholds-0-when": "captures",
        "thresholds-0-words": "something else",
        "thresholds-1-glyphs": "5",
        "thresholds-1-kind": "active",
        "thresholds-1-name": "Two",
        "thresholds-1-effects-0-do": "injure",
        "thresholds-1-effects-0-amount": "2",
        "thresholds-1-effects-0-to": "around",
        "thresholds-1-effects-0-min": "1",
        "thresholds-1-effects-0-max": "2",
    },
    ("quest", "scenario"): {"name": "Made up", "adventure_path": "6", "quest-gg": "2", "words": "its own"},
    ("quest", "dashboard"): {"geegee_path": "7", "prices": "3, 3, 4, 4, 5, 5, 6", "slots": "4, 7, 12, 20"},
    ("quest", "mob"): {"name": "Boowolf", "family": "tofu", "type": "boss", "hp": "9", "loot-wood": "2"},
    ("quest", "item"): {"name": "Made-up boots", "type": "boots", "price": "4", "recipe-iron": "1", "set": "made-up"},
}
KINDS = [pytest.param(game, kind, id=f"{game}-{kind}") for game, kind in FORMS]


def page(game, kind, slug=""):
    if slug:
        return reverse("teams:edit-fact-of-game", args=[game, kind, slug])
    return reverse("teams:new-fact-of-game", args=[game, kind])


@pytest.fixture
def rae(db):
    return reviewer()


@pytest.fixture
def as_rae(rae):
    client = Client()
    client.force_login(rae)
    return client


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_kind_is_entered_reviewed_and_packed(game, kind, as_ana, as_rae, rae):
    answer = as_ana.post(page(game, kind), FORMS[game, kind] | {"save": "1"})
    assert answer.status_code == 302, answer.content.decode()
    row = FactRevision.objects.get()
    assert (row.game, row.kind) == (game, kind)
    shown = as_rae.get(row.get_absolute_url()).content.decode()
    assert row.title in shown
    as_rae.post(reverse("teams:decide-fact", args=[row.pk]), {"decision": "confirm"})
    pack = as_rae.get(reverse("facts-document"), {"game": game}).json()
    assert (pack["game"], [each["kind"] for each in pack["facts"]]) == (game, [kind])
    assert pack["facts"][0]["body"] == row.body
    assert current_content(game)
    assert as_rae.get(reverse("facts-document")).json()["facts"] == []


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_form_shows_again_what_was_entered(game, kind, as_ana, rae):
    as_ana.post(page(game, kind), FORMS[game, kind] | {"save": "1"})
    row = FactRevision.objects.get()
    confirm(revision=row, who=rae)
    again = as_ana.get(row.edit_url)
    inputs = again.context["inputs"]()
    same = as_ana.post(row.edit_url, sent_as(inputs) | {"save": "1"})
    assert "already says" in same.content.decode()
    assert FactRevision.objects.count() == 1


def test_what_is_left_empty_is_unknown_and_listed(as_ana, rae):
    as_ana.post(page("blast", "fighter"), ADA | {"save": "1"})
    row = FactRevision.objects.get()
    assert (row.body["ap"], row.body["spells"][0]["effects"][0]["minion"]) == ("unknown", "wild-imp")
    confirm(revision=row, who=rae)
    listed = as_ana.get(reverse("teams:facts"), {"game": BLAST.game}).content.decode()
    assert "Ada" in listed
    assert "Jayjay Ronimo" in listed  # of the rule book


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"mp": "21"}, "mp"),
        ({"hp": "many"}, "hp"),
        ({"name": ""}, "name"),
        ({"rarity": "gold"}, "rarity"),
        ({"spells-0-range-max": "1"}, "spells-0-range-max"),
        ({"spells-0-range-max": "x"}, "spells-0-range-max"),
        ({"spells-0-attack-damage": "21"}, "spells-0-attack-damage"),
        ({"powers-0-when": ""}, "powers-0-when"),
        ({"powers-0-effects-0-ap": "9"}, "powers-0-effects-0-ap"),
        ({"powers-0-effects-0-do": "fly"}, "powers-0-effects-0-do"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_lost(changes, field, as_ana):
    answer = as_ana.post(page("blast", "fighter"), ADA | changes | {"save": "1"})
    assert answer.status_code == 400
    assert field in answer.context["errors"]
    assert 'value="Bolt"' in answer.content.decode()
    assert not FactRevision.objects.exists()


@pytest.mark.parametrize(
    ("diagram", "said", "dit"),
    [
        (BOARD.replace(" 4 . . T .\n", " 4 . . T\n"), "row 4 with 4 marks is expected", "la rangée 4 avec 4 signes"),
        (
            BOARD.replace(". T .", "G G G").replace(". G . .", "G G G G").replace(". B . .", "G G G ."),
            "there are 1 to 8",
            "il y en a de 1 à 8",
        ),
        (BOARD.replace(" T ", " X "), "is not a mark", "n’est pas un signe connu"),
        (BOARD.replace("source: ", "souce: "), "not one of the headers", "aucun des en-têtes"),
    ],
    ids=["a row too short", "nine glyphs", "an unknown mark", "an unknown header"],
)
def test_a_board_with_a_fault_says_where(diagram, said, dit, as_ana):
    answer = as_ana.post(page("blast", "board"), {"diagram": diagram, "save": "1"})
    assert (answer.status_code, list(answer.context["errors"])) == (400, ["diagram"])
    assert said in unescape(answer.content.decode())
    as_ana.cookies["django_language"] = "fr"
    assert dit in unescape(as_ana.post(page("blast", "board"), {"diagram": diagram, "save": "1"}).content.decode())


def test_a_board_without_a_name_says_so_at_its_drawing(as_ana):
    diagram = "\n".join("name: " if line.startswith("name: ") else line for line in BOARD.splitlines())
    answer = as_ana.post(page("blast", "board"), {"diagram": diagram, "save": "1"})
    assert (answer.status_code, list(answer.context["errors"])) == (400, ["diagram"])
    assert "Name of the board: " in unescape(answer.content.decode())


@pytest.mark.parametrize("named", [BLAST, QUEST], ids=["blast", "quest"])
def test_a_pack_says_which_game_it_is_for(named, as_ana):
    for game in {DEFAULT.game, BLAST.game, QUEST.game} - {named.game}:
        pack = json.dumps({"format": "krosmaster-facts/1", "game": named.game, "facts": []})
        shown = as_ana.post(f"{reverse('teams:import-facts')}?game={game}", {"pack": pack})
        assert (shown.status_code, named.title in shown.content.decode()) == (400, True)
        answer = as_ana.post(f"{reverse('facts-document')}?game={game}", pack, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "other-game")
        assert named.title in answer.json()["detail"]


def test_a_pack_of_a_game_is_taken_in(as_ana, as_rae, rae, ana):
    row = propose(who=ana, game=BLAST.game, entry={"kind": "board", "slug": "made-up", "body": {"diagram": BOARD}})
    confirm(revision=row, who=rae)
    pack = as_ana.get(f"{reverse('teams:export-facts', args=['json'])}?game=blast").content
    changed = pack.replace(b"Made up", b"Made anew")
    document = json.loads(changed)
    del document["digest"]
    preview = as_rae.post(f"{reverse('teams:import-facts')}?game=blast", {"pack": json.dumps(document)})
    assert "differs" in preview.content.decode()
    answer = as_rae.post(
        f"{reverse('facts-document')}?game=blast", json.dumps(document), content_type="application/json"
    )
    assert (answer.status_code, answer.json()) == (201, {"proposed": 1})
    assert FactRevision.objects.first().game == BLAST.game


@pytest.mark.parametrize(
    "address",
    [
        "/facts/?game=chess",
        "/facts/chess/new/board/",
        "/facts/chess/edit/board/x/",
        "/facts/import/?game=chess",
        "/facts/export/card-texts.json?game=chess",
        "/api/v1/facts/?game=chess",
    ],
)
def test_an_unknown_game_names_the_choices(address, as_ana):
    answer = as_ana.get(address)
    assert answer.status_code == 400
    assert all(game in answer.content.decode() for game in ("game", "arena", "blast", "quest"))


def test_a_game_has_one_dashboard_only(ana, rae, as_ana):
    body = {"geegee_path": 13}
    row = propose(who=ana, game=QUEST.game, entry={"kind": "dashboard", "slug": "box", "body": body})
    confirm(revision=row, who=rae)
    answer = as_ana.post(page("quest", "dashboard"), {"geegee_path": "14", "save": "1"})
    assert answer.status_code == 409
    assert "box" in answer.content.decode()


def test_boards_of_two_games_with_one_slug_stay_apart(ana, rae, as_ana):
    row = propose(who=ana, game=BLAST.game, entry={"kind": "board", "slug": "the-pit", "body": {"diagram": BOARD}})
    confirm(revision=row, who=rae)
    assert not FactRevision.objects.about(DEFAULT.game, "board", "the-pit").exists()
    assert BOARD not in as_ana.get("/facts/edit/board/the-pit/").content.decode()


def test_the_audit_log_names_the_game(as_ana):
    as_ana.post(page("blast", "minion"), FORMS["blast", "minion"] | {"save": "1"})
    entry = AuditEntry.objects.get(action="fact-proposed")
    assert entry.after == {"game": "blast", "kind": "minion", "card": "imp"}


def test_every_effect_of_a_table_has_words_for_people():
    vocabulary = BLAST.facts.vocabulary
    assert vocabulary.primitives.keys() <= {*EFFECTS, *EFFECTS_OF_TABLES}
    named = {name for each in vocabulary.primitives.values() for name in fields_of(each)}
    assert {*named, *vocabulary.conditions} <= FIELDS.keys()


@pytest.mark.parametrize("game", [BLAST, QUEST], ids=["blast", "quest"])
def test_every_field_and_word_of_a_table_has_a_label(game):
    for kind, fields in game.facts.tables.items():
        for each in inputs_inside(Table(game.game, kind).inputs({name: [{}] for name in fields})):
            assert each.label
            assert "_" not in each.label
            assert [label for word, label in each.choices if "_" in label or not label] == []


def inputs_inside(inputs):
    found = []
    walk(inputs.values(), found.append)
    return found
