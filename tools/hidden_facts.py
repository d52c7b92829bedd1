"""Whether a report says beforehand what a missing fact would change.

    python -m tools.hidden_facts [--games 500]

Random games of figures that are known whole; one to five facts are hidden, and the log is checked. Then each of them
is drawn anew from its legal values, several times, and the log is played again: wherever winner or GG change, the first
report had to call them open. It should say so in at most twice as many games as needed.

A fact may have only a value within what the log shows: a draw that makes an action illegal is not what the players
played with. Such a log is unverified before and illegal after, and who wins it is not asked; those draws are counted.
The result that the players wrote down is no such action: it is what they made of the game, with the former value.
Where the report calls winner or GG open, more is drawn until one changes them.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from rules.arena.cards import Catalogue, catalogue
from rules.arena.facts import GameFacts
from rules.arena.log import Log, read
from rules.arena.other_values import NO_POWER, POWERS, values_of, with_values
from rules.arena.printed import Spell
from rules.arena.printed_words import LIMITS, RANGES
from rules.arena.replay import replay
from rules.arena.team import check
from rules.arena.texts import built_in, figures
from rules.common.proof import Fact
from rules.common.verdicts import Report
from tools.selfplay.game import random_game
from tools.selfplay.rng import Rng

DRAWS = 6
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
    draws: int
    illegal_draws: int


@dataclass(frozen=True)
class Hidden:
    log: Log
    facts: tuple[Fact, ...]
    without: GameFacts

    def report(self, facts: GameFacts) -> Report:
        return replay(replace(self.log, facts=facts))

    def report_of_the_actions(self, facts: GameFacts) -> Report:
        """Held to no result."""
        return replay(replace(self.log, facts=facts, result=None))


@cache
def known_figures() -> tuple[str, ...]:
    """Of which nothing is missing, and whose spells summon nothing."""
    texts = figures()
    return tuple(
        card.slug
        for card in catalogue().cards
        if card.types and card.boss is not None and (text := texts.get(card.slug)) is not None
        if not text.missing and not text.lacks and not any(map(_is_open, text.spells.values()))
    )


def _is_open(spell: Spell) -> bool:
    return bool(spell.unknown or spell.control or spell.words)


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
    without = built_in()
    for fact in facts:
        without = _hide(without, fact, rng)
    return Hidden(log, facts, without)


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


def _hide(facts: GameFacts, fact: Fact, rng: Rng) -> GameFacts:
    if fact.field == "types":
        return _with_card(facts, fact.card, types=(), boss=None)
    text = facts.texts.figures[fact.card]
    if fact.field == "powers":
        powers = [power for power in text.powers if power in POWERS]
        hidden = rng.one_of(powers) if powers else None
        left = tuple(power for power in text.powers if power != hidden)
        return _with_text(facts, fact.card, powers=left, lacks=frozenset({"powers"}), missing="a power")
    return _with_spell(facts, fact, HIDDEN[fact.field], seen=False)


def drawn(hidden: Hidden, rng: Rng) -> GameFacts:
    """Each hidden fact with one of its legal values."""
    facts = hidden.without
    for fact in hidden.facts:
        if fact.field == "types":
            kinds = tuple(rng.shuffled(_all_types())[:2])
            facts = _with_card(facts, fact.card, types=kinds, boss=rng.happens(0.3))
        elif fact.field == "limit":
            facts = _with_spell(facts, fact, {"limit": rng.one_of([*LIMITS][:-1])}, seen=True)
        elif fact.field == "range":
            kind = rng.one_of([kind for kind in RANGES if kind not in ("unknown", "personal")])
            ends = {"least": 1, "most": 1} if kind == "close" else {}
            facts = _with_spell(facts, fact, {"range": kind, **ends}, seen=True)
        else:
            value = rng.one_of(values_of(facts, fact))
            facts = with_values(facts, {fact: value})
            if fact.field == "powers" and value != NO_POWER:
                facts = _with_text(facts, fact.card, lacks=frozenset(), missing=None)
    return facts


def answer(seed: str, draws: int = DRAWS) -> Answer | None:
    hidden = hidden_game(seed)
    if hidden is None:
        return None
    first = hidden.report(hidden.without)
    is_open, illegal, rng = first.proof.decisive, 0, Rng(f"{seed}/draws")
    most = MORE * draws if is_open else draws
    for number in range(1, most + 1):
        other = hidden.report_of_the_actions(drawn(hidden, rng))
        illegal += bool(other.errors)
        needed = not other.errors and (other.winner, other.glory) != (first.winner, first.glory)
        if needed or number == most:
            return Answer(is_open, needed, first.verdict, hidden.facts, number, illegal)
    return Answer(is_open, needed=False, verdict=first.verdict, hidden=hidden.facts, draws=0, illegal_draws=0)


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
    draws, illegal = sum(each.draws for each in answers), sum(each.illegal_draws for each in answers)
    sys.stdout.write(
        f"{wanted} games: winner or GG changed in {needed}, said to be open in {said};"
        f" {illegal} of {draws} draws made an action illegal\n"
    )
    sys.stdout.writelines(wrong)
    return 1 if wrong or said > 2 * needed else 0


if __name__ == "__main__":
    sys.exit(main())
