"""The powers that card texts may name (2.7, 4.9), each with what it does; engine/powers.py asks for them in play.

A power with an argument is written with it: `loot-2`, `resistance-water`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from rules.common.binding import fields_of
from rules.common.fields import InvalidValue, Schema, text
from rules.common.messages import message as _
from rules.common.signatures import Count, ValueKind

PLAIN_POWERS: Mapping[str, str] = {
    "critical-hit": "4.9.3.a: one more die when this piece rolls for a critical hit.",
    "armour": "4.9.4.a: one more die when this piece rolls for armour.",
    "lock": "4.9.5.a: two dice in place of one when this piece rolls to lock.",
    "dodge": "4.9.6.a: two dice in place of one when this piece rolls to dodge.",
    "resistance-water-air-earth-fire": "4.9.11.a: the four resistances together.",
    "immune": "4.9.12.a: elemental damage to this piece is 0.",
    "itty-bitty": "4.9.13.a: this piece neither locks nor is locked.",
    "obstructive": "4.9.14.a: this piece blocks lines of sight.",
    "counter": "4.9.15.a: an enemy that injures this piece in its own player's turn suffers one injury.",
    "heal": "4.9.16.a: healing spells of this piece heal 1 more.",
    "unfazed": "4.9.17.a: nothing but its own spells and powers moves this piece.",
    "chance": "4.9.21.a: one more die for critical hits and armour where the spell is of water.",
    "agility": "4.9.22.a: one more die for critical hits and armour where the spell is of air.",
    "strength": "4.9.23.a: one more die for critical hits and armour where the spell is of earth.",
    "intelligence": "4.9.24.a: one more die for critical hits and armour where the spell is of fire.",
    "wisdom": "4.9.25.a: one GG more changes hands when this piece and a Boss KO one another.",
    "prospecting": "4.9.26.a: one Kama when a Krosmaster of the player KOs an enemy Krosmaster.",
    "crafter": "4.9.27.a: the first reward of its turn costs no AP and fewer Kamas.",
    "farmer": "4.9.28.a: one Kama at the end of a turn in which it picked one up.",
    "wear": "4.9.30.a: this summon suffers an injury as its summoner's turn begins.",
    "profanation": "4.9.31.a: it is injured by each Krosmaster that is moved onto it, and in no other way.",
    "perfect-lock": "4.7.5.b: opposing characters beside its bearer cannot spend MP to get away.",
    "feca-style": "4.9.12.a: elemental damage to its bearer is 0.",
    "sram-style": "7.5.18.a: elemental spells in close combat steal health.",
    "krowsome": "7.2.8.d: one spell places at most 3 injuries on this piece, or heals at most 3.",
    "heroic-inspiration": "4.8.1: with another of the Brotherhood of the Tofu in the arena its spells cost 1 AP less.",
    "slowing-presence": "4.8.1: spells of opposing characters beside this piece cost 1 AP more.",
    "descendre-prank": "4.18.3.d: from the beginning of the fight this figure is of level 0.",
    "invisibility": "4.15.9: for characters that are not beside it it blocks no sight, and they do not injure it.",
    "compulsion": "4.18.2.b: the first attack spell of its turn deals 1 more damage if it has an element.",
    "all-types": "4.18.8: it has all types of all Krosmasters in play.",
    "interior-fire": "4.9.18.a: no frost markers are put on it.",
    "splicing": "4.9.18.a: where its spells place +1 MP markers, these are frost markers.",
    "desplicing": "4.9.18.a: where its spells place -1 MP markers, these are frost markers.",
    "piggy-business": "4.18.10: it rolls three dice where it would roll two.",
    "felinpossible": "7.2.5.a: the face for Dodge is a success of its critical, Armour and Lock rolls too.",
    "sit-stay": "7.1.7: an enemy character that began its turn beside this piece aims no spell at it in that turn.",
    "protector-of-the-purple-claws": "7.1.7: a character that began beside this enemy aims at nobody else.",
    "seduction": "7.1.7: an opposing Krosmaster with its marker aims no spell at it.",
    "lesser-fall": "4.18.2.a: the first Wild ally of level 2 or more that is KO'd counts 2 levels less, 1 at least.",
    "momia": "2.4.1, 1.3.8: opposing Krosmasters with its marker have 5 initiative less, and play later.",
    "moon-hammer": "4.10.2.a: KO'd, this piece stays in the arena and heals; the GG are paid.",
    "haziness": "4.10.6: no injuries are placed on this piece while no character is beside it.",
    "big-game-hunter": "7.2.7.c: 1 more earth damage to a Krosmaster above all other foes, with its Brotherhood.",
    "false-friend": "7.2.7.c: its spells of an element deal 1 less for each other allied Krosmaster in the arena.",
    "cribbling": "7.2.7.c: 1 more damage where a character among the targets has a spell of the spell's element.",
    "wakforce": "7.5.11.a: attack spells pierce the armour of characters beside it; certainly its own.",
    "big-bad-moowolf": "7.1.6: it needs no line of sight to an enemy that bears its marker.",
    "two-at-a-time": "4.10.6, 4.10.5: at most 2 injuries at a time are placed on this piece, or taken off.",
    "never-locked": "4.14.1: nobody locks this piece.",
    "ecaflips-second-chance": "7.2.5: of its rolls the log has the dice that count, thrown once or twice.",
    "wakute-vision": "4.15.9: allies of the Brotherhood of the Tofu do not block its sight.",
    "nice-zest": "4.15.9: an allied Lemon Jelly blocks the sight of whoever stands beside it.",
    "bloqueo": "7.1.6: its Disparo Satélite needs no line of sight to opponents with a -1 MP marker.",
    "defrosting": "4.10.6: an allied Krosmaster with its marker loses that in place of being injured.",
    "golden-parachute": "4.10.6: with a Kama left it suffers 2 of 3 or more injuries and loses 1 for each other.",
    "flame-return": "7.2.3: a spell takes its marker off a target, and it inflicts 2 injuries on who is active.",
    "drunkenness-of-combat": "4.18.3: its Whirlwind heals it if that inflicts 2 injuries on opposing Krosmasters.",
    "buzzed": "2.2: all Krosmasters of its side are of the Brotherhood of the Tofu too.",
    "bombs": "4.19.5: a reminder of the rules of bombs, which hold without it.",
    "gang-leader": "1.1.1: a team of five to seven with five Bandits may have one more, of level 2 at most.",
    "claw-attack": "2.7: known by its name only, so the players are believed.",
}


BY_NAME_ONLY = frozenset({"claw-attack"})  # the data does not have their meaning


def loot(*, kamas: Count) -> str:
    """4.9.29.a: so many Kamas for the player whose piece KOs this one."""
    return f"loot-{kamas}"


def resistance(*, element: Literal["water", "air", "earth", "fire", "neutral"]) -> str:
    """4.9.7.a: damage of this element, or neutral damage, to this piece is 1 less."""
    return f"resistance-{element}"


POWERS_WITH_ARGUMENT: Mapping[str, Callable[..., str]] = {"loot": loot, "resistance": resistance}

WHOLE = re.compile(r"0|[1-9][0-9]*")
WITH_ARGUMENT = r"^(loot-[1-9][0-9]?|resistance-(water|air|earth|fire|neutral))$"
POWER_SCHEMA: Schema = {"anyOf": [{"enum": [*PLAIN_POWERS]}, {"type": "string", "pattern": WITH_ARGUMENT}]}


def read_power(value: Any) -> str:
    text(value)
    if value in PLAIN_POWERS:
        return str(value)
    name, _hyphen, argument = value.partition("-")
    power = POWERS_WITH_ARGUMENT.get(name)
    if power is None:
        raise InvalidValue("unknown-power", _("no power is called {power}", power=value))
    (only,) = fields_of(power).values()
    return power(**{only.parameter: only.read(int(argument) if WHOLE.fullmatch(argument) else argument)})


Power = Annotated[str, ValueKind("a power", read_power, schema=POWER_SCHEMA)]
