"""What nobody knows is believed: never `valid` where it decides, listed where it decides nothing."""

import pytest

from tests.blast.games import (
    END,
    bonus,
    cast,
    codes,
    do,
    effect,
    fact,
    faults,
    favor,
    move,
    pack,
    plays,
    report,
    sets,
    spell,
    turns,
    use,
)

WITHOUT_BOARD = pack(without="board:made-up-1")
STRANGERS = {"A": {"a1": "stranger", "a2": "bea"}, "B": {"b1": "cal", "b2": "dot"}}


def with_fighter(**body):
    """A pack in which `one` is such a fighter, and a team that has it."""
    plain = {"name": "One", "rarity": "common", "mp": 3, "hp": 8, "ap": 2, **body}
    teams = {"A": {"a1": "one", "a2": "bea"}, "B": {"b1": "cal", "b2": "dot"}}
    return {"facts": pack(fact("fighter", "one", **plain)), "teams": teams}


def test_a_game_with_all_facts_is_valid():
    answer = report(favor(), plays("a1"), move("D2"), cast("bolt", "D4"), END)
    assert (answer.verdict, answer.proof.proved, answer.proof.believed) == ("valid", 9, 0)
    assert (answer.engine, answer.as_dict()["glory"]) == ("blast-1/1", None)


# -- the board -----------------------------------------------------------------------------------------


def test_on_an_unknown_board_no_cell_is_held_to_anything():
    wild = [favor(), plays("a1"), move("Z26"), cast("bolt", "B2"), plays("a2"), move("C4")]
    answer = report(*wild, facts=WITHOUT_BOARD, board="nowhere")
    assert (answer.verdict, answer.errors) == ("unverified", ())
    assert codes(answer).count("board-unknown") == 1


def test_on_an_unknown_board_the_log_tells_of_captures():
    taken = do("move", to="D2", declared={"glyphs": {"D2": "A"}})
    game = [*turns(2), favor("plain-2"), plays("a1"), taken]
    answer = report(*game, facts=WITHOUT_BOARD, result={"winner": None, "glyphs": {"A": 1, "B": 0}})
    assert (answer.verdict, answer.more["glyphs"], answer.more["dofus"]) == ("unverified", {"A": 1, "B": 0}, "A")


@pytest.mark.article("B-4.1", breaks=True)
def test_on_unknown_boards_captures_for_ap_bring_no_mp():
    steps = [move(cell) for cell in ("D2", "D3", "D4", "D5")]
    assert faults(favor(), plays("a1"), *steps, facts=WITHOUT_BOARD) == [(5, "B-4.1")]


@pytest.mark.article("B-3.1", "B-5.1", breaks=True)
def test_on_an_unknown_board_turns_and_zones_are_held():
    assert faults(favor(), plays("b1"), facts=WITHOUT_BOARD) == [(1, "B-3.1")]
    beside = {"a1": "D2", "b1": "D3"}
    assert faults(favor(), sets(beside), plays("a1"), move("D1"), facts=WITHOUT_BOARD) == [(3, "B-5.1")]


# -- cards -----------------------------------------------------------------------------------------------


def test_an_unused_unknown_fighter_makes_a_log_unverified():
    answer = report(do("time"), teams=STRANGERS)
    assert (answer.verdict, answer.unverified_cards) == ("unverified", ("stranger",))


@pytest.mark.article("B-6.1", breaks=True)
def test_an_unknown_fighter_has_at_most_six_ap():
    spells = [cast("anything", "H10")] * 7
    assert faults(favor(), plays("a1"), *spells, teams=STRANGERS) == [(8, "B-6.1")]


def test_an_unknown_fighter_falls_when_the_log_says_so():
    hit = cast("hit", "D2", "lock", declared={"knocked_out": ["a1"]})
    game = [favor(), END, favor("plain-1"), sets({"b1": "D3", "a1": "D2"}), plays("b1"), hit]
    answer = report(*game, teams=STRANGERS, result={"winner": "B"})
    assert (answer.verdict, answer.won_by, answer.winner) == ("unverified", "knock-out", "B")


def test_what_an_unknown_spell_did_is_applied():
    done = {"injuries": {"b1": 8}, "moved": {"a1": "E5"}, "terrain": {"A5": "fog"}}
    answer = report(favor(), plays("a1"), cast("storm", "D5", declared=done), teams=STRANGERS, result={"winner": "A"})
    assert (answer.verdict, answer.winner, answer.more["glyphs"]["A"]) == ("unverified", "A", 1)
    assert answer.proof.believed_injuries == 8


def test_what_is_declared_of_known_cards_is_not_used():
    answer = report(favor(), plays("a1"), cast("bolt", "D3", declared={"injuries": {"b1": 8}}))
    assert (answer.verdict, answer.ended, codes(answer)) == ("valid", False, ["declared-not-needed"])


@pytest.mark.parametrize(
    ("body", "actions", "verdict"),
    [
        ({"mp": "unknown"}, [], "valid"),
        ({"mp": "unknown"}, [move("D2")], "unverified"),
        ({"ap": "unknown"}, [move("D2")], "valid"),
        ({"ap": "unknown"}, [use("left")], "unverified"),
        ({"lacks": ["spells"]}, [move("D2")], "valid"),
        ({"lacks": ["spells"]}, [cast("storm", "D5")], "unverified"),
        ({"lacks": ["powers"]}, [], "unverified"),
        ({"spells": [spell("Hum", 1, 3, words="Hums.")]}, [], "valid"),
        ({"spells": [spell("Hum", 1, 3, words="Hums.")]}, [cast("hum", "D2")], "unverified"),
        ({"spells": [spell("Hum", 1, 3, limit="unknown")]}, [cast("hum", "D2")], "valid"),
        ({"spells": [spell("Hum", 1, 3, limit="unknown")]}, [cast("hum", "D2"), cast("hum", "D3")], "unverified"),
        ({"spells": [spell("Hum", 1, 9, sight="unknown")]}, [cast("hum", "D5")], "valid"),
        ({"spells": [spell("Hum", 1, 9, sight="unknown")]}, [cast("hum", "G1")], "unverified"),
        ({"powers": [{"name": "P", "when": "captures", "words": "Sings."}]}, [move("D2")], "valid"),
        ({"powers": [{"name": "P", "when": "always", "words": "Sings."}]}, [], "unverified"),
        ({"powers": [{"name": "P", "when": "always", "effects": [effect("bonus", damage=1)]}]}, [], "valid"),
    ],
)
def test_only_what_depends_on_an_open_fact_is_believed(body, actions, verdict):
    answer = report(favor(), plays("a1"), *actions, do("time"), **with_fighter(**body))
    assert (answer.verdict, answer.errors) == (verdict, ())


def test_unknown_hp_count_once_it_is_hit():
    one = with_fighter(hp="unknown")
    assert report(do("time"), **one).verdict == "valid"
    hit = [favor(), END, favor("plain-1"), sets({"b1": "D2"}), plays("b1"), cast("hit", "D1", "lock")]
    assert report(*hit, **one).verdict == "unverified"


def test_an_open_fact_that_decides_nothing_is_listed():
    facts = report(do("time"), **with_fighter(hp="unknown")).proof.open_facts
    assert [(fact.fact.card, fact.fact.field, fact.decides) for fact in facts] == [("one", "hp", None)]


def listed(answer, card="one"):
    return {
        (each.fact.field, each.fact.spell): each.decides for each in answer.proof.open_facts if each.fact.card == card
    }


def test_all_that_is_open_of_cards_in_play_is_listed():
    hum = spell("Hum", 1, 3, 1, element="unknown", limit="unknown", sight="unknown", words="Hums.")
    sings = {"name": "P", "when": "captures", "words": "Sings."}
    one = with_fighter(mp="unknown", rarity="unknown", powers=[sings], spells=[hum], lacks=["spells"])
    answer = report(favor("murmur"), do("time"), **one)
    assert answer.verdict == "valid"
    assert listed(answer) == {
        **{(field, None): None for field in ("mp", "rarity", "spell", "powers")},
        **{(field, "hum"): None for field in ("element", "limit", "sight", "effects")},
    }
    assert listed(answer, "murmur") == {("effects", None): None}


def test_open_thresholds_of_a_challenge_are_listed():
    passive = {"glyphs": 1, "kind": "passive", "name": "One", "when": "captures", "words": "Sings."}
    active = {"glyphs": 3, "kind": "active", "name": "Two", "words": "Sings."}
    vague = fact("challenge", "vague-one", name="Vague", thresholds=[passive, active])
    answer = report(favor(), do("time"), facts=pack(vague), challenges=["vague-one"])
    assert (answer.verdict, listed(answer, "vague-one")) == ("valid", {("powers", None): None, ("effects", None): None})


def test_nothing_is_open_where_all_is_known():
    answer = report(favor(), plays("a1"), cast("bolt", "D4"), END, challenges=["brawl", "world"])
    assert (answer.verdict, answer.proof.open_facts) == ("valid", ())


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ({"powers": [{"name": "P", "when": "captures", "words": "Sings."}]}, {"power": "P"}),
        ({"powers": [{"name": "P", "when": "captures", "words": "Sings."}]}, {}),
        ({"spells": [spell("Hum", 1, 3, words="Hums.")]}, {"spell": "hum"}),
        ({"lacks": ["spells"]}, {"spell": "storm"}),
    ],
)
def test_what_the_log_alone_says_is_never_valid(body, cause):
    fells = do("move", to="D2", declared={**cause, "injuries": {"b1": 8}})
    answer = report(favor(), plays("a1"), fells, result={"winner": "A"}, **with_fighter(**body))
    assert (answer.verdict, answer.winner, answer.proof.decisive) == ("unverified", "A", True)


@pytest.mark.parametrize("named", ["murmur", "nobody-knows"])
def test_a_favor_that_was_never_drawn_does_nothing(named):
    said = do("move", to="D2", declared={"favor": named, "injuries": {"b1": 8}})
    answer = report(favor(), plays("a1"), said)
    assert (answer.verdict, answer.ended, codes(answer)) == ("valid", False, ["declared-not-needed"])


def burned(*more, **header):
    """An attack of unknown element, of which a favor would make the blow that fells `b1`."""
    one = with_fighter(spells=[spell("Hum", 1, 3, 1, element="unknown")])
    hit = cast("hum", "D2", "lock", **header)
    hurt = {"b1": {"cell": "D2", "injuries": 6}}
    return report(favor("blaze"), sets(hurt), plays("a1"), use("left"), hit, *more, **one, result={"winner": "A"})


def test_an_unknown_element_may_or_may_not_fell():
    goes_on, says_so = burned(plays("a2"), END), burned(declared={"knocked_out": ["b1"]})
    assert (goes_on.verdict, goes_on.winner, codes(goes_on)) == ("unverified", None, ["corrected", "wrong-result"])
    assert (says_so.verdict, says_so.winner) == ("unverified", "A")


def test_an_unknown_element_counts_where_a_favor_asks_for_it():
    one = with_fighter(spells=[spell("Hum", 1, 3, 1, element="unknown")])
    hum = [plays("a1"), cast("hum", "D2", "lock")]
    near = sets({"b1": "D2"})
    assert report(favor("plain-0"), near, *hum, **one).verdict == "valid"
    assert report(favor("blaze"), near, plays("a1"), use("left"), hum[1], **one).verdict == "unverified"


def test_an_unknown_favor_or_challenge_makes_a_log_unverified():
    assert report(favor("nobody-knows")).unverified_cards == ("nobody-knows",)
    answer = report(do("time"), challenges=["nobody-knows"])
    assert (answer.verdict, answer.unverified_cards) == ("unverified", ("nobody-knows",))
    declared_log = bonus("nobody-knows", 1, declared={"injuries": {"b1": 8}})
    held = [favor(), sets(glyphs={"B4": "A"}), plays("a1")]
    assert report(*held, declared_log, challenges=["nobody-knows"], result={"winner": "A"}).winner == "A"


def test_words_of_a_favor_count_when_it_is_used():
    assert report(favor("murmur")).verdict == "valid"
    assert report(favor("murmur"), plays("a1"), use("left")).verdict == "unverified"


def test_a_figure_of_unknown_rarity_can_stand_twice():
    teams = {"A": {"a1": "one", "a2": "one"}, "B": {"b1": "cal", "b2": "dot"}}
    answer = report(do("time"), **{**with_fighter(rarity="unknown"), "teams": teams})
    assert (answer.verdict, answer.errors) == ("unverified", ())


# -- the Dofus -------------------------------------------------------------------------------------------


def test_an_own_glyph_brings_no_dofus_unless_declared():
    game = [*turns(2), favor("plain-2"), sets({"a1": "E4"}, glyphs={"E5": "A"}), plays("a1")]
    assert report(*game, move("E5")).more["dofus"] == "B"
    declared_log = report(*game, do("move", to="E5", declared={"dofus": "A"}))
    assert (declared_log.more["dofus"], codes(declared_log)) == ("A", ["corrected", "dofus-in-doubt"])
    used = report(*game, do("move", to="E5", declared={"dofus": "A"}), use("left"))
    assert (declared_log.verdict, used.verdict) == ("valid", "unverified")
