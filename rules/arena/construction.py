"""The construction rules of a team: one small check an article, in the order of 1.1.1, 1.1.2 and 9.1.2."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.arena.cards import Card
from rules.arena.legality import Legality
from rules.arena.limited import LARGEST, SMALLEST, TOP, Reachable
from rules.common.messages import Message, gettext_noop
from rules.common.verdicts import Issue

COPIES = {"white": 2, "black": 3, "gold": 1, "unknown": 1}  # an unknown lettering counts as gold
OF_UNIQUE_HEROES = ("gold", "unknown")
MOST_COPIES = max(COPIES.values())  # whatever the lettering
LED, LEVEL_OF_ONE_MORE = 5, 2  # by a Gang Leader
PAIR = 2  # figures of a player among four (9.1.2)
PAIR_LEVEL = 6  # of both together: the rules are silent, docs/rulings.md says why; an event may set another
PAIR_LEVELS = range(2, 13)  # two figures of level 1 to 6


class Team:
    """The figures of a list with what the checks ask about them."""

    def __init__(
        self, figures: Sequence[Card], legality: Legality, pool: Sequence[Card] = (), pair_level: int = PAIR_LEVEL
    ) -> None:
        self.figures = figures
        self.legality = legality
        self.pool = pool
        self.pair_level = pair_level
        self.level = sum([card.level for card in figures])
        self.initiative = sum([card.initiative for card in figures])
        self.top = _with_one_more(figures)
        self.bosses = legality.bosses_among(figures)
        self.repeated = _repeated(figures)
        self.reachable: Reachable | None = None


def _with_one_more(figures: Sequence[Card]) -> int:
    """Gang Leader: five or more of its type may have one more of level 2 at most, once the twelve are complete."""
    spare = sum([card.level for card in figures]) - TOP
    for kind in {card.leads for card in figures if card.leads}:
        levels = [card.level for card in figures if kind in card.types]
        if len(levels) > LED and spare in levels and spare <= LEVEL_OF_ONE_MORE:
            return TOP + spare
    return TOP


def _repeated(figures: Sequence[Card]) -> list[tuple[str, list[Card], str]]:
    """The names that stand in the team more than once, all versions together (2.1.2), with their cards and the
    strictest lettering of these."""
    by_name: dict[str, list[Card]] = {card.name: [] for card in figures}
    if len(by_name) == len(figures):
        return []
    for card in figures:
        by_name[card.name].append(card)
    return [(name, cards, _strictest(cards)) for name, cards in by_name.items() if len(cards) > 1]


def _strictest(cards: list[Card]) -> str:
    return min([card.colour for card in cards], key=COPIES.__getitem__)


Check = Callable[[Team], Iterable[Issue]]
Rule = tuple[str, Check]


def article(number: str) -> Callable[[Check], Rule]:
    """Ties a check to the article it holds a team to, which each of its answers then names."""
    return lambda check: (number, check)


def violations(team: Team, rules: Sequence[Rule]) -> list[Issue]:
    found = []
    for number, check in rules:
        for issue in check(team):
            issue.article = number
            found.append(issue)
    return found


def broken(code: str, text: str, remedy: str, facts: Mapping[str, Any], figures: Sequence[Card] = ()) -> Issue:
    """What a check finds, still without its article: the texts say what is wrong and what would put it right."""
    about = tuple([card.slug for card in figures]) if figures else ()
    return Issue("error", code, Message(text, facts), None, None, about, Message(remedy, facts))


@article("1.1.1.a")
def three_to_eight_figures(team: Team) -> Iterable[Issue]:
    return _three_to_eight(team)


def _three_to_eight(team: Team) -> Iterator[Issue]:
    count = len(team.figures)
    if count < SMALLEST:
        yield broken(
            "too-few-figures",
            gettext_noop("Figures: {count}. A team has at least 3."),
            gettext_noop("Add at least {missing}."),
            {"count": count, "missing": SMALLEST - count},
        )
    if count > LARGEST:
        yield broken(
            "too-many-figures",
            gettext_noop("Figures: {count}. A team has at most 8."),
            gettext_noop("Remove at least {surplus}."),
            {"count": count, "surplus": count - LARGEST},
        )


@article("1.1.1.b")
def levels_add_up_to_twelve(team: Team) -> Iterator[Issue]:
    if team.level < TOP:
        yield broken(
            "level-too-low",
            gettext_noop("The levels add up to {level} instead of 12."),
            gettext_noop("Add or swap figures to gain {missing} more."),
            {"level": team.level, "missing": TOP - team.level},
        )
    if team.level > team.top:
        yield _past_twelve(team)


def _past_twelve(team: Team) -> Issue:
    return broken(
        "level-too-high",
        gettext_noop("The levels add up to {level}, over the limit of 12."),
        gettext_noop("Remove or swap figures to save {surplus}."),
        {"level": team.level, "surplus": team.level - TOP},
    )


@article("1.1.1.c")
def each_unique_hero_once(team: Team) -> Iterator[Issue]:
    for name, cards, lettering in team.repeated:
        if lettering in OF_UNIQUE_HEROES:
            yield broken(
                "unique-hero-repeated",
                gettext_noop("{name} is a unique hero and is in the team {count} times."),
                gettext_noop("Keep one {name}."),
                {"name": name, "count": len(cards)},
                cards,
            )


@article("1.1.1.d")
def one_version_of_each_unique_hero(team: Team) -> Iterator[Issue]:
    for name, cards, lettering in team.repeated:
        if lettering in OF_UNIQUE_HEROES and len(versions := {card.slug: card for card in cards}) > 1:
            yield broken(
                "several-versions",
                gettext_noop("{name} is a unique hero and is in the team in {count} versions."),
                gettext_noop("Keep one version of {name}."),
                {"name": name, "count": len(versions)},
                list(versions.values()),
            )


@article("1.1.1.e")
def white_names_at_most_twice(team: Team) -> Iterable[Issue]:
    text = gettext_noop("{name} (white) is in the team {count} times.")
    return _too_many_copies(team, "white", COPIES["white"], text)


@article("1.1.1.f")
def black_names_at_most_three_times(team: Team) -> Iterator[Issue]:
    text = gettext_noop("{name} (black) is in the team {count} times.")
    yield from _too_many_copies(team, "black", COPIES["black"], text)
    text = gettext_noop("{name} is in the team {count} times: no name colour allows more than {limit}.")
    yield from _too_many_copies(team, "unknown", MOST_COPIES, text)


def _too_many_copies(team: Team, colour: str, limit: int, text: str) -> Iterator[Issue]:
    for name, cards, lettering in team.repeated:
        if lettering == colour and len(cards) > limit:
            facts = {"name": name, "count": len(cards), "limit": limit}
            remedy = gettext_noop("Keep at most {limit} of {name}, counting all versions.")
            yield broken("too-many-copies", text, remedy, facts, cards)


@article("1.1.1.g")
def one_boss(team: Team) -> Iterator[Issue]:
    bosses = team.bosses
    if len(bosses) > 1:
        yield broken(
            "several-bosses",
            gettext_noop("Figures that count as Boss: {count}. A team has at most one."),
            gettext_noop("Keep one of {names}."),
            {"count": len(bosses), "names": _names(bosses)},
            bosses,
        )


@article("1.1.1.h")
def only_authorised_figures(team: Team) -> Iterator[Issue]:
    for card in team.legality.forbidden_among(team.figures):
        facts = {"name": card.full_name, "expansion": card.expansion, "profile": team.legality.name}
        if card.slug in team.legality.banned:
            text = gettext_noop("{name} is banned in {profile}.")
            yield broken("banned", text, gettext_noop("Replace {name}."), facts, [card])
        if team.legality.is_outside(card):
            text = gettext_noop("{name} is in no expansion that is legal in {profile}.")
            yield broken("expansion-not-legal", text, gettext_noop("Replace {name}."), facts, [card])


@article("1.1.2")
def only_figures_of_the_pool(team: Team) -> Iterator[Issue]:
    missing = list((Counter(team.figures) - Counter(team.pool)).elements())
    if missing:
        yield broken(
            "not-in-pool",
            gettext_noop("Not in the pool: {names}."),
            gettext_noop("Remove {names}, or have the pool corrected."),
            {"names": _names(missing)},
            missing,
        )


@article("1.1.2.a")
def three_to_eight_figures_of_the_pool(team: Team) -> Iterable[Issue]:
    return _three_to_eight(team)


@article("1.1.2.b")
def highest_level_of_the_pool(team: Team) -> Iterator[Issue]:
    if team.level > team.top:
        yield _past_twelve(team)
    if team.reachable:
        example = _example(team.pool, team.reachable.figures)
        yield broken(
            "level-could-be-higher",
            gettext_noop("The levels add up to {level}; the pool allows {reachable}."),
            gettext_noop("Level {reachable} is possible with {example}."),
            {"level": team.level, "reachable": team.reachable.level, "example": example},
        )


@article("9.1.2")
def two_figures(team: Team) -> Iterator[Issue]:
    count = len(team.figures)
    text = gettext_noop("In a game of four players a team has exactly 2 figures, not {count}.")
    if count < PAIR:
        facts = {"count": count, "missing": PAIR - count}
        yield broken("too-few-figures", text, gettext_noop("Add {missing}."), facts)
    if count > PAIR:
        facts = {"count": count, "surplus": count - PAIR}
        yield broken("too-many-figures", text, gettext_noop("Remove {surplus}."), facts)


@article("9.1.2")
def level_of_two_figures(team: Team) -> Iterator[Issue]:
    text = gettext_noop("The levels add up to {level} instead of {wanted}.")
    facts = {"level": team.level, "wanted": team.pair_level}
    if team.level < team.pair_level:
        facts["missing"] = team.pair_level - team.level
        remedy = gettext_noop("Add or swap figures to gain {missing} more.")
        yield broken("level-too-low", text, remedy, facts)
    if team.level > team.pair_level:
        facts["surplus"] = team.level - team.pair_level
        remedy = gettext_noop("Remove or swap figures to save {surplus}.")
        yield broken("level-too-high", text, remedy, facts)


OF_COMPANY = (  # what 1.1.1 asks of figures beside one another, however many a team has
    each_unique_hero_once,
    one_version_of_each_unique_hero,
    white_names_at_most_twice,
    black_names_at_most_three_times,
    one_boss,
    only_authorised_figures,
)
CONSTRUCTED = (three_to_eight_figures, levels_add_up_to_twelve, *OF_COMPANY)
FOUR_PLAYER = (two_figures, level_of_two_figures, *OF_COMPANY)
LIMITED = (  # 1.1.2.c: beyond these, every figure is legal, in any number
    only_figures_of_the_pool,
    three_to_eight_figures_of_the_pool,
    highest_level_of_the_pool,
)


def colours_not_known(team: Team) -> Iterator[Issue]:
    figures = tuple(dict.fromkeys([card.slug for card in team.figures if card.colour == "unknown"]))
    if figures:
        text = gettext_noop("The name colour of some figures is unknown; it is counted as gold.")
        yield Issue("warning", "colour-unknown", Message(text=text), about=figures)


def bosses_not_known(team: Team) -> Iterator[Issue]:
    bosses = team.legality.bosses
    figures = tuple(
        dict.fromkeys([card.slug for card in team.figures if card.boss is None and card.slug not in bosses])
    )
    if figures:
        text = gettext_noop("Whether some figures have the Boss type is unknown; they do not count as Boss.")
        yield Issue("note", "boss-unknown", Message(text=text), about=figures)


def _example(pool: Sequence[Card], figures: Sequence[str]) -> str:
    names = {card.slug: card.full_name for card in pool}
    return ", ".join(names[slug] for slug in figures)


def _names(cards: Sequence[Card]) -> str:
    return ", ".join(dict.fromkeys([card.full_name for card in cards]))
