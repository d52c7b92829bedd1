"""Whether a report says beforehand what a missing fact would change.

    python -m tools.hidden_facts [--games 500]

Random games of figures that are known whole; one to five facts are hidden, and the log is checked. Then each of them
is drawn anew from its legal values, several times, and the log is played again: wherever winner or GG change, the first
report had to call them open. It should say so in at most twice as many games as needed.

Only a value within what the log shows counts: one that makes an action illegal is not what the players played with, and
nobody asks who would win with it. Such values are counted. The result that the players wrote down is no action: it is
what they made of the game. Each fact has each of its values first, with all others as printed; then all are drawn
together from those within what the log shows, more often where the report calls winner or GG open. Of a figure whose
powers were not seen one power is hidden; it may have none, another, or another beside it.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice
from typing import Any, NamedTuple

from rules.arena.cards import Catalogue, catalogue
from rules.arena.engine.outcome import follows
from rules.arena.engine.reports.proof import faulty_actions
from rules.arena.engine.state import Game
from rules.arena.facts import GameFacts
from rules.arena.log import Log, Result, read
from rules.arena.other_values import NO_POWER, POWERS, values_of, with_values
from rules.arena.printed import Spell
from rules.arena.printed_words import LIMITS, RANGES
from rules.arena.recovery.reading import as_written
from rules.arena.replay import replay
from rules.arena.team import check
from rules.arena.texts import built_in, figures
from rules.common.proof import Fact
from rules.common.verdicts import Report
from tools.selfplay.game import random_game
from tools.selfplay.rng import Rng

DRAWS = 6
TYPES = 12  # alone, beside all of them together
MORE = 10  # times as many where the report calls winner or GG open
LEVELS = 12
HIDDEN: dict[str, dict[str, Any]] = {
    "element": {"element": "unknown"},
    "limit": {"limit": "unknown"},
    "range": {"range": "unknown"},
    "alterable": {"alterable": None},
}


class Answer(NamedTuple):
    """Of one game: whether the report called winner or GG open, whether a draw within what the log shows changed them,
    its verdict, and how many draws made an action illegal."""

    said: bool
    needed: bool
    verdict: str
    hidden: tuple[Fact, ...]
    values: int  # of the hidden facts, as many as were tried
    illegal: int  # of these


@dataclass(frozen=True)
class Hidden:
    log: Log
    facts: tuple[Fact, ...]
    without: GameFacts
    powers: dict[str, str]  # of cards of which a power is hidden, which one

    def report(self, facts: GameFacts) -> Report:
        return replay(replace(self.log, facts=facts))

    def played(self, facts: GameFacts) -> Game | None:
        """Held to no result; None where these facts make an action illegal."""
        game = as_written(replace(self.log, facts=facts)).game
        return None if faulty_actions(game) else game

    def played_with(self, fact: Fact, value: Any) -> Game | None:
        """With all other facts as they are printed."""
        return self.played(_with_value(_hide(built_in(), fact, self.powers), fact, value))


@cache
def known_figures() -> tuple[str, ...]:
    """Of which nothing is missing, and whose spells summon nothing."""
    texts = figures()
    return tuple(
        card.slug
        for card in catalogue().cards
        if card.types and card.boss is not None and (text := texts.get(card.slug)) is not None
        if not text.missing and not text.lacks and not any(map(_is_open, text.spells.values()))
        if not any(power.words for power in text.explained.values())
    )


def _is_open(spell: Spell) -> bool:
    return bool(spell.unknown or spell.words) or spell.control is not None


def known_team(rng: Rng) -> list[str]:
    while True:
        team = rng.shuffled(known_figures())[: rng.one_of((3, 4))]
        if sum(catalogue().by_slug[slug].level for slug in team) == LEVELS and check(team).is_legal:
            return team


def hidden_game(seed: str) -> Hidden | None:
    """None where the game leans on something that is missing from the data anyway."""
    rng = Rng(seed)
    document = random_game(f"{seed}/game", (known_team(rng), known_team(rng)))
    log = read(json.loads(json.dumps(document)))
    if replay(log).proof.open_facts:
        return None
    cards = sorted({card for player in log.players.values() for card in player.team.values()})
    facts = tuple(rng.shuffled([*_facts_of(cards)])[: rng.one_of((1, 2, 3, 4, 5))])
    seen = {card: [power for power in figures()[card].powers if power in POWERS] for card in cards}
    powers = {card: rng.one_of(seen[card]) for card, field, _spell in facts if field == "powers" and seen[card]}
    without = built_in()
    for fact in facts:
        without = _hide(without, fact, powers)
    return Hidden(log, facts, without, powers)


def _facts_of(cards: list[str]) -> Iterator[Fact]:
    for card in cards:
        yield from (Fact(card, "powers"), Fact(card, "types"))
        for spell in {spell.slug: spell for spell in figures()[card].spells.values()}.values():
            yield Fact(card, "limit", spell.slug)
            if spell.kind == "attack":
                yield Fact(card, "element", spell.slug)
            if spell.range != "personal":
                yield Fact(card, "range", spell.slug)
            if spell.range not in ("personal", "close"):
                yield Fact(card, "alterable", spell.slug)


def _hide(facts: GameFacts, fact: Fact, powers: dict[str, str]) -> GameFacts:
    if fact.field == "types":
        return _with_card(facts, fact.card, types=(), boss=None)
    text = facts.texts.figures[fact.card]
    if fact.field == "powers":
        left = tuple(power for power in text.powers if power != powers.get(fact.card))
        return _with_text(facts, fact.card, powers=left, lacks=frozenset({"powers"}), missing="a power")
    return _with_spell(facts, fact, HIDDEN[fact.field], seen=False)


def _values(hidden: Hidden, fact: Fact, rng: Rng) -> list[Any]:
    match fact.field:
        case "types":
            return [*rng.shuffled(_all_types())[:TYPES], *values_of(hidden.without, fact)]
        case "limit":
            return [*LIMITS][:-1]
        case "range":
            return [kind for kind in RANGES if kind not in ("unknown", "personal")]
        case "powers":
            single, printed = values_of(hidden.without, fact), hidden.powers.get(fact.card)
            return [*single, *((printed, power) for power in single if printed and power not in (printed, NO_POWER))]
        case _:
            return values_of(hidden.without, fact)


def _with_value(facts: GameFacts, fact: Fact, value: Any) -> GameFacts:
    if fact.field == "types" and value in _all_types():
        return _with_card(facts, fact.card, types=(value,), boss=value == "Boss")
    if fact.field in ("limit", "range"):
        ends = {"least": 1, "most": 1} if value == "close" else {}
        return _with_spell(facts, fact, {fact.field: value, **ends}, seen=True)
    facts = with_values(facts, {fact: value})
    return _with_text(facts, fact.card, lacks=frozenset(), missing=None) if fact.field == "powers" else facts


def answer(seed: str, draws: int = DRAWS) -> Answer | None:
    hidden = hidden_game(seed)
    if hidden is None:
        return None
    first, rng = hidden.report(hidden.without), Rng(f"{seed}/draws")
    end = Result(first.winner, first.glory, () if first.winner is None else (first.winner,))
    values = [(fact, value) for fact in hidden.facts if draws for value in _values(hidden, fact, rng)]
    alone = {each: game for each in values if (game := hidden.played_with(*each)) is not None}
    within = {fact: [value for of, value in alone if of == fact] for fact in hidden.facts}
    together = islice(_games(hidden, within, rng), draws * (MORE if first.proof.decisive else 1))
    needed = any(not follows(game, end) for game in chain(alone.values(), together) if game is not None)
    return Answer(first.proof.decisive, needed, first.verdict, hidden.facts, len(values), len(values) - len(alone))


def _games(hidden: Hidden, within: dict[Fact, list[Any]], rng: Rng) -> Iterator[Game | None]:
    """With each hidden fact drawn anew."""
    while all(within.values()):
        facts = hidden.without
        for fact, values in within.items():
            facts = _with_value(facts, fact, rng.one_of(values))
        yield hidden.played(facts)


def _with_card(facts: GameFacts, slug: str, **printed: Any) -> GameFacts:
    cards = [replace(card, **printed) if card.slug == slug else card for card in facts.cards.cards]
    return replace(facts, cards=Catalogue(facts.cards.expansions.values(), cards))


def _with_text(facts: GameFacts, slug: str, **printed: Any) -> GameFacts:
    text = replace(facts.texts.figures[slug], **printed)
    return replace(facts, texts=replace(facts.texts, figures={**facts.texts.figures, slug: text}))


def _with_spell(facts: GameFacts, fact: Fact, printed: dict[str, Any], *, seen: bool) -> GameFacts:
    spells = facts.texts.figures[fact.card].spells
    own = spells[fact.spell or ""]
    unknown = own.unknown - {fact.field} if seen else own.unknown | {fact.field}
    other = replace(own, **printed, unknown=unknown)
    return _with_text(facts, fact.card, spells={name: other if each is own else each for name, each in spells.items()})


@cache
def _all_types() -> tuple[str, ...]:
    return tuple(sorted({kind for card in catalogue().cards for kind in card.types}))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    wanted = parser.parse_args().games
    answers: list[Answer] = []
    wrong: list[str] = []
    number = 0
    while len(answers) < wanted:
        found = answer(f"hidden/{number}")
        if found:
            answers.append(found)
            missed = "missed" if found.needed and not found.said else ""
            accused = "called illegal" if found.verdict == "invalid" else ""
            wrong += [f"{what}: hidden/{number}: {found.hidden}\n" for what in (missed, accused) if what]
        number += 1
    said, needed = sum(each.said for each in answers), sum(each.needed for each in answers)
    values, illegal = sum(each.values for each in answers), sum(each.illegal for each in answers)
    sys.stdout.write(
        f"{wanted} games: winner or GG changed in {needed}, said to be open in {said};"
        f" {illegal} of {values} values made an action illegal\n"
    )
    sys.stdout.writelines(wrong)
    return 1 if wrong or said > 2 * needed else 0


if __name__ == "__main__":
    sys.exit(main())
