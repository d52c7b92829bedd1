"""What Blast reads: facts, team lists, and logs that are no logs."""

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from rules.blast import facts, teamlist
from rules.blast.log import articles
from rules.common.facts import content_of
from rules.common.verdicts import Malformed, UnreadableListError
from rules.games import replay
from tests.blast.games import ADA, CARDS, DIAGRAM, cast, do, effect, fact, move, pack, report, spell
from tests.blast.random_games import random_game
from tools.document_schemas import path_of


def read(*entries):
    return facts.READER.read_all({"format": "krosmaster-facts/1", "game": "blast", "facts": [*entries]})


def wrong(entry):
    """Where the only problem of a fact is, and what."""
    _read, problems = read(entry)
    (problem,) = problems
    return problem.where, problem.code


def changed(entry, pointer, value):
    """The fact with another value there; None takes it away."""
    other = copy.deepcopy(entry)
    *steps, last = [int(step) if step.isdigit() else step for step in pointer.split("/")]
    inside = other["body"]
    for step in steps:
        inside = inside[step]
    if value is None:
        del inside[last]
    else:
        inside[last] = value
    return other


def test_every_made_up_fact_is_read():
    read_facts, problems = read(*CARDS)
    assert (len(read_facts), problems) == (len(CARDS), [])


def test_the_rule_book_shows_two_figures():
    assert sorted(facts.built_in().fighters) == ["jayjay-ronimo", "martine-gale"]


def test_every_article_stands_in_both_languages():
    english, french = articles("en"), articles("fr")
    assert all(english[number].line != french[number].line for number in english)


# -- boards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (" 8 . . T . . B . .", " 8 . . T . . B ."),
        (" 8 . . T . . B . .\n", ""),
        (" 8 . . T", " 8 . . X"),
        ("source: made up\n", ""),
        ("G . . . . G .\n 6 . . . G", "G G G . . G .\n 6 . G . G"),
        (" 2 s . . . . . . s\n 1 . s . s s . s .", " 2 . . . . . . . .\n 1 . s . . . . . ."),
        ("   A B C D E F G H", "   A B C D E F G"),
        ("   A B C D E F G H", "   A B C D E F G I"),
    ],
)
def test_a_diagram_that_is_no_board(was, becomes):
    assert was in DIAGRAM
    assert wrong(fact("board", "odd", diagram=DIAGRAM.replace(was, becomes))) == (
        "/facts/0/body/diagram",
        "not-a-board",
    )


@pytest.mark.parametrize("text", ["", "name: x", "name: x\nsource: y\n\n", "name: x\nsource: y\n\n  A B C\n3 . . ."])
def test_a_text_that_is_no_diagram(text):
    assert wrong(fact("board", "odd", diagram=text))[1] == "not-a-board"


def test_a_board_has_up_to_26_columns_and_rows():
    letters = " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    row = " ".join(["s", *["G"], *["."] * 22, "s", "."])
    plain = " ".join("." * 26)
    rows = [f"{n} {row if n == 13 else ' '.join(['s'] * 26) if n in (1, 26) else plain}" for n in range(26, 0, -1)]
    _found, problems = read(fact("board", "vast", diagram="\n".join(["name: V", "source: s", "", letters, *rows])))
    assert problems == []


# -- cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("mp", 21, "out-of-bounds"),
        ("mp", "many", "wrong-type"),
        ("hp", 0, "out-of-bounds"),
        ("ap", None, "missing-field"),
        ("rarity", "rare", "not-a-choice"),
        ("initiative", 3, "unknown-field"),
        ("spells/0/range/max", 1, "out-of-bounds"),
        ("spells/0/range/min", None, "missing-field"),
        ("spells/0/limit", "game", "not-a-choice"),
        ("spells/0/sight", "maybe", "wrong-type"),
        ("spells/0/attack/element", "ice", "not-a-choice"),
        ("spells/0/attack/damage", 21, "out-of-bounds"),
        ("spells/0/cost", 2, "unknown-field"),
        ("spells/0/effects", [effect("heal", amount=1)] * 5, "out-of-bounds"),
        ("spells/0/effects/0", effect("fly"), "unknown-primitive"),
        ("spells/0/effects/0", effect("heal", amount=10), "out-of-bounds"),
        ("spells/0/effects/0", effect("heal"), "missing-field"),
        ("spells/0/effects/0", effect("heal", amount=1, to="around"), "not-a-choice"),
        ("spells/0/effects/0", effect("injure", amount=1, to="around", min=1), "missing-field"),
        ("spells/0/effects/0", effect("injure", amount=1, to="self", min=1), "unknown-field"),
        ("spells/0/effects/0", effect("markers", ap=-4), "out-of-bounds"),
        ("spells/0/effects/0", effect("markers", to="self"), "missing-field"),
        ("spells/0/effects/0", effect("gain", ap=-1), "out-of-bounds"),
        ("spells/0/effects/0", effect("terrain", kind="mud"), "not-a-choice"),
        ("spells/0/effects/0", effect("leap", glyphs=9), "out-of-bounds"),
        ("powers/0/when", "sometimes", "not-a-choice"),
        ("lacks", ["hp"], "not-a-choice"),
    ],
)
def test_a_fighter_that_is_refused(pointer, value, code):
    where, found = wrong(changed(ADA, pointer, value))
    assert (found, where.startswith("/facts/0/body")) == (code, True)


def test_numbers_can_be_unknown():
    assert read(changed(changed(ADA, "mp", "unknown"), "spells/0/sight", "unknown"))[1] == []


def test_a_minion_has_one_spell_and_no_rarity():
    two = fact("minion", "odd", name="Odd", mp=1, hp=1, ap=1, spells=[spell("A", 1, 1), spell("B", 1, 1)])
    assert wrong(two) == ("/facts/0/body/spells", "out-of-bounds")
    assert wrong(fact("minion", "odd", name="Odd", mp=1, hp=1, ap=1, rarity="elite"))[1] == "unknown-field"


def test_thresholds_rise():
    thresholds = [{"glyphs": n, "kind": "passive", "name": "N", "words": "W"} for n in (3, 3)]
    odd = fact("challenge", "odd", name="Odd", thresholds=thresholds)
    assert wrong(odd) == ("/facts/0/body/thresholds/1/glyphs", "out-of-bounds")
    assert wrong(fact("challenge", "odd", name="Odd", thresholds=[]))[1] == "out-of-bounds"


def test_a_kind_of_another_game_is_no_choice():
    assert wrong(fact("mob", "odd", name="Odd")) == ("/facts/0/kind", "not-a-choice")


def test_a_pack_of_another_game_is_none_of_blast():
    with pytest.raises(Malformed) as refusal:
        facts.READER.read_all({"format": "krosmaster-facts/1", "game": "quest", "facts": []})
    assert refusal.value.pointer == "/game"


# -- team lists ----------------------------------------------------------------------------------------


def verdict(*figures, **more):
    listed = {"format": "krosmaster-blast-team/1", "figures": [*figures], **more}
    return teamlist.parse_json(json.dumps(listed).encode()).check(facts.known_from(content_of(CARDS, "blast")))


@pytest.mark.article("B-1.1", "B-11.2", breaks=True)
@pytest.mark.article("B-1.1", "B-11.2")
@pytest.mark.parametrize(
    ("figures", "size", "broken"),
    [
        (["ada", "Bea"], 2, []),
        (["Adèle", "bea"], 2, []),
        (["ada", "ada"], 2, []),
        (["ada", "ada", "ada"], 3, ["B-11.2"]),
        (["bea", "bea"], 2, ["B-11.2"]),
        (["ada"], 2, ["B-1.1"]),
        (["ada", "bea", "cal"], 2, ["B-1.1"]),
        (["ada", "imp"], 2, ["B-1.1"]),
        (["vague", "vague"], 2, []),
        (["nobody", "ada"], 2, []),
        ([], 2, ["B-1.1"]),
    ],
)
def test_a_team_list_is_held_to_size_and_copies(figures, size, broken):
    answer = verdict(*figures, size=size)
    assert [each.article for each in answer.violations] == broken
    assert answer.as_dict()["level"] is answer.as_dict()["initiative"] is None


def test_a_figure_that_nobody_has_entered_is_a_warning():
    (warning,) = verdict("adda", "bea").notes
    assert (warning.severity, warning.code, warning.nearest) == ("warning", "figure-not-known", ("ada",))


def test_an_unknown_rarity_is_a_note():
    assert [note.code for note in verdict("vague", "ada").notes] == ["rarity-not-known"]


@pytest.mark.parametrize(
    ("listed", "pointer", "code"),
    [
        ({"figures": "ada"}, "/figures", "wrong-type"),
        ({"figures": ["ada", 2]}, "/figures/1", "wrong-type"),
        ({"size": 6}, "/size", "out-of-bounds"),
        ({"format": "krosmaster-team/1"}, "/format", "wrong-format"),
        ({"figures": ...}, "/figures", "missing-field"),
        ({"figures": None}, "/figures", "wrong-type"),
    ],
)
def test_a_team_list_that_cannot_be_read(listed, pointer, code):
    content = {"format": "krosmaster-blast-team/1", "figures": ["ada", "bea"], **listed}
    content = {name: value for name, value in content.items() if value is not ...}
    with pytest.raises(UnreadableListError) as refusal:
        teamlist.parse_json(json.dumps(content).encode())
    assert [(each.where, each.code) for each in refusal.value.errors] == [(pointer, code)]


# -- logs that are none --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "pointer", "code"),
    [
        ({"ruleset": "arena-2.7"}, "/ruleset", "not-a-choice"),
        ({"format": "krosmaster-blast/2"}, "/format", "not-a-choice"),
        ({"board": 3}, "/board", "wrong-type"),
        ({"sides": {"A": "south"}}, "/sides", "missing-field"),
        ({"sides": {"A": "south", "B": "up"}}, "/sides/B", "not-a-choice"),
        ({"challenges": ["a", "b", "c", "d"]}, "/challenges", "out-of-bounds"),
        ({"challenges": ["a", "a"]}, "/challenges/1", "twice"),
        ({"options": {"advanced": 1}}, "/options/advanced", "wrong-type"),
        ({"first_player": "C"}, "/first_player", "not-a-choice"),
        ({"result": {"winner": "C"}}, "/result/winner", "not-a-choice"),
        ({"result": {"winner": None, "glyphs": {"A": 1}}}, "/result/glyphs", "missing-field"),
        ({"teams": {"A": {"x": "ada"}, "B": {"x": "cal"}}}, "/players/B/team/x", "name-twice"),
        ({"teams": {"A": {"x": "ada"}, "B": {"x/y-1": "cal"}}}, "/players/B/team/x~1y-1", "name-of-a-summon"),
        ({"actions": {}}, "/actions", "wrong-type"),
        ({"actions": [{"do": "time"}] * 5001}, "/actions", "too-many-actions"),
        ({"actions": [{"do": "fly"}]}, "/actions/0/do", "unknown-action"),
        ({"actions": [{"do": "place", "unit": "a1", "cell": "A27"}]}, "/actions/0/cell", "not-a-cell"),
        ({"actions": [move("C1", "shield")]}, "/actions/0/dodge/0", "unknown-face"),
        ({"actions": [cast("bolt", "D3", "six")]}, "/actions/0/roll", "unknown-face"),
        ({"actions": [do("favor", card="x", to="middle")]}, "/actions/0/to", "not-a-choice"),
        ({"actions": [do("bonus", challenge="x", threshold=9)]}, "/actions/0/threshold", "out-of-bounds"),
        (
            {"actions": [do("time", declared={"injuries": {"a1": -1}})]},
            "/actions/0/declared/injuries/a1",
            "out-of-bounds",
        ),
        ({"actions": [do("time", at="now")]}, "/actions/0/at", "wrong-type"),
        ({"actions": [do("correct")]}, "/actions/0", "missing-field"),
    ],
)
def test_a_log_that_is_none(header, pointer, code):
    answer = report(**header)
    assert answer.verdict == "malformed"
    assert [(each.where, each.code) for each in answer.findings] == [(pointer, code)]


def test_a_malformed_log_names_its_engine():
    assert report(board=3).engine == "blast-1/1"


def test_names_without_meaning_are_warnings():
    answer = report(do("time", mood="good"), weather="fine")
    assert [(each.action, each.code) for each in answer.findings] == [(None, "unknown-field"), (4, "unknown-field")]
    assert answer.verdict == "valid"


def test_the_same_log_gives_the_same_report():
    assert report(do("time")).to_json() == report(do("time")).to_json()


# -- schemas -------------------------------------------------------------------------------------------


def schema_of(name):
    return Draft202012Validator(json.loads(path_of(name).read_text("utf-8")))


def test_logs_and_reports_fit_their_schemas():
    log, answers = schema_of("krosmaster-blast-1"), schema_of("krosmaster-blast-report-1")
    for seed in range(2):
        game = random_game(seed)
        log.validate(game)
        for packs in ({}, {"blast": pack()}):
            answers.validate(replay(json.dumps(game).encode(), packs).as_dict())
    answers.validate(report(board=3).as_dict())


def test_facts_and_teams_fit_their_schemas():
    schema_of("krosmaster-blast-facts-1").validate(json.loads(pack()))
    schema_of("krosmaster-blast-team-1").validate({"format": "krosmaster-blast-team/1", "figures": ["ada", "bea"]})
    odd = {"format": "krosmaster-blast-team/1", "figures": ["ada", "bea"], "size": 6}
    assert not schema_of("krosmaster-blast-team-1").is_valid(odd)
