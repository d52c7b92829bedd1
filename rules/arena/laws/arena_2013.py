"""Krosmaster Arena by the rule book of the first box (2013), whose articles are numbered by its pages."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rules.arena.boards import Board
from rules.arena.cells import cell_index, mask_of
from rules.arena.construction import (
    COPIES,
    Team,
    article,
    broken,
    colours_not_known,
    each_unique_hero_once,
    level_of_two_figures,
    levels_add_up_to_twelve,
    white_names_at_most_twice,
)
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.record import Strength
from rules.arena.laws.seats import DUEL, FREE_FOR_ALL, TWO_V_TWO, Mode
from rules.common.messages import Message, gettext_noop
from rules.common.verdicts import Issue

DATA = Path(__file__).parents[1] / "data" / "arena-2013"
CITES: dict[str, str] = tomllib.loads((DATA / "cites.toml").read_text("utf-8"))
ALL_OF_IT = 99  # more MP or AP than anybody has
BOX = (
    "queen-of-the-tofus", "king-of-the-gobballs", "bill-tell", "kassius-kaos",
    "bad-aboum", "anna-tommy", "oscar-kass", "lil-healey",
)  # fmt: skip
# p30.6: the cells of each side's own area, where a board draws them
AREAS = {
    "the-pit": {
        "north": "B12 D12 I12 A11 B11 F11 H11",
        "east": "K12 K11 L11 L9 K7 K5 L4",
        "south": "E2 G2 K2 L2 D1 I1 K1",
        "west": "A9 B8 B6 A4 A2 B2 B1",
    }
}


def cites(number: str, code: str) -> str:
    """A number of 2.7 as one of this book, which may hang on the code of the fault; those of this book stay."""
    return CITES.get(f"{number} {code}") or CITES.get(number, number)


# -- teams and set-up ------------------------------------------------------------------------------------


@article("1.1.1.a")
def two_to_eight_figures(team: Team) -> Iterator[Issue]:
    """p30.10."""
    count = len(team.figures)
    if count < 2:
        text, remedy = gettext_noop("Figures: {count}. A team has at least 2."), gettext_noop("Add at least {missing}.")
        yield broken("too-few-figures", text, remedy, {"count": count, "missing": 2 - count})
    if count > 8:
        text = gettext_noop("Figures: {count}. A team has at most 8.")
        yield broken("too-many-figures", text, gettext_noop("Remove at least {surplus}."), _surplus(count, 8))


def _surplus(count: int, most: int) -> dict[str, int]:
    return {"count": count, "surplus": count - most}


@article("9.1.2")
def one_to_four_figures(team: Team) -> Iterator[Issue]:
    """p30.15."""
    count = len(team.figures)
    if not count:
        yield broken(
            "too-few-figures", gettext_noop("A team has at least one figure."), gettext_noop("Add a figure."), {}
        )
    if count > 4:
        text = gettext_noop("In a game of four players a team has at most 4 figures, not {count}.")
        yield broken("too-many-figures", text, gettext_noop("Remove {surplus}."), _surplus(count, 4))


@article("p21.1")
def four_of_the_box(team: Team) -> Iterator[Issue]:
    """Four different ones of the eight."""
    count = len(team.figures)
    if count != 4:
        text = gettext_noop("A team from the box has exactly 4 figures, not {count}.")
        yield broken("not-four-figures", text, gettext_noop("Take four of the eight of the box."), {"count": count})
    for card in team.figures:
        if card.slug not in BOX:
            text = gettext_noop("{name} is not one of the eight figures of the box.")
            yield broken("not-in-the-box", text, gettext_noop("Replace {name}."), {"name": card.full_name}, [card])
    for name, cards, _lettering in team.repeated:
        if cards[0].slug in BOX:
            text = gettext_noop("{name} is in the team {count} times: the box has one.")
            yield broken(
                "too-many-copies", text, gettext_noop("Keep one {name}."), {"name": name, "count": len(cards)}, cards
            )


def black_names_often(team: Team) -> Iterator[Issue]:
    """The book knows no black names: they have no limit."""
    often = [
        cards for _name, cards, lettering in team.repeated if lettering == "black" and len(cards) >= COPIES["black"]
    ]
    if often:
        text = gettext_noop("The book sets no limit to names in black.")
        about = tuple(dict.fromkeys(card.slug for cards in often for card in cards))
        yield Issue("note", "black-name-unlimited", Message(text=text), about=about)


def strength(initiatives: Iterable[int]) -> Strength:
    """p21.2, p30.16: the total, then figure by figure; more figures are no reason to go first."""
    falling = sorted(initiatives, reverse=True)
    return sum(falling), [each for each in falling if each > 0]


def starts(board: Board, mode: Mode, side: str) -> int:
    """p21.9, p30.6."""
    areas = AREAS.get(board.slug) if mode is not DUEL else None
    if areas is None:
        return board.starts[side]
    return mask_of([cell for cell in map(cell_index, areas[side].split()) if cell is not None])


# -- in the game -----------------------------------------------------------------------------------------


def block_loss(locks: int, dodges: int, _by_krosmaster: bool) -> int:
    """p23.4: mobs lock as figures do, and a tie lets go."""
    return ALL_OF_IT if locks > dodges else 0


def mobs_may_not(number: str) -> str:
    """p23.12 of buying rewards, p26.2 of all else."""
    return "p23.12" if number == "6.3.6" else "p26.2"


def modifier(criticals: int, armour: int) -> int:
    """p24.5, p24.6."""
    return criticals - armour


def healed_by_criticals(criticals: int) -> int:
    """p24.8."""
    return criticals


OF_NAMES = (each_unique_hero_once, white_names_at_most_twice)  # p30.12, p30.13
ARENA_2013 = replace(
    ARENA_2_7,
    slug="arena-2013",
    title="Krosmaster Arena, rule book of 2013",
    engine="arena-2013/4",
    cites=cites,
    ranks={"original": ("granite", "jade", "gold")},  # p21.7
    reward_prices={"granite": 3, "jade": 6, "gold": 12},  # p23.10
    glory_price=10,  # p23.7
    modes={mode.slug: mode for mode in (DUEL, FREE_FOR_ALL, TWO_V_TWO)},
    block_loss=block_loss,
    team_rules={
        "constructed": (two_to_eight_figures, levels_add_up_to_twelve, *OF_NAMES),
        "four-player": (one_to_four_figures, level_of_two_figures, *OF_NAMES),
        "box": (four_of_the_box,),
    },
    team_notes=(colours_not_known, black_names_often),
    knows_bans=False,
    team_sizes={
        "constructed": range(2, 9),  # p30.10
        "four-player": range(1, 5),  # p30.15
        "box": range(4, 5),  # p21.1
    },
    box=BOX,
    unknown_figure={"four-player": "p30.15", "box": "p21.1"},
    strength=strength,
    starts=starts,
    open_from_the_start=True,  # p21.7
    replaces_at_once=False,  # p23.11
    one_reveal_a_turn=False,  # p23.14
    boost_spell_first=False,  # p28.3
    worn_apart=frozenset(),  # p29.2
    one_glory_a_turn=False,  # p23.7
    may_reroll=False,  # p22.2
    last_by_tension_loses=False,  # p20.1
    preliminaries=("buffs-already", "triggers", "buffs", "gauges"),  # p22.7 to p22.10
    lock_ends_turn=True,  # p23.4
    mobs_may_not=mobs_may_not,
    bears_no_reward="p23.12",
    modifier=modifier,
    healed_by_criticals=healed_by_criticals,
    at_once=True,  # p16.1, p25.6
    one_punch_a_turn=False,  # p23.9
    punches_opponents_only=True,  # p23.9
    summons_block_sight=True,  # p25.1
    control_of_side=False,  # p24.12
    counters_any_time=True,  # p27.5
    unfazed_ignores=True,  # p27.8
    steals_always=True,  # p25.11
    markers_are_bounded=False,  # p22.10
    scenery_breaks={"crate": 3, "bush": 6, "tree": 12},  # p27.12
)
