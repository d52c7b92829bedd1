"""What a brought card, power or spell says comes out as it is printed, and what contradicts the rules is refused."""

from typing import Any

import pytest

from rules.arena.card_table import CardTable
from rules.arena.copied_spells import read_copied
from rules.arena.printed import Characteristics
from rules.arena.text_tables import PowerTable
from rules.common.binding import bind
from rules.common.fields import InvalidValue

ANA = {"name": "Ana Harbour", "expansion": "Harbour", "level": 3, "initiative": 11, "mp": 3, "hp": 7}
MOST = {"level": 6, "initiative": 20, "mp": 12, "hp": 40, "ap": 20}


def card(**changes: Any) -> Any:
    return CardTable(**bind(CardTable, {**ANA, **changes}))


@pytest.mark.parametrize(("field", "most"), MOST.items())
def test_a_brought_cards_numbers_stay_within_the_catalogues_bounds(field: str, most: int) -> None:
    assert getattr(card(**{field: most}).printed("ana-harbour"), field) == most
    with pytest.raises(InvalidValue) as refused:
        card(**{field: most + 1})
    assert (refused.value.code, refused.value.pointer) == ("out-of-bounds", f"/{field}")


@pytest.mark.article("2.2.1")
@pytest.mark.parametrize(
    ("said", "types", "boss"),
    [
        ({}, (), None),
        ({"boss": "unknown"}, (), None),
        ({"boss": "no"}, (), False),
        ({"boss": "yes"}, ("Boss",), True),
        ({"types": ["Sailor"]}, ("Sailor",), None),
        ({"types": ["Sailor"], "boss": "no"}, ("Sailor",), False),
        ({"types": ["Sailor", "boss"]}, ("Sailor", "Boss"), True),
        ({"types": ["Boss"], "boss": "yes"}, ("Boss",), True),
    ],
)
def test_a_brought_boss_is_who_has_the_type(said: dict[str, Any], types: tuple[str, ...], boss: bool | None) -> None:
    printed = card(**said).printed("ana-harbour")
    assert (printed.types, printed.boss) == (types, boss)


def test_a_version_is_part_of_a_brought_cards_name() -> None:
    assert card().printed("ana-harbour").version == ""
    assert card(version="Captain").printed("ana-harbour-captain").version == "Captain"


def power(**said: Any) -> Any:
    return PowerTable(**bind(PowerTable, {"name": "Old Salt", **said}))


def test_a_power_that_says_nothing_more_gives_nothing() -> None:
    printed = power().printed()
    assert (printed.slug, printed.also, printed.least, printed.inferred) == ("old-salt", (), 0, {})
    assert printed.bonus == Characteristics()
    assert (printed.casting.kind, printed.casting.ap, printed.casting.amount) == ("special", 0, 0)


def test_a_power_is_printed_with_what_it_says() -> None:
    said = {"french": "Vieux loup", "when": "injured", "least": 2, "inferred": {"when": "seen once"}}
    printed = power(**said).printed()
    assert (printed.also, printed.least, printed.inferred) == (("vieux-loup",), 2, {"when": "seen once"})
    assert power(bonus={"mp": 2}).printed().bonus == Characteristics(mp=2)


@pytest.mark.article("4.18.4")
@pytest.mark.parametrize(
    "gives",
    [
        {"bonus": {"mp": 1}},
        {"powers": ["lock"]},
        {"lose-powers": True},
        {"no-healing": True},
        {"suffers": 1},
        {"only-beside": True},
        {"any-rewards": True},
        {"damage": [{"amount": 1, "elements": ["fire"]}]},
        {"pierce": True},
        {"shares": "Knight"},
        {"loses": ["lock"]},
        {"dice": -1},
        {"while": {"retribution": 4}},
    ],
)
def test_a_power_either_answers_or_lasts(gives: dict[str, Any]) -> None:
    assert power(**gives).printed().when is None
    with pytest.raises(InvalidValue) as refused:
        power(**gives, when="injured")
    assert (refused.value.code, refused.value.pointer) == ("contradiction", "/when")


@pytest.mark.parametrize("name", ["Lock", "Resistance-fire", "!", "Resistance - Fire - 2"])
def test_a_rules_power_is_not_brought_under_its_own_name(name: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        power(name=name)
    assert refused.value.pointer == "/name"


BITE: dict[str, Any] = {
    "name": "Bite",
    "limit": "turn",
    "cost": {"ap": 3, "injuries": 1},
    "range": {"kind": "ranged", "min": 1, "max": 3, "alterable": True},
    "attack": {"element": "earth", "damage": 2},
}
CLOSE = {"cost": {"ap": 3, "injuries": 1}, "range": {"kind": "close"}, "limit": "turn", "damage": 2, "element": "earth"}
CLAIMS: dict[str, tuple[dict[str, Any], dict[str, Any], bool]] = {
    "an attack": ({}, {**CLOSE, "range": BITE["range"]}, False),
    "an attack at close quarters": ({"range": {"kind": "close"}}, CLOSE, False),
    "an attack of which the text was not read": (
        {"range": {"kind": "close"}, "unknown": ["effects"]},
        CLOSE,
        True,
    ),
    "a spell without AP": ({"range": {"kind": "close"}, "cost": {"mp": 1}}, {**CLOSE, "cost": {"mp": 1}}, False),
    "an attack of which little was seen": (
        {
            "limit": "unknown",
            "cost": {},
            "range": {"kind": "unknown"},
            "attack": {"element": "unknown", "damage": 2},
            "unknown": ["limit", "cost", "range", "element"],
        },
        {"cost": {}, "damage": 2},
        False,
    ),
    "a range of which it was not seen whether it alters": (
        {"range": {"kind": "line", "min": 1, "max": 3}, "unknown": ["alterable"]},
        {**CLOSE, "range": {"kind": "line", "min": 1, "max": 3}},
        False,
    ),
    "a special spell": (
        {"range": {"kind": "personal"}, "attack": None},
        {"cost": CLOSE["cost"], "range": {"kind": "personal"}, "limit": "turn"},
        True,
    ),
}


@pytest.mark.article("7.1.4")
@pytest.mark.parametrize(("changes", "claim", "does_more"), CLAIMS.values(), ids=CLAIMS)
def test_a_copied_spell_claims_what_was_seen_of_it(
    changes: dict[str, Any], claim: dict[str, Any], does_more: bool
) -> None:
    body = {name: value for name, value in {**BITE, **changes}.items() if value is not None}
    copied = read_copied("ana-harbour", body)
    assert (copied.claim, copied.does_more) == (claim, does_more)
