"""Is this a legal team (1.1.1, 1.1.2, 9.1.2), and with how much Glory does it start (1.3.5)?"""

from collections.abc import Sequence

from rules.arena.cards import Card, Catalogue, catalogue
from rules.arena.construction import (
    PAIR_LEVEL,
    PAIR_LEVELS,
    Rule,
    Team,
    violations,
)
from rules.arena.laws import LAWS, Laws
from rules.arena.legality import Legality, profiles
from rules.arena.limited import TOP, highest
from rules.common.messages import Message, gettext_noop
from rules.common.messages import message as _
from rules.common.names import printable
from rules.common.verdicts import Issue, TeamVerdict

MOST_SUGGESTIONS = 20
MOST_ERRORS = 100


def check(
    figures: Sequence[str],
    team_format: str = "constructed",
    legality: Legality | None = None,
    pool: Sequence[str] = (),
    known: Catalogue | None = None,
    *,
    pair_level: int | None = None,
    laws: Laws = LAWS["arena-2.7"],
) -> TeamVerdict:
    """Hold a list of figures (slugs or names) to the rules of its format; every fault is reported, with the number that
    the ruleset gives it."""
    verdict = held_to(figures, team_format, legality, pool, known, pair_level=pair_level, laws=laws)
    for each in verdict.violations:
        each.article = laws.cites(each.article or "", each.code)
    return verdict


def held_to(
    figures: Sequence[str],
    team_format: str,
    legality: Legality | None = None,
    pool: Sequence[str] = (),
    known: Catalogue | None = None,
    *,
    pair_level: int | None = None,
    laws: Laws,
) -> TeamVerdict:
    """The same, with the numbers of 2.7 that the checks name.

    `pair_level` is what the two figures of a list for four players add up to, where an event sets another than 6;
    `known` is the catalogue with figures that people have brought.
    """
    if pair_level is not None and pair_level not in PAIR_LEVELS:
        raise ValueError("two figures add up to a level from 2 to 12")
    errors: list[Issue] = []
    known = known or catalogue()
    cards = _found(figures, "/figures", errors, known)
    pool_cards = _found(pool, "/pool", errors, known)
    if errors:
        return TeamVerdict("malformed", errors=tuple(errors))
    team = Team(cards, legality or profiles()["none"], pool_cards, pair_level or PAIR_LEVEL)
    if team_format == "limited":
        return _limited(team, laws)
    notes = tuple(note for look in laws.team_notes for note in look(team))
    return _verdict(team, laws.team_rules[team_format], notes)


def _limited(team: Team, laws: Laws) -> TeamVerdict:
    best = highest(team.pool)
    if best and best.level > team.level:
        team.reachable = best
    message = _("No three figures of the pool fit within level 12, so no legal team is possible.")
    return _verdict(team, laws.team_rules["limited"], () if best else (Issue("warning", "no-team-in-pool", message),))


def _verdict(team: Team, rules: Sequence[Rule], notes: tuple[Issue, ...]) -> TeamVerdict:
    broken = tuple(violations(team, rules))
    return TeamVerdict(
        "illegal" if broken else "legal",
        tuple([card.slug for card in team.figures]),
        team.level,
        team.initiative,
        broken,
        notes,
        (),
        team.reachable,
    )


def _found(names: Sequence[str], pointer: str, errors: list[Issue], known: Catalogue) -> list[Card]:
    cards, by_slug = [], known.by_slug
    for place, name in enumerate(names):
        card = by_slug.get(name) or known.find(name)
        if card:
            cards.append(card)
        elif len(errors) < MOST_ERRORS:
            errors.append(_unknown(name, f"{pointer}/{place}", known if len(errors) < MOST_SUGGESTIONS else None))
    return cards


def _unknown(name: str, pointer: str, known: Catalogue | None) -> Issue:
    alike = tuple(known.nearest(name)) if known else ()
    text = (
        gettext_noop("There is no figure called {name}. Closest matches: {nearest}.")
        if alike
        else gettext_noop("There is no figure called {name}.")
    )
    facts = {"name": printable(name), "nearest": ", ".join(alike)}
    return Issue("error", "unknown-figure", Message(text=text, facts=facts), pointer, nearest=alike)


def starting_glory(level: int, other_level: int, team_format: str = "constructed") -> tuple[int, int]:
    """The GG that each side takes before the first turn (1.3.5); the wild one is extra (1.3.6)."""
    if not (1 <= level <= TOP and 1 <= other_level <= TOP):
        raise ValueError("the level of a team is a number from 1 to 12")
    if team_format != "limited":  # 1.3.5.a
        return 6, 6
    total, gap = level + other_level, abs(level - other_level)  # 1.3.5.b
    each = 3 if total <= 11 else 4 if total <= 15 else 5 if total <= 19 else 6
    stolen = 0 if gap <= 1 else 1 if gap <= 3 else 2
    if level < other_level:
        return each + stolen, each - stolen
    return each - stolen, each + stolen
