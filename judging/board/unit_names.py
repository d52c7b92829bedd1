"""Display names, in the viewer's language, for what the events of a game name by letters and slugs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules.arena.public import PUNCH, Game, Log, PowerText, RewardText, Spell
from rules.games import DEFAULT
from teams.wording import TERMS, card_title


def names_of(log: Log, game: Game) -> dict[str, str]:
    """Return the names of players, spells and rewards, which stay the same throughout the game."""
    of_units = (spell for unit in game.units.values() for spell in unit.profile.spells.values())
    spells = {spell.slug: printed_name(spell) for spell in (PUNCH, *of_units)}
    players = {side: player.name or _("Player %(letter)s") % {"letter": side} for side, player in log.players.items()}
    return {**{reward.slug: printed_name(reward) for reward in game.texts.rewards.values()}, **spells, **players}


def names_now(log: Log, game: Game) -> dict[str, str]:
    """Return these names and those of the figures that are in play now."""
    units = {unit.name: unit_title(unit.profile.card, unit.profile.title) for unit in game.units.values()}
    figures = {unit.name: (unit.player, units[unit.name]) for unit in game.units.values() if unit.is_krosmaster}
    of_twins = twins(figures)
    summons = {name: numbered_summon(name, title, of_twins) for name, title in units.items()}
    return names_of(log, game) | summons | numbered(figures)


OPTIONS = {
    "heal": gettext_lazy("heal injuries"),
    "damage": gettext_lazy("1 more damage"),
    "push": gettext_lazy("push"),
    "no": gettext_lazy("no"),
    "success": gettext_lazy("the roll succeeds"),
    "failure": gettext_lazy("the roll fails"),
    "nothing": gettext_lazy("say nothing"),
}


def name_options(asked: Iterable[dict[str, Any]], game: Game, names: Mapping[str, str]) -> None:
    """Add to the questions about an action what their options are called."""
    powers = {slug: power for unit in game.units.values() for slug, power in unit.profile.explained.items()}
    called = {**{slug: printed_name(power) for slug, power in powers.items()}, **names}
    for question in asked:
        if question["kind"] in ("pick", "order"):
            options = [each["effect"] if isinstance(each, dict) else each for each in question["options"]]
            question["titles"] = [capfirst(_option_title(str(each), called)) for each in options]


def _option_title(option: str, names: Mapping[str, str]) -> str:
    """Return what a choice is called: a piece, spell, token, card, gauge or side; two of them are joined."""
    parts = option.split("-and-")
    if len(parts) > 1 and all(part in OPTIONS or part in TERMS for part in parts):
        return _("%(one)s and %(other)s") % {
            "one": _option_title(parts[0], names),
            "other": _option_title(parts[1], names),
        }
    known = names.get(option) or OPTIONS.get(option) or TERMS.get(option) or printed_title(option)
    return str(known) if str(known) != option else option.replace("-", " ")


def titles_of_teams(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the titles of the figures of a log's header, numbered in the order in which they stand on the table."""
    return numbered(figures_of_teams(header))


def figures_of_teams(header: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the side and the title of each figure of a log's header, in the order in which they stand on the table."""
    figures: dict[str, tuple[str, str]] = {}
    for side, player in header.get("players", {}).items():
        team = player.get("team", {})  # in a log of Quest everyone is one figure, and called by their name
        line = [unit for unit in (*player.get("timeline", ()), *team) if unit in team]
        figures |= {unit: (side, own_title(header, team[unit]) or printed_title(team[unit])) for unit in line}
    return figures


def own_title(header: Mapping[str, Any], slug: str) -> str:
    """Return a title that the header itself brings, of a game whose cards come in as facts."""
    own = header.get("titles", {}).get(slug, {})
    return str(own.get(get_language() or "", "") or own.get("en", ""))


def numbered(figures: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return titles of figures. One that a team has twice gets a number, on boards as in sentences."""
    places: dict[tuple[str, str], list[str]] = {}
    for unit, figure in figures.items():
        places.setdefault(figure, []).append(unit)
    return {
        unit: f"{figure[1]} {places[figure].index(unit) + 1}" if len(places[figure]) > 1 else figure[1]
        for unit, figure in figures.items()
    }


def twins(figures: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the titles of those figures alone that have a number."""
    return {unit: title for unit, title in numbered(figures).items() if title != figures[unit][1]}


def numbered_summon(unit: str, title: str, twins: Mapping[str, str]) -> str:
    """Return the title of a summon with its number: "b4/water-bomb-2" is the second water bomb of b4.

    Where b4 has a twin, which may have a second water bomb too, the summoner stands beside it.
    """
    summoner, _slash, summon = unit.partition("/")
    number = summon.rpartition("-")[2]
    return with_owner(f"{title} {number}", twins.get(summoner)) if number.isdigit() else title


def owners_of_shared(game: Game, players: Mapping[str, str]) -> dict[str, str]:
    """Return the player's name of each figure that somebody else plays too: sentences tell it apart by its player."""
    figures = [unit for unit in game.units.values() if unit.is_krosmaster]
    seats = {(unit.profile.card, unit.player) for unit in figures}
    times = Counter(card for card, _player in seats)
    return {unit.name: players[unit.player] for unit in figures if times[unit.profile.card] > 1}


def with_owner(title: str, owner: str | None) -> str:
    return f"{title} ({owner})" if owner else title


def printed_title(slug: str) -> str:
    """Return the printed title of a figure, summon or reward, or the slug if it is unknown."""
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


def printed_name(text: Spell | RewardText | PowerText) -> str:
    """Return the name on the card in the reader's language, if somebody has entered it."""
    return text.french if text.french and get_language() == "fr" else text.name


def unit_title(card: str, title: str) -> str:
    """Return the title of a figure; French readers get the French one."""
    known = DEFAULT.catalogue().get(card) if get_language() == "fr" else None
    return known.french if known and known.french else title


def spells_of_card(card: str) -> dict[str, str]:
    """Return spell names by slug and by English name, because messages of the rules use either."""
    text = DEFAULT.facts.built_in().texts.figures.get(card)
    spells = text.spells if text else {}
    return {key: printed_name(spell) for spell in spells.values() for key in (spell.slug, spell.name)}
