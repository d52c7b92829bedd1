"""What is known of one card or Demonic Reward, for tests that say what it should do."""

from rules.arena.printed import RewardText, Text
from rules.arena.texts import card_texts


def text_of(slug: str) -> Text | None:
    return card_texts().figures.get(slug)


def reward_of(slug: str) -> RewardText | None:
    return card_texts().rewards.get(slug)
