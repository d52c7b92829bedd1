"""A text file that says what it may not is refused when it is read: file, card, spell, field and a stable code."""

from pathlib import Path

import pytest

from rules.arena.printed import CardTexts
from rules.arena.texts import TextError, load

SPELL = """
[ana]
powers = ["armour", "loot-2"]

[[ana.spells]]
name = "Shove"
limit = "turn"
cost = { ap = 3 }
range = { kind = "line", min = 1, max = 3, alterable = true }
attack = { element = "air", damage = 1 }
"""
DO = SPELL + "effects = [{}]\n"
REWARD = """
[cape]
name = "Cape"
kind = "equipment"
equipment = "set"
"""
SUMMON = """
[frog]
name = "Frog"
kind = "mob"
families = ["Frog"]
hp = 1
"""
BOOK = {"my-box.toml": SPELL, "summons.toml": SUMMON, "rewards.toml": REWARD}


def read(folder: Path, **changed: str) -> CardTexts:
    for name, text in (BOOK | {f"{name.replace('_', '-')}.toml": text for name, text in changed.items()}).items():
        (folder / name).write_text(text, encoding="utf-8")
    return load(folder)


def refused(folder: Path, **changed: str) -> TextError:
    with pytest.raises(TextError) as refusal:
        read(folder, **changed)
    return refusal.value


def test_a_text_that_fits_is_read_with_its_arguments_bound(tmp_path: Path) -> None:
    effect = '{ do = "markers", ap = -1, to = "self", revenge = 2 }, { do = "switch", with = "ally" }'
    spell = read(tmp_path, my_box=DO.replace("{}", effect)).figures["ana"].spells["shove"]
    assert [(each.do, each.arguments) for each in spell.effects] == [
        ("markers", {"ap": -1, "to": "self"}),
        ("switch", {"with_": "ally"}),
    ]
    assert [(each.do, each.arguments) for each in spell.effects[0].conditions] == [("revenge", {"villains": 2})]
    assert (spell.ap, spell.least, spell.most, spell.alterable, spell.kind) == (3, 1, 3, True, "attack")


EFFECTS = {
    "unknown primitive": ('{ do = "shove", cells = 1 }', "/do", "unknown-primitive"),
    "a primitive of rewards": ('{ do = "recall" }', "/do", "unknown-primitive"),
    "no primitive": ("{ cells = 1 }", "/do", "missing-field"),
    "a primitive that is no text": ("{ do = 1 }", "/do", "wrong-type"),
    "unknown argument beside a wrong one": ('{ do = "push", cell=1, typo=5 }', "/cell", "unknown-field"),
    "unknown argument": ('{ do = "push", cells = 1, typo = 5 }', "/typo", "unknown-field"),
    "unknown argument of a primitive without any": ('{ do = "pierce", dice = 1 }', "/dice", "unknown-field"),
    "the Python name of an argument": ('{ do = "switch", with_ = "ally" }', "/with_", "unknown-field"),
    "missing argument": ('{ do = "push" }', "/cells", "missing-field"),
    "none of the arguments": ('{ do = "markers", to = "self" }', "", "missing-field"),
    "a text for a number": ('{ do = "push", cells = "3" }', "/cells", "wrong-type"),
    "true for a number": ('{ do = "push", cells = true }', "/cells", "wrong-type"),
    "a fraction for a number": ('{ do = "push", cells = 1.5 }', "/cells", "wrong-type"),
    "no cells": ('{ do = "push", cells = 0 }', "/cells", "out-of-bounds"),
    "a number past its bounds": ('{ do = "markers", ap = -100 }', "/ap", "out-of-bounds"),
    "no such choice": ('{ do = "switch", with = "enemy" }', "/with", "not-a-choice"),
    "no such word beside numbers": ('{ do = "lose", mp = "some" }', "/mp", "not-a-choice"),
    "a number past its bounds beside words": ('{ do = "lose", mp = 0 }', "/mp", "out-of-bounds"),
    "an empty type": ('{ do = "bonus", damage = 1, per = "" }', "/per", "empty"),
    "an effect that is no table": ('"push"', "", "wrong-type"),
    "a table for a number": ('{ do = "push", cells = { most = 1 } }', "/cells", "wrong-type"),
    "a word for a nested effect": ('{ do = "coins", count = 1, heads = "push" }', "/heads", "wrong-type"),
    "a list for a nested effect": ('{ do = "coins", count = 1, heads = [{ do = "pierce" }] }', "/heads", "wrong-type"),
    "an unknown primitive inside another": (
        '{ do = "coins", count = 1, heads = { do = "cheer" } }',
        "/heads/do",
        "unknown-primitive",
    ),
    "a wrong argument inside another effect": (
        '{ do = "coins", count = 1, tails = { do = "push", cells = "1" } }',
        "/tails/cells",
        "wrong-type",
    ),
    "an effect in a primitive that takes none": (
        '{ do = "push", cells = 1, heads = { do = "pierce" } }',
        "/heads",
        "unknown-field",
    ),
    "a condition of the wrong type": ('{ do = "pierce", retribution = "two" }', "/retribution", "wrong-type"),
    "an unknown power": ('{ do = "power", powers = ["armour", "wings"] }', "/powers/1", "unknown-power"),
    "a power for a list of powers": ('{ do = "power", powers = "armour" }', "/powers", "wrong-type"),
    "an unknown summon": ('{ do = "summon", summon = "toad" }', "/summon", "unknown-summon"),
    "an unknown summon inside another effect": (
        '{ do = "coins", count = 1, tails = { do = "replace", by = "toad" } }',
        "/tails/by",
        "unknown-summon",
    ),
}


@pytest.mark.parametrize(("effect", "field", "code"), EFFECTS.values(), ids=EFFECTS)
def test_an_effect_that_does_not_fit_is_refused(tmp_path: Path, effect: str, field: str, code: str) -> None:
    error = refused(tmp_path, my_box=DO.replace("{}", '{ do = "pierce" }, ' + effect))
    assert (error.file, error.card, error.spell, error.code) == ("my-box.toml", "ana", "Shove", code)
    assert error.field == f"/spells/0/effects/1{field}"


def test_an_error_names_file_card_spell_field_and_reason(tmp_path: Path) -> None:
    error = refused(tmp_path, my_box=DO.replace("{}", '{ do = "push", cell = 1, typo = 5 }'))
    assert str(error) == "my-box.toml: ana, Shove: /spells/0/effects/0/cell: `cell` is not known here"


SPELLS = {
    "a limit there is not": (('"turn"', '"week"'), "/limit", "not-a-choice"),
    "no cost": (("cost = { ap = 3 }", ""), "/cost", "missing-field"),
    "a cost as a number": (("{ ap = 3 }", "3"), "/cost", "wrong-type"),
    "an unknown cost": (("{ ap = 3 }", "{ gold = 3 }"), "/cost/gold", "unknown-field"),
    "a range there is not": (('"line"', '"diagonal"'), "/range/kind", "not-a-choice"),
    "a range that ends before it begins": (("max = 3", "max = 0"), "/range/max", "out-of-bounds"),
    "an element there is not": (('"air"', '"wind"'), "/attack/element", "not-a-choice"),
    "no damage": ((", damage = 1", ""), "/attack/damage", "missing-field"),
    "an area there is not": (('limit = "turn"', 'limit = "turn"\narea = "star"'), "/area", "not-a-choice"),
    "attack and healing": (("attack", "heal = 1\nattack"), "/heal", "contradiction"),
    "a fact nobody knows": (('limit = "turn"', 'limit = "turn"\nwings = 2'), "/wings", "unknown-field"),
    "an unknown limit that is not listed": (('"turn"', '"unknown"'), "/unknown", "known-or-unknown"),
    "a known element that is listed": (("attack", 'unknown = ["element"]\nattack'), "/unknown", "known-or-unknown"),
    "an unknown range that is not listed": ((", alterable = true", ""), "/unknown", "known-or-unknown"),
    "a conclusion without its reason": (("attack", 'inferred = { limit = "" }\nattack'), "/inferred/limit", "empty"),
}


@pytest.mark.parametrize(("change", "field", "code"), SPELLS.values(), ids=SPELLS)
def test_a_spell_that_does_not_fit_is_refused(tmp_path: Path, change: tuple[str, str], field: str, code: str) -> None:
    assert change[0] in SPELL
    error = refused(tmp_path, my_box=SPELL.replace(*change))
    assert (error.card, error.spell, error.field, error.code) == ("ana", "Shove", f"/spells/0{field}", code)


def test_a_spell_that_is_no_table_is_named_by_place(tmp_path: Path) -> None:
    error = refused(tmp_path, my_box="[ana]\nspells = [1]\n")
    assert (error.spell, error.field, error.code) == ("spell 1", "/spells/0", "wrong-type")


def test_a_spell_without_a_name_is_called_by_its_place(tmp_path: Path) -> None:
    error = refused(tmp_path, my_box=SPELL.replace('name = "Shove"', ""))
    assert (error.spell, error.field, error.code) == ("spell 1", "/spells/0/name", "missing-field")


FIGURES = {
    "a power there is not": ('powers = ["wings"]', "/powers/0", "unknown-power"),
    "a power without its argument": ('powers = ["loot-"]', "/powers/0", "wrong-type"),
    "a power with an argument that does not fit": ('powers = ["resistance-wood"]', "/powers/0", "not-a-choice"),
    "an argument out of bounds": ('powers = ["loot-0"]', "/powers/0", "out-of-bounds"),
    "a power that is no text": ("powers = [1]", "/powers/0", "wrong-type"),
    "spells that are no list": ("spells = 1", "/spells", "wrong-type"),
    "a spell that is no table": ("spells = [1]", "/spells/0", "wrong-type"),
    "an unknown field": ("wings = 2", "/wings", "unknown-field"),
}


@pytest.mark.parametrize(("line", "field", "code"), FIGURES.values(), ids=FIGURES)
def test_a_figure_that_does_not_fit_is_refused(tmp_path: Path, line: str, field: str, code: str) -> None:
    error = refused(tmp_path, my_box=f"[ana]\n{line}\n")
    assert (error.card, error.field, error.code) == ("ana", field, code)


REWARDS = {
    "a primitive of spells": ('effects = [{ do = "push", cells = 1 }]', "/effects/0/do", "unknown-primitive"),
    "an argument of the spells' namesake": (
        'effects = [{ do = "injure", amount = 1, to = "self" }]',
        "/effects/0/to",
        "unknown-field",
    ),
    "one choice of three": ('effects = [{ do = "choose", ap = 3, mp = 2 }]', "/effects/0/heal", "missing-field"),
    "an unknown characteristic": ("bonus = { luck = 1 }", "/bonus/luck", "unknown-field"),
    "an empty bonus": ("bonus = {}", "/bonus", "missing-field"),
    "damage of no element": ("damage = [{ amount = 1 }]", "/damage/0/elements", "missing-field"),
    "damage of an element there is not": (
        'damage = [{ amount = 1, elements = ["fire", "wood"] }]',
        "/damage/0/elements/1",
        "not-a-choice",
    ),
    "a rank there is not": ('rank = "ruby"', "/rank", "not-a-choice"),
    "a next spell after Equipment": ('next = { damage = 1, elements = ["fire"] }', "/next", "contradiction"),
    "Punch without a Technique": ('punch = [{ do = "pierce" }]', "/punch", "contradiction"),
    "an unknown summon": (
        'effects = [{ do = "summon-beside", summon = "toad" }]',
        "/effects/0/summon",
        "unknown-summon",
    ),
    "a name that is no slug": ('also = ["The Cape"]', "/also/0", "not-a-slug"),
}


@pytest.mark.parametrize(("line", "field", "code"), REWARDS.values(), ids=REWARDS)
def test_a_reward_that_does_not_fit_is_refused(tmp_path: Path, line: str, field: str, code: str) -> None:
    error = refused(tmp_path, rewards=REWARD + line + "\n")
    assert (error.file, error.card, error.field, error.code) == ("rewards.toml", "cape", field, code)


def test_equipment_says_of_which_type_it_is(tmp_path: Path) -> None:
    assert refused(tmp_path, rewards=REWARD.replace('equipment = "set"', "")).code == "contradiction"
    assert refused(tmp_path, rewards=REWARD.replace('kind = "equipment"', 'kind = "buff"')).code == "contradiction"


def test_a_technique_adds_effects_of_spells_to_punch(tmp_path: Path) -> None:
    technique = REWARD.replace('"set"', '"technique"') + 'punch = [{ do = "push", cells = 1 }]\n'
    assert [each.do for each in read(tmp_path, rewards=technique).rewards["cape"].effects] == ["push"]
    wrong = refused(tmp_path, rewards=technique.replace("cells", "cell"))
    assert (wrong.field, wrong.code) == ("/punch/0/cell", "unknown-field")


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        (('"mob"', '"ghost"'), "/kind", "not-a-choice"),
        (('name = "Frog"', ""), "/name", "missing-field"),
        (("hp = 1", "hp = -1"), "/hp", "out-of-bounds"),
        (("hp = 1", 'figures = "some"'), "/figures", "not-a-choice"),
    ],
)
def test_a_summon_that_does_not_fit_is_refused(tmp_path: Path, change: tuple[str, str], field: str, code: str) -> None:
    error = refused(tmp_path, summons=SUMMON.replace(*change))
    assert (error.file, error.card, error.field, error.code) == ("summons.toml", "frog", field, code)


def test_a_summon_may_come_from_a_card_of_any_file(tmp_path: Path) -> None:
    text = DO.replace("{}", '{ do = "summon", summon = "frog" }')
    assert read(tmp_path, my_box=text).figures["ana"].spells["shove"].effects[0].arguments == {"summon": "frog"}


def test_a_file_that_is_not_toml_is_refused_by_name(tmp_path: Path) -> None:
    error = refused(tmp_path, my_box="[ana")
    assert (error.file, error.card, error.code) == ("my-box.toml", "", "not-toml")


def test_a_card_that_is_no_table_is_refused(tmp_path: Path) -> None:
    error = refused(tmp_path, my_box="ana = 3\n")
    assert (error.card, error.field, error.code) == ("ana", "", "wrong-type")


def test_the_same_card_in_two_files_is_refused(tmp_path: Path) -> None:
    error = refused(tmp_path, other_box=SPELL)
    assert (error.file, error.card, error.code) == ("other-box.toml", "ana", "twice")
