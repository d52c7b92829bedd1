"""The catalogue says what is printed, says what is unknown, and refuses a bad file by name."""

from dataclasses import replace

import pytest

from rules.arena.cards import CARDS, Catalogue, CatalogueError, catalogue, load
from rules.common.names import nearest, slugify

GOOD = """
[expansion]
name = "Test Box"

[[cards]]
slug = "ana"
name = "Ana"
colour = "gold"
boss = "unknown"
types = "unknown"
level = 3
initiative = 4
mp = 3
hp = 8
ap = 6
source = "made up"
"""


def load_text(folder, text, file="test-box.toml"):
    (folder / file).write_text(text, encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Percedal - Percylax", "percedal-percylax"),
        ("Dani O'Shun", "dani-oshun"),
        ("Dani O’Shun", "dani-oshun"),
        ("Cléophée", "cleophee"),
        ("Bill Tell (Eternal 1)", "bill-tell-eternal-1"),
        ("  KRO-DUR  le blanc ", "kro-dur-le-blanc"),
        ("Sœur", "soeur"),
    ],
)
def test_a_slug_drops_accents_and_apostrophes_and_hyphenates_the_rest(name, slug):
    assert slugify(name) == slug


def test_every_card_is_found_by_its_slug_and_its_name():
    for card in catalogue().cards:
        assert catalogue().find(card.slug) is card
        assert catalogue().find(card.full_name) is card
        assert catalogue().find(card.full_name.upper()) is card


@pytest.mark.parametrize(
    ("french", "slug"),
    [
        ("Roi Nidas", "king-nidas"),
        ("La Nonne", "the-nun"),
        ("Yugo - Déchaîné", "yugo-unleashed"),
        ("Phaeris", "phaeris-devastated"),
    ],
)
def test_a_card_is_found_by_its_french_name(french, slug):
    assert catalogue().find(french).slug == slug


def test_a_french_name_never_replaces_an_english_one():
    mercenary = catalogue().get("remington-smisse-mercenary")
    assert mercenary.french == "Remington Smisse"
    assert catalogue().find("Remington Smisse").slug == "remington-smisse"


@pytest.mark.parametrize(
    ("typo", "slug"), [("bil tel", "bill-tell"), ("queen of tofus", "queen-of-the-tofus"), ("roi nids", "king-nidas")]
)
def test_a_typo_is_answered_with_the_nearest_names(typo, slug):
    assert catalogue().find(typo) is None
    assert slug in catalogue().nearest(typo)


def test_a_name_is_found_by_at_least_three_first_letters():
    known = [f"ush-with-a-long-name-{number}" for number in range(4)]
    assert nearest("ush", known) == known[:3]
    assert nearest("us", known) == []


def test_nothing_is_near_to_nonsense():
    assert catalogue().nearest("###") == []
    assert catalogue().nearest("x" * 100_000) == []


def test_a_printed_boss_differs_from_one_only_on_dated_lists():
    boss = {answer: {card.slug for card in catalogue().cards if card.boss is answer} for answer in (True, False, None)}
    assert {"master-vampire", "king-nidas", "stasis-terminatot", "merkator"} <= boss[True]
    assert {"bill-tell", "djaul", "black-crow"} <= boss[False]
    assert boss[None] == {card.slug for card in catalogue().cards if card.colour == "unknown"}


def test_numbers_are_those_of_the_printed_fronts():
    printed = {"flopin": 2, "groarg-gamel": 2}
    assert {slug: catalogue().get(slug).level for slug in printed} == printed
    assert catalogue().get("missiz-freezz").ap == 8
    assert (catalogue().get("katar").colour, catalogue().get("hazwonarm").colour) == ("white", "gold")


def test_a_card_without_ap_says_so():
    assert [card.slug for card in catalogue().cards if card.ap is None] == ["grougaloragran-old"]


def test_facts_that_were_inferred_are_marked():
    assert catalogue().get("missiz-burnzz").inferred == ()
    assert catalogue().get("ghett-outadier").inferred == ("french",)
    assert catalogue().get("bill-tell").inferred == ()


def test_a_good_file_is_read(tmp_path):
    assert load_text(tmp_path, GOOD).get("ana").level == 3


BAD = {
    "not TOML": ("[expansion", "-", "-"),
    "no expansion": (GOOD.replace("[expansion]", "[box]"), "-", "expansion"),
    "another name than the file": (GOOD.replace("Test Box", "Box"), "-", "expansion"),
    "a wrong slug": (GOOD.replace('"ana"', '"anna"'), "anna", "slug"),
    "no level": (GOOD.replace("level = 3", ""), "ana", "level"),
    "a level as text": (GOOD.replace("level = 3", 'level = "3"'), "ana", "level"),
    "a level that is true": (GOOD.replace("level = 3", "level = true"), "ana", "level"),
    "a level of 7": (GOOD.replace("level = 3", "level = 7"), "ana", "level"),
    "a colour there is not": (GOOD.replace('"gold"', '"blue"'), "ana", "colour"),
    "a Boss that is perhaps": (GOOD.replace('boss = "unknown"', 'boss = "maybe"'), "ana", "boss"),
    "types as one text": (GOOD.replace('types = "unknown"', 'types = "Cra"'), "ana", "types"),
    "an empty source": (GOOD.replace("made up", ""), "ana", "source"),
    "a fact nobody knows": (GOOD + "wings = 2\n", "ana", "wings"),
    "an expansion called by a number": (GOOD.replace('"Test Box"', "3"), "-", "expansion"),
    "no cards": ('[expansion]\nname = "Test Box"\n', "-", "cards"),
    "cards that are no tables": ('cards = [3]\n[expansion]\nname = "Test Box"\n', "-", "cards"),
    "a card without a slug": (GOOD.replace('slug = "ana"', ""), "card 1", "slug"),
    "a type without a name": (GOOD.replace('types = "unknown"', 'types = ["Cra", ""]'), "ana", "types"),
    "a type that is a number": (GOOD.replace('types = "unknown"', 'types = ["Cra", 3]'), "ana", "types"),
    "inferred hit points": (GOOD + 'inferred = ["hp"]\n', "ana", "inferred"),
}


@pytest.mark.parametrize(("text", "card", "key"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_with_file_card_and_key(tmp_path, text, card, key):
    with pytest.raises(CatalogueError) as refusal:
        load_text(tmp_path, text)
    assert (refusal.value.file, refusal.value.card, refusal.value.key) == ("test-box.toml", card, key)


BOUNDS = {"level": (3, 1, 6), "initiative": (4, 0, 20), "mp": (3, 0, 12), "hp": (8, 1, 40), "ap": (6, 0, 20)}


@pytest.mark.parametrize(("key", "written", "least", "most"), [(key, *bounds) for key, bounds in BOUNDS.items()])
def test_a_number_of_a_card_has_its_bounds(tmp_path, key, written, least, most):
    def load_with(value):
        return getattr(load_text(tmp_path, GOOD.replace(f"{key} = {written}", f"{key} = {value}")).get("ana"), key)

    assert (load_with(least), load_with(most)) == (least, most)
    for value in (least - 1, most + 1):
        with pytest.raises(CatalogueError):
            load_with(value)


def test_a_cards_optional_fields_are_read_where_they_stand(tmp_path):
    plain = load_text(tmp_path, GOOD).get("ana")
    assert (plain.french, plain.types, plain.season) == (None, (), None)
    more = 'french = "Anne"\nseason = 20\ntypes = ["Cra", "Boss"]'
    full = load_text(tmp_path, GOOD.replace('types = "unknown"', more)).get("ana")
    assert (full.french, full.types, full.season) == ("Anne", ("Cra", "Boss"), 20)
    with pytest.raises(CatalogueError):
        load_text(tmp_path, GOOD + "season = 21\n")


def test_three_names_are_near_and_a_card_is_near_once():
    ana, bo = (replace(catalogue().get("ush"), slug=slug, name=slug, french=None) for slug in ("ana", "ana-bo"))
    more = [replace(bo, slug=f"ana-{number}", name=f"ana-{number}") for number in range(3)]
    known = Catalogue([], [ana, bo, *more])
    assert len(known.nearest("anna")) == 3
    together = known.with_cards([replace(bo, level=6), replace(bo, slug="cy", name="Cy")])
    assert [card.slug for card in together.cards] == ["ana", "ana-bo", "ana-0", "ana-1", "ana-2", "cy"]
    assert together.get("ana-bo") is bo


def test_the_same_card_in_two_files_is_refused(tmp_path):
    load_text(tmp_path, GOOD)
    with pytest.raises(CatalogueError) as refusal:
        load_text(tmp_path, GOOD.replace("Test Box", "Other Box"), "other-box.toml")
    assert (refusal.value.card, refusal.value.key) == ("ana", "slug")


def test_every_file_of_the_catalogue_is_loaded():
    assert {path.stem for path in CARDS.glob("*.toml")} == set(catalogue().expansions)
