"""Which tokens of a unit are open: face up, while nobody has said what they give; and what such tokens may hold."""

from rules.arena.engine.units import Reward, Unit


def is_open(reward: Reward) -> bool:
    """It lies face up, and nobody has said what it gives."""
    return reward.face_up and (reward.text is None or (reward.text.claimed and not reward.text.explained))


def open_tokens(unit: Unit) -> list[Reward]:
    return [reward for reward in unit.rewards if is_open(reward)] if unit.rewards else []


def dice_that_tokens_may_add(unit: Unit) -> int:
    return len(open_tokens(unit))


def spells_that_tokens_may_give(unit: Unit) -> int:
    """A Weapon brings a spell of its own, and so may a Boost (4.7.5.a)."""
    return len(spells_claimed_for_tokens(unit)) + len(open_tokens(unit)) if unit.rewards else 0


def spells_claimed_for_tokens(unit: Unit) -> set[str]:
    return {slug for text in unit.face_up() for slug in text.claimed_spells}


def powers_claimed_for_tokens(unit: Unit) -> set[str]:
    return {slug for text in unit.face_up() for slug in text.claimed_powers}


def unseen_in(unit: Unit, part: str) -> list[str]:
    """What was not known: the card, where that part of it was never seen, otherwise the tokens that nobody entered."""
    if part in unit.profile.lacks:
        return [unit.profile.card]
    return [token.slug for token in unit.rewards if is_open(token) or _is_claimed(token)]


def _is_claimed(token: Reward) -> bool:
    return token.face_up and token.text is not None and token.text.claimed
