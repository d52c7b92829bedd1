"""Titles of the dated legality profiles in rules/arena/data/legality.toml, listed here for translation."""

from django.utils.translation import gettext, gettext_noop

from rules.games import DEFAULT, Legality

DATED = (
    gettext_noop("Every card, no list"),
    gettext_noop("Every expansion is legal, nothing is banned, and only a printed Boss type makes a Boss."),
    gettext_noop("Boss list of November 2015"),
    gettext_noop("No source that we have found gives the bans and legal expansions of that date."),
    gettext_noop("Boss and ban lists of May 2016"),
    gettext_noop("The rest of that page is not known: the Boss list is that of November 2015 without Theo."),
    gettext_noop("Boss and ban lists of May 2017"),
    gettext_noop("No source that we have found says which expansions were legal: all but the revised cards are."),
    gettext_noop("Eternal format of May 2017"),
    gettext_noop("Every season and the revised cards, without a Boss or ban list."),
    gettext_noop(
        "The publisher's list of stars and of names in red was not found, so neither is checked here; the "
        "profiles with stars are inferred."
    ),
    gettext_noop("Boss and ban lists of January 2018"),
    gettext_noop("Statuses of November 2018"),
    gettext_noop(
        "The Boss and ban lists were replaced by statuses that change MP, AP and HP. They do not change "
        "what a team may hold; players apply them at the table."
    ),
    gettext_noop(
        "Penalties: Julith AP -1 and HP -2; Black Crow AP -1; Grougalorasalar MP -1; Djaul HP -2; Khan "
        "Karkass MP -1; Dragon Pig MP -1. Bonus: the Wild type HP +2, Grougaloragran - Old not included."
        " The rest of the bonuses was not seen."
    ),
    gettext_noop("Statuses of February 2019"),
    gettext_noop(
        "Statuses change MP, AP and HP. They do not change what a team may hold; players apply them at the table."
    ),
    gettext_noop(
        "Penalties: Bakara MP -1; Black Crow AP -1; Dragon Pig MP -1; Djaul HP -1; Grougalorasalar MP "
        "-1; Julith AP -1; Khan Karkass MP -1; Mint King HP -1."
    ),
    gettext_noop(
        "Bonuses: Bworker HP +2; Elite Chafer AP +1 and HP +1; Le Chouque HP +2; Missiz Freezz AP +1; "
        "Oropo MP +1; Otomai HP +2; Puny Vampire HP +2; Remington Smisse - Mercenary HP +2; Royal Tofu "
        "AP +1 and HP +2; Strawberry King MP +1. Types: Wild HP +1, Dreggon AP +1 and HP +1, Minotor MP "
        "+1."
    ),
    gettext_noop("Seasons 3 to 6, May 2019"),
    gettext_noop(
        "A card is legal by the season that the French list gives it; a card that this list does not hold is not legal."
    ),
    gettext_noop("The list comes from a tournament tool, not from the publisher."),
    gettext_noop("the rules alone"),
    gettext_noop("publisher's news 443534"),
    gettext_noop("publisher's news 523298"),
    gettext_noop("publisher's news 698291"),
    gettext_noop("publisher's forum 85528"),
    gettext_noop("publisher's forum 85548"),
    gettext_noop("history of a public map editor"),
    gettext_noop("a public map editor"),
    gettext_noop("a public tournament page in French"),
    gettext_noop("Legal figures of 2019 (inferred)"),
    gettext_noop("Eternal format, every figure with stars (inferred)"),
    gettext_noop("Eternal format, up to 2 stars (inferred)"),
    gettext_noop("Eternal format, 1 star (inferred)"),
    gettext_noop(
        "Inferred: an archived card database marks the figures; the publisher's own list was not found. Ten "
        "figures that it does not hold are taken as legal."
    ),
    gettext_noop(
        "Inferred: an archived card database gives the stars; a figure without stars is taken as not legal. "
        "Ten figures that it does not hold are taken as legal."
    ),
    gettext_noop(
        "Whether the publisher's maximum was meant for each figure or for the team is in no source that we "
        "have found: here it is for each figure."
    ),
    gettext_noop("an archived card database (krosfinder)"),
)


def title_of(legality: Legality) -> str:
    """Return the translated title of a dated profile, or the title given by its owner."""
    return gettext(legality.title) if legality.name in DEFAULT.lists.profiles() else legality.title


def notes_of(legality: Legality) -> list[str]:
    is_dated = legality.name in DEFAULT.lists.profiles()
    return [gettext(note) for note in legality.notes] if is_dated else list(legality.notes)


def source_of(legality: Legality) -> str:
    """Return the translated source of a dated profile, or the name of its owner."""
    return gettext(legality.source) if legality.name in DEFAULT.lists.profiles() else legality.source
