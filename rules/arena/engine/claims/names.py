"""Whether a card that nobody has entered may have a spell or power of that name (2.5, 2.7).

Any card may have the powers that chapter 4.9 explains for all. Another power that the data shows on some Krosmaster
may stand on further cards that nobody has entered; only where the rules name whose it is, it is that Krosmaster's, in
all its versions (2.1.2), and so are the spells that the data shows.
"""

from functools import lru_cache
from typing import Final

from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.log_claims import LONGEST_POWER
from rules.arena.power_names import BY_NAME_ONLY, PLAIN_POWERS, POWERS_WITH_ARGUMENT, read_power
from rules.arena.printed import CardTexts
from rules.common.fields import InvalidValue
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.names import slugify

OF_TOKENS: Final = frozenset({"perfect-lock", "feca-style", "sram-style"})  # 4.7.5.b: Demonic Rewards only
OF_SUMMONS: Final = frozenset({"profanation", "wear"})  # 4.9.30.a, 4.19.8
OF_MECHANISMS: Final = frozenset({"explosion", "click"})  # 4.19.5, 4.19.7: spells that a bomb and a trap cast
OF_ONE: Final = frozenset({"descendre-prank", "krowsome"})  # 4.18.3.d and 7.2.8.d name Djaul and Merkator
NOBODY: Final[frozenset[str]] = frozenset()
FOR_ALL: Final = "4.9."
# unknown facts of a spell that does not say whose it is
SEEN_TOO_LITTLE: Final = frozenset({"attack", "effects", "name"})


def why_not_its_power(game: Game, owner: Unit, power: str) -> Message | None:
    name, facts = slugify(power), {"unit": owner.name, "power": power}
    if name in OF_TOKENS:
        return _("{power} is a power of a Demonic Reward, not of {unit}.", **facts)
    if name in OF_SUMMONS and owner.is_krosmaster:
        return _("{power} is a power of summons, not of {unit}.", **facts)
    if _may_be_anybodys(name):
        return None
    owners = spell_owners(game.texts, name) | (_power_owners(game.texts, name) if name in OF_ONE else NOBODY)
    if owners and not owners & same_krosmaster(game, owner.profile.card):
        return _("{power} belongs to another card than that of {unit}.", **facts)
    return None


def note_where_it_was_seen(game: Game, owner: Unit, power: str) -> None:
    """Warn the judge: the data has the power on other Krosmasters only, so it is believed."""
    name = slugify(power)
    if _may_be_anybodys(name):
        return
    owners = _power_owners(game.texts, name)
    if owners and not owners & same_krosmaster(game, owner.profile.card):
        message = _("{power} is known of other cards only, not of that of {unit}.", unit=owner.name, power=power)
        game.say("warning", "power-seen-elsewhere", message, "2.7.1")


def _may_be_anybodys(name: str) -> bool:
    return name.partition("-")[0] in POWERS_WITH_ARGUMENT or PLAIN_POWERS.get(name, "").startswith(FOR_ALL)


def is_of_the_rules(name: str) -> bool:
    if name in BY_NAME_ONLY or len(name) > LONGEST_POWER:
        return False
    try:
        read_power(name)
    except InvalidValue:
        return False
    return True


def may_be_of_a_token(name: str) -> bool:
    """4.7.5.b: whether a token may have the power: its own, and those that chapter 4.9 explains."""
    return name in OF_TOKENS or (name not in OF_SUMMONS and PLAIN_POWERS.get(name, FOR_ALL).startswith(FOR_ALL))


def same_krosmaster(game: Game, card: str) -> frozenset[str]:
    """Other versions of a Krosmaster may have its spells and powers (2.1.2)."""
    found = game.cards.get(card)
    return frozenset({card, *(other.slug for other in game.cards.versions(found))} if found else {card})


@lru_cache(maxsize=500)
def spell_owners(texts: CardTexts, name: str) -> frozenset[str]:
    """The cards that have the spell in the data. A spell with unknown effects may be printed elsewhere too."""
    everybody = (texts.figures, texts.summons, texts.rewards)
    return frozenset(
        slug
        for kind in everybody
        for slug, text in kind.items()
        if name in text.spells and not text.spells[name].unknown & SEEN_TOO_LITTLE
    )


def owners_of_spell(game: Game, card: str, spell: str) -> frozenset[str]:
    """The other cards that have the spell; Explosion and Click are the spells of bombs and traps. None if the card is a
    version of one of them, or nobody's card shows it."""
    owners = spell_owners(game.texts, spell) or (OF_MECHANISMS & {spell})
    return NOBODY if owners & same_krosmaster(game, card) else owners


def _power_owners(texts: CardTexts, name: str) -> frozenset[str]:
    explained = {slug for slug, text in texts.figures.items() if name in text.explained}
    return frozenset(explained | {slug for slug, text in texts.figures.items() if name in text.powers})
