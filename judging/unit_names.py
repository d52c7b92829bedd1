"""What to call, in the viewer's language, what the events of a game name by letters and slugs."""

from collections.abc import Mapping

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.arena.public import PUNCH, Game, Log, RewardText, Spell
from rules.games import DEFAULT
from teams.wording import card_title


def names_of(log: Log, game: Game) -> dict[str, str]:
    """Players, spells and rewards: what stays the same all through the game."""
    of_units = (spell for unit in game.units.values() for spell in unit.profile.spells.values())
    spells = {spell.slug: printed_name(spell) for spell in (PUNCH, *of_units)}
    players = {side: player.name or _("Player %(letter)s") % {"letter": side} for side, player in log.players.items()}
    return {**{reward.slug: printed_name(reward) for reward in game.texts.rewards.values()}, **spells, **players}


def names_now(log: Log, game: Game) -> dict[str, str]:
    """With the figures that are in play at this moment."""
    units = {unit.name: unit_title(unit.profile.card, unit.profile.title) for unit in game.units.values()}
    figures = {unit.name: (unit.player, units[unit.name]) for unit in game.units.values() if unit.is_krosmaster}
    return names_of(log, game) | units | numbered(figures)


def numbered(figures: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Player and title of each; one that stands twice in a team gets its number, on boards as in sentences."""
    places: dict[tuple[str, str], list[str]] = {}
    for unit, figure in figures.items():
        places.setdefault(figure, []).append(unit)
    return {
        unit: f"{figure[1]} {places[figure].index(unit) + 1}" if len(places[figure]) > 1 else figure[1]
        for unit, figure in figures.items()
    }


def printed_title(slug: str) -> str:
    """A figure, a summon or a reward, as its card or token is called; what is in no data by its slug."""
    texts = DEFAULT.facts.built_in().texts
    reward, summon = texts.rewards.get(slug), texts.summons.get(slug)
    if DEFAULT.catalogue().find(slug) is not None:
        return card_title(slug)
    return printed_name(reward) if reward else summon.name if summon else slug


def spell_title(card: str, spell: str) -> str:
    texts = DEFAULT.facts.built_in().texts
    text = texts.figures.get(card) or texts.rewards.get(card) or texts.summons.get(card)
    printed = text.spells.get(spell) if text else PUNCH if spell == PUNCH.slug else None
    return printed_name(printed) if printed else spell


def printed_name(text: Spell | RewardText) -> str:
    """As the card of the reader's language calls it, where somebody has entered that."""
    return text.french if text.french and get_language() == "fr" else text.name


def unit_title(card: str, title: str) -> str:
    """French readers know the figures by their French names."""
    known = DEFAULT.catalogue().get(card) if get_language() == "fr" else None
    return known.french if known and known.french else title


def title_of(slug: str) -> str:
    """A figure or a Demonic Reward, as what is printed on it calls it."""
    token = DEFAULT.facts.built_in().texts.rewards.get(slug)
    return printed_name(token) if token else card_title(slug)


def spells_of_card(card: str) -> dict[str, str]:
    """By their slugs and by what they are called in English: sentences of the rules name them either way."""
    text = DEFAULT.facts.built_in().texts.figures.get(card)
    spells = text.spells if text else {}
    return {key: printed_name(spell) for spell in spells.values() for key in (spell.slug, spell.name)}
