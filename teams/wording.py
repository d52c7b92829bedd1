"""Messages of the rules in the reader's language, and the facts of cards for pages and the API."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.text.french import Elided
from rules.common.articles import Article
from rules.common.messages import Message
from rules.common.verdicts import Issue
from rules.games import DEFAULT, RULESETS, Card, Catalogue, TeamVerdict

MOST_CARDS = 2000  # of all languages, each made once
COLOURS = {"gold": _("gold"), "white": _("white"), "black": _("black"), "unknown": _("name colour unknown")}
VERDICTS = {"legal": _("legal"), "illegal": _("not legal yet"), "malformed": _("cannot be read")}

# labels of the range of spells, and of what they do
RANGES = {
    "close": _("close combat"),
    "ranged": _("ranged"),
    "line": _("in a line"),
    "unseen": _("without line of sight"),
    "personal": _("on the caster"),
    "unknown": _("not known"),
}
KINDS = {"attack": _("attack"), "special": _("special"), "healing": _("healing")}
ELEMENTS = {
    "water": _("water"),
    "air": _("air"),
    "earth": _("earth"),
    "fire": _("fire"),
    "neutral": _("neutral"),
    "unknown": _("element unknown"),
}
POWERS = {
    "armour": _("armour"),
    "dodge": _("dodge"),
    "lock": _("lock"),
    "critical-hit": _("critical hit"),
    "slowing-presence": _("slowing presence"),
    "resistance-air": _("resistance to air"),
    "resistance-water": _("resistance to water"),
    "resistance-earth": _("resistance to earth"),
    "resistance-fire": _("resistance to fire"),
    "heroic-inspiration": _("heroic inspiration"),
    "resistance-water-air-earth-fire": _("resistance to every element"),
    "immune": _("immune"),
    "itty-bitty": _("Itty-Bitty"),
    "obstructive": _("Obstructive"),
    "counter": _("Counter"),
    "heal": _("Heal"),
    "unfazed": _("Unfazed"),
    "chance": _("Chance"),
    "agility": _("Agility"),
    "strength": _("Strength"),
    "intelligence": _("Intelligence"),
    "wisdom": _("Wisdom"),
    "prospecting": _("Prospecting"),
    "crafter": _("Crafter"),
    "farmer": _("Farmer"),
    "wear": _("Wear"),
    "profanation": _("Profanation"),
    "perfect-lock": _("perfect lock"),
    "claw-attack": _("claw attack"),
    "invisibility": _("Invisibility"),
    "compulsion": _("Compulsion"),
    "all-types": _("all types"),
    "interior-fire": _("Interior Fire"),
    "splicing": _("Splicing"),
    "desplicing": _("Desplicing"),
    "piggy-business": _("Piggy-Business"),
    "felinpossible": _("Felinpossible"),
    "sit-stay": _("Sit... Stay"),
    "protector-of-the-purple-claws": _("Protector of the Purple Claws"),
    "seduction": _("Seduction"),
    "lesser-fall": _("lesser fall"),
    "haziness": _("Haziness"),
    "big-game-hunter": _("Big-Game Hunter"),
    "false-friend": _("False Friend"),
    "wakforce": _("Wakforce"),
    "big-bad-moowolf": _("Big Bad Moowolf"),
    "two-at-a-time": _("at most 2 injuries at a time"),
    "cribbling": _("Cribbling"),
    "momia": _("Momia"),
    "moon-hammer": _("Moon Hammer"),
    "resistance-neutral": _("resistance to neutral damage"),
    "never-locked": _("cannot be locked"),
    "ecaflips-second-chance": _("Ecaflip’s Second Chance"),
    "wakute-vision": _("Wakute Vision"),
    "nice-zest": _("Nice Zest"),
    "bloqueo": _("Bloqueo"),
    "defrosting": _("Defrosting"),
    "golden-parachute": _("Golden Parachute"),
    "flame-return": _("Flame Return"),
    "drunkenness-of-combat": _("Drunkenness of Combat"),
    "buzzed": _("Buzzed"),
    "bombs": _("Bombs"),
    "gang-leader": _("Gang Leader"),
}

# terms of the game that occur as facts in messages of the rules
TERMS = {
    "critical": _("critical"),
    "critical-hit": _("critical"),
    "armour": _("armour"),
    "lock": _("lock"),
    "dodge": _("dodge"),
    "critical/dodge": _("critical/dodge"),
    "dofus": _("Dofus"),
    "heads": _("heads"),
    "tails": _("tails"),
    "coins": _("coins"),
    "blocks": _("blocks"),
    "standby": _("effects on standby"),
    "granite": pgettext_lazy("rank", "granite"),
    "jade": pgettext_lazy("rank", "jade"),
    "silver": pgettext_lazy("rank", "silver"),
    "gold": pgettext_lazy("rank", "gold"),
    "weapon": pgettext_lazy("equipment", "weapon"),
    "set": pgettext_lazy("equipment", "set"),
    "pet": pgettext_lazy("equipment", "pet"),
    "trophy": pgettext_lazy("equipment", "trophy"),
    "unseen": _("a spell of the card"),  # used when a log does not name the spell
    "explosion": _("explosion"),
    "click": _("click"),
    "steals-health": _("steals-health"),
    "counter": _("counter"),
    "wear": _("wear"),
    "tree": _("tree"),
    "bush": _("bush"),
    "crate": _("crate"),
    "south": _("south"),
    "north": _("north"),
    "west": _("west"),
    "east": _("east"),
    "ap": _("AP"),
    "mp": _("MP"),
    "range": _("range"),
    "AP": _("AP"),
    "MP": _("MP"),
}


NO_NAMES: Mapping[str, str] = {}


# If the name is known, "Player A" becomes "Ana"; in French the article must go, too.
BEFORE_A_NAME = re.compile(r"\b(?:Player|player|[Ll]e joueur|[Jj]oueur) (?=\{(?:player|winner)\})")
AFTER_A_PREPOSITION = {"du joueur {": "de {", "au joueur {": "à {"}


def render_message(sentence: Message, names: Mapping[str, str] = NO_NAMES) -> str:
    """Render a message. `names` are the display names of figures, players, spells and rewards in its facts."""
    text = gettext(sentence.text)
    if any(isinstance(who := sentence.facts.get(fact), str) and who in names for fact in ("player", "winner")):
        text = _without_the_word_player(text)
    return Elided(text).format_map({name: named(fact, names) for name, fact in sentence.facts.items()})


def _without_the_word_player(text: str) -> str:
    for before, after in AFTER_A_PREPOSITION.items():
        text = text.replace(before, after)
    return BEFORE_A_NAME.sub("", text)


def named(fact: Any, names: Mapping[str, str]) -> Any:
    """Return a fact as it is displayed; numbers remain numbers."""
    if isinstance(fact, list):
        return ", ".join(str(named(each, names)) for each in fact)
    if isinstance(fact, Message):
        return render_message(fact, names)
    if not isinstance(fact, str):
        return fact
    known = TERMS.get(fact) or POWERS.get(fact)
    return names.get(fact) or (str(known) if known else _turned_die(fact))


def _turned_die(fact: str) -> str:
    """Describe a die that was used as another face: "dofus>lock". Other words are returned as they are."""
    face, turned, used = fact.partition(">")
    if not (turned and face in TERMS and used in TERMS):
        return fact
    return gettext("%(face)s (used as %(used)s)") % {"face": TERMS[face], "used": TERMS[used]}


def article_of(number: str | None) -> Article | None:
    """The article of this number, of whatever ruleset: no two rulesets share a number."""
    language = get_language() or "en"
    found = (rules.articles(language).get(number or "") for rules in RULESETS.values())
    return next(filter(None, found), None)


def article_line(number: str | None) -> str:
    article = article_of(number)
    return article.line if article else ""


def distinct_errors(errors: Iterable[Issue]) -> list[tuple[Issue, str]]:
    """Return each error with its text, once for all copies of an unknown figure."""
    said: dict[str, Issue] = {}
    for error in errors:
        said.setdefault(render_message(_with_titles(error)), error)
    return [(error, words) for words, error in said.items()]


def _with_titles(error: Issue) -> Message:
    """Replace slugs of similar cards by their titles."""
    said = error.message
    if "nearest" not in said.facts:
        return said
    return replace(said, facts={**said.facts, "nearest": ", ".join(map(card_title, error.nearest))})


@dataclass(frozen=True, slots=True)
class IssueRow:
    """One violation for a page."""

    article: str
    code: str
    message: str
    mend: str
    figures: tuple[str, ...]


def violations(verdict: TeamVerdict, *, for_judges: bool = False) -> list[IssueRow]:
    """Return a row for every broken rule; the level that a pool allows is for judges only."""
    return [_violation_row(broken) for broken in (verdict if for_judges else for_players(verdict)).violations]


def notes(verdict: TeamVerdict) -> list[str]:
    """Return what is worth knowing of a list and breaks no rule, such as a figure that nobody has entered."""
    return [render_message(note.message) for note in verdict.notes]


def _violation_row(broken: Issue) -> IssueRow:
    return IssueRow(
        broken.article or "",
        broken.code,
        render_message(broken.message),
        render_message(broken.remedy) if broken.remedy else "",
        broken.about,
    )


def for_players(verdict: TeamVerdict) -> TeamVerdict:
    """Return the verdict without the level that the pool allows."""
    return replace(verdict, reachable=None, violations=tuple(_without_level(broken) for broken in verdict.violations))


def _without_level(broken: Issue) -> Issue:
    if broken.code != "level-could-be-higher":
        return broken
    level = {"level": broken.message.facts["level"]}
    return replace(
        broken,
        message=Message(text=gettext_noop("The levels add up to {level}; the pool allows more."), facts=level),
        remedy=Message(text=gettext_noop("Look for a higher total, up to 12."), facts=level),
    )


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card with everything a template needs, already formatted. A figure of another game has a name alone."""

    name: str
    card: Any = None  # a Card, or None
    url: str = ""
    colour: str = ""
    expansion: str = ""
    types: str = ""
    boss: str = ""
    french: str = ""
    copies: int = 1


def card_row(card: Card, *, copies: int = 1) -> CardShown:
    shown = _card_shown(card, get_language())
    return shown if copies == 1 else replace(shown, copies=copies)


@lru_cache(maxsize=MOST_CARDS)
def _card_shown(card: Card, _language: str | None) -> CardShown:
    return CardShown(
        card=card,
        name=card.full_name,
        url=reverse("teams:card", args=[card.slug]),
        colour=str(COLOURS[card.colour]),
        expansion=DEFAULT.catalogue().expansions[card.expansion].name,
        types=", ".join(card.types),
        boss="" if card.boss is False else gettext("Boss") if card.boss else gettext("not known"),
        french=card.french if card.french and card.french != card.full_name else "",
    )


def card_title(slug: str) -> str:
    """Return the title of a card; for French readers the French one, unless it is ambiguous."""
    card = DEFAULT.catalogue().find(slug)
    return slug if card is None else _title_in(card, get_language())


def _title_in(card: Card, language: str | None) -> str:
    if language == "fr" and card.french and DEFAULT.catalogue().find(card.french) == card:
        return card.french
    return card.full_name


def board_title(board: Any) -> str:
    return str(board.french if board.french and get_language() == "fr" else board.name)


def figure_title(slug: str, known: Any = None) -> str:
    """Return the title of a figure; `known` are those of a game that has no cards of Arena, if it is such a one."""
    if known is None or isinstance(known, Catalogue):
        known = DEFAULT.catalogue()
        card = known.find(slug)
    else:
        card = known.get(slug)
    if card is None:
        return gettext("unknown figure (%(typed)s)") % {"typed": slug.replace("-", " ")}
    if isinstance(known, Catalogue):
        return _title_in(card, get_language())
    return str(card.french if card.french and get_language() == "fr" else card.name)


def colon(name: object) -> str:
    """Append a colon as the reader's language sets it."""
    return gettext("%(name)s:") % {"name": name}


def names_of(slugs: Iterable[str], known: Any = None) -> list[str]:
    """Return the titles of figures. Of other games than Arena those that nobody knows are shown too."""
    if known is not None and not isinstance(known, Catalogue):
        return [figure_title(slug, known) for slug in slugs]
    catalogue, language = DEFAULT.catalogue(), get_language()
    return [_title_in(card, language) for slug in slugs if (card := catalogue.get(slug))]


def figures_with_counts(figures: Iterable[str], known: Any = None) -> str:
    """Return the figures in one line, each once with its number of copies."""
    copies = Counter(figures)
    named = ((figure_title(slug, known), count) for slug, count in copies.items())
    return ", ".join(f"{name} × {count}" if count > 1 else name for name, count in named)


def counted(figures: Iterable[str], known: Any) -> list[CardShown]:
    """Return the cards of a list or a pool in the order of the timeline, each once with its number of copies; `known`
    is the catalogue with what confirmed texts correct in it. Games without a timeline keep the order of the list."""
    if not isinstance(known, Catalogue):
        return [CardShown(name=figure_title(slug, known), copies=count) for slug, count in Counter(figures).items()]
    copies = Counter(card for slug in figures if (card := known.get(slug)))
    ordered = sorted(copies, key=lambda card: (-card.initiative, card.name, card.slug))
    return [card_row(card, copies=copies[card]) for card in ordered]
