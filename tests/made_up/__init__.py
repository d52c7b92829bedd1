"""Figures, summons and rewards made up for the tests: read by the loader of the real ones, and known without a gap.

The site's own data stays as it is: the made-up cards are there as long as `made_up_cards()` lasts.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

from rules.arena import cards, legality, texts
from rules.arena.cards import Catalogue
from rules.arena.printed import RANKS, CardTexts, RewardText
from rules.arena.team import check
from rules.arena.texts import load
from tools.selfplay.rng import Rng

HERE = Path(__file__).parent
LEVEL = 12
FIRST_BOX = ("queen-of-the-tofus", "king-of-the-gobballs", "bill-tell", "oscar-kass")  # no fact of theirs is unknown


@contextmanager
def made_up_cards(*, with_ranks: bool = False) -> Iterator[None]:
    """The real cards and the made-up ones together; tokens of which anything is unknown are left out.

    Of most real tokens the rank is unknown, so that a log is believed in what they cost: `with_ranks` gives each one.
    """
    catalogue, printed = _both()
    if with_ranks:
        printed = replace(printed, rewards=_ranked(printed))
    with patch.object(cards, "load", lambda _: catalogue), patch.object(texts, "load", lambda _: printed):
        _forget()
        yield
    _forget()


@cache
def _both() -> tuple[Catalogue, CardTexts]:
    real, ours = cards.load(cards.CARDS), cards.load(HERE / "cards")
    known, made_up = load(texts.FOLDER), load(HERE / "texts")
    rewards = {name: reward for name, reward in known.rewards.items() if _fully_known(reward, known)}
    both = replace(
        known,
        figures={**known.figures, **made_up.figures},
        summons={**known.summons, **made_up.summons},
        rewards={**rewards, **made_up.rewards},
    )
    return Catalogue([*real.expansions.values(), *ours.expansions.values()], [*real.cards, *ours.cards]), both


def _fully_known(reward: RewardText, known: CardTexts) -> bool:
    summoned = [effect.arguments["summon"] for effect in reward.effects if effect.do == "summon-beside"]
    spells = reward.spells.values()
    return not any(spell.unknown for spell in spells) and all(known.summons[name].known for name in summoned)


def _ranked(printed: CardTexts) -> dict[str, RewardText]:
    slugs = sorted({reward.slug for reward in printed.rewards.values()})
    ranks = {slug: RANKS[place % len(RANKS)] for place, slug in enumerate(slugs)}
    return {name: replace(text, rank=text.rank or ranks[text.slug]) for name, text in printed.rewards.items()}


def _forget() -> None:
    for read in (cards.catalogue, texts.card_texts, texts.built_in, legality.profiles):
        read.cache_clear()


def known_team(rng: Rng, among: Callable[[str], bool] = bool) -> list[str]:
    """A legal team of figures of which every fact is known, made-up ones mostly."""
    known = [card for card in cards.catalogue().cards if card.expansion == "made-up" or card.slug in FIRST_BOX]
    pool = [card for card in known if among(card.slug)]
    while True:
        team: list[cards.Card] = []
        for card in rng.shuffled([*pool, *pool]):
            fits = sum(member.level for member in team) + card.level <= LEVEL
            if (
                fits
                and (card.colour != "gold" or card not in team)
                and (not card.boss or not any(m.boss for m in team))
            ):
                team.append(card)
        if sum(member.level for member in team) == LEVEL and 3 <= len(team) <= 8:
            return [card.slug for card in team]


def known_pair(rng: Rng) -> list[str]:
    """Two such figures, for a game of three or four players (9.1.2)."""
    pool = [card.slug for card in cards.catalogue().cards if card.expansion == "made-up" or card.slug in FIRST_BOX]
    while True:
        pair = [rng.one_of(pool), rng.one_of(pool)]
        if check(pair, "four-player").is_legal:
            return pair


def limited_team(rng: Rng) -> list[str]:
    """A limited team of such figures: copies as they come, and not always the highest level (1.1.2)."""
    pool = [card for card in cards.catalogue().cards if card.expansion == "made-up" or card.slug in FIRST_BOX]
    while True:
        team = [rng.one_of(pool) for _ in range(rng.one_of((3, 3, 4, 5)))]
        if sum(card.level for card in team) <= LEVEL:
            return [card.slug for card in team]


def mixed_team(rng: Rng) -> list[str]:
    """A legal team with a figure of which nobody knows the text."""
    unseen = [card for card in cards.catalogue().cards if card.slug not in texts.card_texts().figures]
    while True:
        known = [card for card in cards.catalogue().cards if card.slug in known_team(rng)]
        team = [rng.one_of(unseen), *known[1:]]
        if check([card.slug for card in team]).is_legal:
            return [card.slug for card in team]


def team_with(rng: Rng, *figures: str) -> list[str]:
    """A team of known figures, these among them."""
    while True:
        team = known_team(rng)
        if {*figures} <= {*team}:
            return team
