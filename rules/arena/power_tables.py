"""The table of a power that its card explains (2.7), for what no keyword of the rules says."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.power_names import BY_NAME_ONLY, PLAIN_POWERS, POWERS_WITH_ARGUMENT, Power
from rules.arena.printed import PUNCH, Characteristics, Element, Meanwhile, PowerText, SpellDamage
from rules.arena.printed_words import WORDS_ONLY
from rules.common.binding import choice
from rules.common.fields import InvalidValue
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.signatures import Change, Count, Effect, Words

MOMENTS = {
    "fight-begins": "1.3.10: the fight begins.",
    "knocks-out": "4.10.2.a: it KOs an opposing Krosmaster.",
    "fells": "4.10.2.a: it KOs a Krosmaster, of whichever side.",
    "would-fall": "4.10.2: it has as many injuries as HP: what it does may come in place of its KO.",
    "knocked-out": "4.10.2.a: it is KO'd.",
    "injured": "4.10.6.a: an opposing unit has injured it.",
    "hurt": "4.10.6.a: it has suffered injuries, from whomever; `least` counts them.",
    "injures": "4.10.6.b: it has injured an opposing unit.",
    "attacked": "7.2.1: an attack spell of an opposing unit took it in; `least` counts its Armour dice (4.18.10).",
    "aims": "7.2.3.a: it has aimed a spell at an opposing unit; `least` counts those of this turn.",
    "ap-marked": "7.5.1.a: it has received +1 AP tokens.",
    "left": "4.17.2: an opposing character has left a cell beside it, by its own MP or moved by an effect.",
    "reveals": "4.7.10: it has revealed a Demonic Reward.",
    "buys": "4.7.6: its player has bought a Demonic Reward in its turn.",
    "walks": "4.17.2: it has left a cell by its own MP.",
    "player-turn-ends": "5.6.1: the turn of its player ends.",
    "lock-roll": "4.14.2.b: it has rolled for Lock; `least` counts the successes.",
    "turn-begins": "6.2.1.d: its turn begins.",
    "turn-ends": "6.4.1: its turn ends.",
}
RESERVED = frozenset({"explosion", "click", "wear", "counter", "steals-health", "claimed"})
OF = Literal[
    "self",
    "team",
    "other-allies",
    "adjacent",
    "adjacent-allies",
    "self-and-adjacent-allied-krosmasters",
    "adjacent-enemies",
    "adjacent-enemy-characters",
    "adjacent-enemy-krosmasters",
    "allied-summons",
    "allied-mobs",
    "marked",
    "heir",
]
FOR_EACH = Literal["injury", "fallen-krosmaster", "reward"]
PowerEffect = Annotated[Effect, EFFECTS.kind]
Reasons = Mapping[str, Words]


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerTable:
    """2.7, 4.18: a power that the card explains. With `when` it answers to what it or others of its side (`who`,
    `type`) did or suffered, by whichever piece, by one of a kind (`other`, `other-type`) or by a spell (`by-
    spell`): its `effects` then work on that other piece or, if there is none, on its own. Without, it gives
    `bonus` and `powers`, or takes away, while it is there (4.18.4), or `while` more holds, to those of a type or
    from a level on (`level-from`); the bonus once, or for `every` so many of what `per` or `for-each` counts.
    `damage` is added to the damage of spells (7.2.7), `suffers` to all damage done to them, `pierce` to their
    attack spells (7.5.11.a), `dice` to each of their rolls; `against` gives its powers only in rolls against
    characters with a spell of that element, `shares` the powers of allies of a type (4.18.8), `loses` takes some
    powers and `lose-powers` all but such a power itself (4.18.4.g), `only-beside` lets them aim at cells beside them
    only (7.1.5), `any-rewards` carry any number of Demonic Rewards (4.7.9). With `turns-over` its card is then turned
    over: what else that changes nobody knows. `words-only` says where alone what stands in `words` can come about.
    `team` are the Krosmasters of its side,
    itself among them (4.4.3), `heir` is the one that plays next after it on its side's timeline, is in the arena
    and no Boss."""

    name: Words
    french: Words | None = None
    when: Annotated[str, choice("a moment", MOMENTS)] | None = None
    who: Literal["self", "team", "other-krosmasters", "other-characters", "other-allies", "opposing-krosmaster"] = (
        "self"
    )
    other: Literal["krosmaster", "character"] | None = None
    other_type: Words | None = None
    type: Words | None = None
    by_spell: Words | None = None
    turn: Literal["its-own", "own", "opposing"] | None = None
    once: Literal["turn", "game", "first"] | None = None
    least: Count | None = None
    may: bool = False
    effects: tuple[PowerEffect, ...] = ()
    of: OF = "self"
    level_from: Count = 1
    while_: Meanwhile | None = None
    per: Words | None = None
    for_each: FOR_EACH | None = None
    every: Count = 1
    bonus: Characteristics | None = None
    powers: tuple[Power, ...] = ()
    against: Element | None = None
    shares: Words | None = None
    loses: tuple[Power, ...] = ()
    dice: Change = 0
    lose_powers: bool = False
    no_healing: bool = False
    damage: tuple[SpellDamage, ...] = ()
    pierce: bool = False
    suffers: Change = 0
    only_beside: bool = False
    any_rewards: bool = False
    lost_after: Count | None = None
    turns_over: bool = False
    words: Words | None = None
    words_only: Annotated[str, choice("a case", WORDS_ONLY)] | None = None
    inferred: Reasons | None = None

    def __post_init__(self) -> None:
        slug = slugify(self.name)
        has_argument = slug.partition("-")[0] in POWERS_WITH_ARGUMENT
        if slug in PLAIN_POWERS.keys() - BY_NAME_ONLY or slug in RESERVED or has_argument or not slug:
            message = _("the rules have a power of this name: choose it among the powers")
            raise InvalidValue("contradiction", message, "/name")
        if self.when and (self.while_ or self._gives()):
            raise InvalidValue("contradiction", _("a power either answers or lasts"), "/when")
        if self.turns_over and not (self.when and self.words):
            message = _("a card is turned over at some moment, and words say what the other side shows")
            raise InvalidValue("contradiction", message, "/turns-over")
        if self.words_only and not (self.by_spell and self.words):
            message = _("where words alone can come about is said of words that answer to a spell")
            raise InvalidValue("contradiction", message, "/words-only")
        if self.effects and not self.when:
            raise InvalidValue("contradiction", _("effects need the moment to which they answer"), "/effects")

    def _gives(self) -> bool:
        takes = self.loses or self.dice or self.lose_powers or self.no_healing or self.suffers or self.only_beside
        gives = self.bonus or self.powers or self.shares or self.damage or self.pierce or self.any_rewards
        return bool(gives or takes)

    def printed(self) -> PowerText:
        slug = slugify(self.name)
        casting = replace(
            PUNCH, slug=slug, name=self.name, kind="special", limit="unlimited", ap=0, amount=0, element=None
        )
        return PowerText(
            slug=slug,
            name=self.name,
            also=(slugify(self.french),) if self.french else (),
            when=self.when,
            who=self.who,
            kind=self.type,
            other=self.other,
            other_kind=self.other_type,
            turn=self.turn,
            by_spell=slugify(self.by_spell) if self.by_spell else None,
            once=self.once,
            least=self.least or 0,
            may=self.may,
            casting=replace(casting, effects=self.effects),
            of=self.of,
            per=self.per,
            level_from=self.level_from,
            bonus=self.bonus or Characteristics(),
            powers=self.powers,
            lose_powers=self.lose_powers,
            no_healing=self.no_healing,
            suffers=self.suffers,
            only_beside=self.only_beside,
            any_rewards=self.any_rewards,
            lost_after=self.lost_after,
            turns_over=self.turns_over,
            words=self.words,
            words_only=self.words_only,
            inferred=self.inferred or {},
            french=self.french,
            meanwhile=self.while_,
            every=self.every,
            for_each=self.for_each,
            damage=self.damage,
            pierce=self.pierce,
            shares=self.shares,
            loses=self.loses,
            dice=self.dice,
            against=self.against,
        )
