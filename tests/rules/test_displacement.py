"""Effects that move pieces (7.5.9 to 7.5.17, 4.9.17, 4.18.5): what they move, how far, and what they leave alone."""

import pytest

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.spells import Cast, apply_effects, determine_targets
from rules.arena.printed import PUNCH
from tests.rules.duels import MISS, apply, endow, spell
from tests.rules.table import Table

ASSAULT = {"spell": "assault", "critical": MISS}


@pytest.mark.article("7.5.9.b", "4.18.5")
@pytest.mark.parametrize(
    ("drawing", "cells", "end"),
    [("q K . . .", 2, "D1"), ("q K . T .", 2, "C1"), ("q K B . .", 2, "B1"), ("q K C . .", 1, "C1")],
)
def test_a_push_goes_as_far_as_the_cells_are_free(drawing: str, cells: int, end: str) -> None:
    table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
    apply(table, {"do": "push", "cells": cells})
    assert table.at("K") == end


@pytest.mark.article("7.5.9.a", "7.5.10.a")
@pytest.mark.parametrize(("facing", "pushed", "attracted"), [("north", "B3", "B1"), ("east", "C2", "A2")])
def test_on_diagonals_the_caster_chooses_the_way_of_a_push(facing: str, pushed: str, attracted: str) -> None:
    for do, end in (("push", pushed), ("attract", attracted)):
        table = Table(". . .\n. K .\nq . .", q="oscar-kass", K="bill-tell").activate("q")
        apply(table, {"do": do, "cells": 1}, choices={"facing": facing})
        assert table.at("K") == end


@pytest.mark.article("7.5.16.a")
@pytest.mark.parametrize(("facing", "end"), [("north", "C1"), ("east", "B2")])
def test_a_diagonal_retreat_goes_away_from_where_the_caster_looks(facing: str, end: str) -> None:
    table = Table(". . . K\n. . q .\n. . . .", q="oscar-kass", K="bill-tell").activate("q")
    apply(table, {"do": "retreat", "cells": 1}, choices={"facing": facing})
    assert table.at("q") == end


@pytest.mark.article("7.5.17.a")
@pytest.mark.parametrize(("aimed", "end", "struck"), [("C1", "C1", ""), ("B1", "B1", ""), ("F1", "D1", "K")])
def test_nobody_moves_closer_than_the_cell_aimed_at(aimed: str, end: str, struck: str) -> None:
    table = Table("q . . . . K", q="oscar-kass", K="bill-tell").activate("q")
    spell(table, range="line", least=1, most=5, effects=({"do": "approach", "cells": 3},))
    assert table.does("cast", spell="con", target=aimed, critical=MISS, armour=dict.fromkeys(struck, MISS)) == []
    assert table.at("q") == end


@pytest.mark.article("7.5.10.a")
def test_nobody_is_attracted_past_where_the_fallen_caster_stood() -> None:
    table = Table(". q K . x", q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
    spell(table, injuries=2, effects=({"do": "attract", "cells": 2},))
    table["q"].injuries = 8
    assert table.does("cast", spell="con", target="C1", critical=MISS, armour={"K": MISS}) == []
    assert table.at("K") == "B1"


@pytest.mark.article("4.9.17.a", "7.5.10.a")
@pytest.mark.parametrize("effect", [{"do": "push", "cells": 1}, {"do": "attract", "cells": 1}])
def test_the_unfazed_stay_and_the_others_of_an_area_move(effect: dict[str, object]) -> None:
    table = Table(". . . .\nq . K L\n. . . .", q="oscar-kass", K="bill-tell", L="anna-tommy").activate("q")
    endow(table["L"], "unfazed")
    apply(table, effect, area="square")
    assert table.at("L") == "D2"
    assert (table.at("K") == "C2") is (effect["do"] == "push")


@pytest.mark.article("7.5.16.a", "7.5.17.a")
def test_a_caster_does_not_move_from_or_to_its_cell() -> None:
    for do in ("retreat", "approach", "push", "attract"):
        table = Table(". q . K", q="oscar-kass", K="bill-tell").activate("q")
        apply(table, {"do": do, "cells": 1}, target="q")
        assert table.at("q") == "B1"


@pytest.mark.article("7.5.16.a", "4.18.6", "7.2.2.a")
@pytest.mark.parametrize(
    "effect", [{"do": "retreat", "cells": 1}, {"do": "approach", "cells": 1}, {"do": "switch", "with": "character"}]
)
def test_a_caster_who_paid_the_last_health_is_not_moved(effect: dict[str, object]) -> None:
    for drawing in (". q K . x", ". K q . x", "K x\nq .", "q x\nK ."):
        table = Table(drawing, q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
        spell(table, injuries=2, effects=(effect,))
        table["q"].injuries, aimed = 8, table.at("K")
        assert table.does("cast", spell="con", target=aimed, critical=MISS, armour={"K": MISS}) == []
        assert (table.at("q"), table.at("K"), table["K"].injuries) == (None, aimed, 1)


@pytest.mark.article("4.9.17.a", "4.3.4.b")
@pytest.mark.parametrize("stays", ["the unfazed", "a mechanism"])
def test_assault_leaves_the_unfazed_and_mechanisms_where_they_are(stays: str) -> None:
    table = Table("q . K W", q="anna-tommy", K="bad-aboum", W="water-bomb of K").activate("q")
    endow(table["K"], "unfazed")
    if stays == "a mechanism":
        table.game.put(table["q"], table.game.cell("D2"))
        bomb = "K/water-bomb-1"
        assert table.does("cast", **ASSAULT, target="D1", armour={bomb: ["armour"]}) == []
        assert (table.at("q"), table.at(bomb)) == ("D2", "D1")
    else:
        assert table.does("cast", **ASSAULT, target="C1", armour={"K": MISS}) == []
        assert (table.at("q"), table.at("K")) == ("A1", "C1")


@pytest.mark.article("4.19.7.c")
def test_who_changes_places_onto_a_trap_sets_it_off() -> None:
    """The caster stands on a trap that did not yet lie there as it came."""
    table = Table("q . K t F", q="anna-tommy", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    table.game.put(table["F/lethal-trap-1"], table["q"].cell)
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": {"injuries": {"K": 2}}}
    assert table.does("cast", **ASSAULT, target="C1", armour={"K": ["armour"]}, standby=[click]) == []
    assert (table.at("K"), table["K"].injuries, table.at("F/lethal-trap-1")) == ("A1", 2, None)


@pytest.mark.article("4.17.3", "4.18.5")
def test_nobody_is_teleported_onto_a_cell_that_is_not_free() -> None:
    for cell, end in (("C1", "A1"), ("B1", "B1")):
        table = Table("q . K", q="yugo", K="bill-tell").activate("q")
        assert table.does("cast", spell="transfer-portal", target=cell) == []
        assert table.at("q") == end


@pytest.mark.article("7.1.7", breaks=True)
@pytest.mark.parametrize("who", ["K", "far", "nobody"])
def test_a_portal_takes_only_the_caster_or_an_adjacent_ally(who: str) -> None:
    table = Table(". . .\nq K .\n. . f", q="yugo", K="bill-tell", f="oscar-kass").activate("q")
    portal = {"spell": "transfer-portal", "target": "A3", "choices": {"unit": who.replace("far", "f")}}
    assert table.does("cast", **portal) == ["7.1.7"]
    assert (table.at("q"), table.at("K"), table.at("f")) == ("A2", "B2", "C1")


@pytest.mark.article("7.5.17.a")
def test_pandawa_style_moves_an_adjacent_ally_and_never_the_caster() -> None:
    for ally, end in (("a", "C2"), (None, "A2")):
        table = Table("q . .\na . K" if ally else "q . .\n. . K", q="oscar-kass", K="bill-tell", a="anna-tommy")
        table.activate("q").give("q", "pandawa-style")
        assert table.does("reveal", reward="pandawa-style") == []
        assert table.does("cast", spell="pandawa-style", target="C2") == []
        assert table.at(ally or "q") == end
        assert table.at("q") == "A2"


@pytest.mark.article("7.5.17.a", "7.5.10.a")
def test_nobody_moves_closer_than_the_aim_northwards_either() -> None:
    drawing = ".\n.\n.\nK\n.\n.\nq\n."
    table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
    table.game.lift(table["K"])
    table["K"].cell = 48  # what is aimed at is the cell: A5, now empty
    apply(table, {"do": "approach", "cells": 6})
    assert table.at("q") == "A5"
    table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
    apply(table, {"do": "attract", "cells": 1})
    assert table.at("K") == "A4"
    table.game.lift(table["q"])
    apply_from(table, 12, {"do": "attract", "cells": 6})
    assert table.at("K") == "A2"


def apply_from(table: Table, origin: int, primitive: dict[str, object]) -> None:
    """That effect on K, of a spell that was cast from that cell."""
    casting = Cast(table.game, PUNCH, table["q"], origin, table["K"].cell, {})
    determine_targets(casting)
    apply_effects(casting, (EFFECTS.read(primitive),))


@pytest.mark.article("7.5.17.a")
def test_who_aims_at_the_own_cell_does_not_move_closer() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    for do in ("approach", "retreat"):
        apply(table, {"do": do, "cells": 2}, target="q")
    assert table.at("q") == "A1"


@pytest.mark.article("4.18.5")
def test_nobody_beside_the_corner_teleports_with_a_departed_caster() -> None:
    for corner in ("A1", "B1", "L11", "K12"):
        table = Table("q . K\n. . .\n. . x", q="yugo", x="bill-tell", K="anna-tommy").activate("q")
        table.game.put(table["x"], table.game.cell(corner))
        table.game.lift(table["q"])
        casting = Cast(table.game, PUNCH, table["q"], 24, table.game.cell("E5"), {})
        apply_effects(casting, (EFFECTS.read({"do": "teleport", "who": "adjacent-ally"}),))
        assert table.at("x") == corner
