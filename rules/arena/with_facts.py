"""What a game is held against: the data, with the facts of a document in the places of what it says itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rules.arena.boards import Board
from rules.arena.cards import Card, catalogue
from rules.arena.facts import GameFacts
from rules.arena.facts_document import GAME, Fact, read_all
from rules.arena.log import Log
from rules.arena.printed import CardTexts, RewardText, SummonText, Text
from rules.arena.text_tables import RewardTable
from rules.arena.texts import built_in
from rules.common.facts import LONGEST_SLUG, MAX_BYTES, MAX_DEPTH
from rules.common.names import slugify
from rules.common.ruleset import Packs
from rules.common.strictjson import loads


def known_with(facts: Iterable[Fact], *, digest: str = "", left_out: tuple[str, ...] = ()) -> GameFacts:
    """The data with these facts in the place of what it says itself."""
    texts = built_in().texts
    figures, summons, rewards = dict(texts.figures), dict(texts.summons), dict(texts.rewards)
    boards: dict[str, Board] = {}
    cards: list[Card] = []
    printed: dict[str, Mapping[str, Any]] = {}
    for fact in facts:
        match fact.printed:
            case Text() as figure:
                figures[fact.slug] = figure
                if figure.front:
                    printed[fact.slug] = figure.front
            case SummonText() as summon:
                summons[fact.slug] = summon
            case RewardText() as reward:
                _put(rewards, fact, reward)
            case Board() as board:
                boards |= dict.fromkeys((board.slug, *board.also), board)
            case Card() as card:
                cards.append(card)
    known = catalogue().with_cards(cards) if cards else catalogue()
    if printed:
        known = known.with_printed(printed)
    return GameFacts(CardTexts(figures, summons, rewards), boards, digest, known, left_out)


def _put(rewards: dict[str, RewardText], fact: Fact, reward: RewardText) -> None:
    """A token whose text says what no primitive can is none that the engine could hold anybody to."""
    for name in [name for name, other in rewards.items() if other.slug == fact.slug]:
        del rewards[name]
    if isinstance(fact.table, RewardTable) and fact.table.words is None:
        others = [name for name in reward.also if name not in rewards]
        rewards |= dict.fromkeys((reward.slug, *others), reward)


@lru_cache(maxsize=8)
def known_from(content: bytes) -> GameFacts:
    """What a stored document adds to the data. Reading 500 facts takes a while, so the last ones are kept."""
    document = loads(content, max_bytes=4 * MAX_BYTES, max_depth=MAX_DEPTH)
    facts, problems = read_all(document)
    digest = document["digest"] if isinstance(document, dict) else ""
    return known_with(facts, digest=digest, left_out=tuple(sorted({problem.about[0] for problem in problems})))


def with_facts(log: Log, packs: Packs) -> Log:
    """The log, to be played with the facts of a document of Arena; without one, with the built-in data alone."""
    content = packs.get(GAME, b"")
    facts = known_from(content) if content else None
    return log if facts is log.facts else replace(log, facts=facts)


def named_in(log: Log) -> list[str]:
    """The keys of the facts that a log depends on, as far as it names them: its figures, its arena, its rewards."""
    found = (log.catalogue.find(name) for player in log.players.values() for name in player.team.values())
    cards = {card.slug for card in found if card is not None}
    named = {f"text:{slug}" for slug in cards} | {f"card:{slug}" for slug in cards if slug not in catalogue()}
    named.add(f"board:{log.arena}")
    for action in log.actions:
        named |= {f"reward:{slug}" for slug in _rewards_in(action)}
    return sorted(name for name in named if len(name) <= 2 * LONGEST_SLUG)


def _rewards_in(action: Mapping[str, Any]) -> Iterator[str]:
    for value in (action.get("reward"), (action.get("choices") or {}).get("reward")):
        if isinstance(value, str):
            yield slugify(value)
