"""The tables of a text file, as their fields are typed: figures, summons, Demonic Rewards, their spells and powers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from rules.arena.bounds import most
from rules.arena.card_table import MOST, boss_is_a_type, printed_types, refuse_large
from rules.arena.card_table import TYPE_OF_BOSSES as BOSS_TYPE
from rules.arena.cards import Card, catalogue
from rules.arena.engine.effects import conditions
from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.rewards.at_once import AT_ONCE
from rules.arena.power_names import BY_NAME_ONLY, PLAIN_POWERS, POWERS_WITH_ARGUMENT, Power
from rules.arena.printed import (
    PUNCH,
    Characteristics,
    Element,
    Meanwhile,
    NextSpell,
    PowerText,
    RewardText,
    Spell,
    SpellDamage,
    SummonText,
    Text,
)
from rules.arena.printed_words import AREAS, BODIES, LIMITS, RANGES, WORDS_ONLY
from rules.common.binding import Vocabulary, choice
from rules.common.fields import InvalidValue, text
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.signatures import (
    Amount,
    Change,
    Count,
    Effect,
    ValueKind,
    Words,
    at_most_one_of,
    needs_one_of,
    number,
)

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
VOCABULARIES: Mapping[str, Vocabulary] = {each.kind.words: each for each in (EFFECTS, AT_ONCE)}


def _read_slug(value: Any) -> str:
    text(value)
    if not value or value != slugify(value):
        raise InvalidValue("not-a-slug", _("lowercase letters, digits and hyphens are expected"))
    return str(value)


Slug = Annotated[str, ValueKind("a slug", _read_slug, schema={"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"})]
SpellEffect = Annotated[Effect, EFFECTS.kind]
AtOnceEffect = Annotated[Effect, AT_ONCE.kind]
Reasons = Mapping[str, Words]
Price = Annotated[int, number(0, 20)]  # far above every card that was seen: a larger number is a slip of the finger


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """7.1.4: what is paid for a spell; without `ap` the card shows a dash (4.8.2)."""

    ap: Price | None = None
    mp: Price = 0
    injuries: Price = 0
    kamas: Price = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """4.15.1: how far from the caster the target may be, and whether the upper end may change (4.15.7)."""

    kind: Annotated[str, choice("a range", RANGES)]
    min: Amount | None = None
    max: Amount | None = None
    alterable: bool | None = None

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise InvalidValue("out-of-bounds", _("the end of a range is no nearer than its beginning"), "/max")

    @property
    def least(self) -> int:
        return self._nearest if self.min is None else self.min

    @property
    def most(self) -> int:
        return self._nearest if self.max is None else self.max

    @property
    def _nearest(self) -> int:
        return 0 if self.kind == "personal" else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """4.8.6.a: the element and the base damage of an attack spell."""

    element: Literal["water", "air", "earth", "fire", "neutral", "unknown"]
    damage: Amount


@needs_one_of("retribution", "revenge", "track")
@dataclass(frozen=True, slots=True, kw_only=True)
class AreaNeeds:
    """7.2.3.b: an area that the spell has only with so many Avengers or Villains in the arena (4.9.19, 4.9.20), or in
    the caster's row or column (7.5.21)."""

    retribution: Count | None = None
    revenge: Count | None = None
    track: bool = False

    def conditions(self) -> tuple[Effect, ...]:
        found = []
        if self.retribution:
            found.append(Effect("retribution", conditions.retribution, {"avengers": self.retribution}))
        if self.revenge:
            found.append(Effect("revenge", conditions.revenge, {"villains": self.revenge}))
        if self.track:
            found.append(Effect("track", conditions.track, {"needed": True}))
        return tuple(found)


@at_most_one_of("attack", "heal")
@dataclass(frozen=True, slots=True, kw_only=True)
class SpellTable:
    """2.5: one line of a card's spells; with neither `attack` nor `heal` it is a special spell (4.8.6.c). `words-only`
    says where alone what stands in `words` can come about, `words-after` that it comes after the spell's injuries and
    changes none of them."""

    name: Words
    french: Words | None = None
    also: tuple[Slug, ...] = ()
    limit: Annotated[str, choice("a limit", LIMITS)]
    cost: Cost
    range: Range
    area: Annotated[str, choice("an area", AREAS)] | None = None
    area_needs: AreaNeeds | None = None
    attack: Attack | None = None
    heal: Amount | None = None
    control: Amount | None = None
    effects: tuple[SpellEffect, ...] = ()
    words: Words | None = None
    words_only: Annotated[str, choice("a case", WORDS_ONLY)] | None = None
    words_after: bool = False
    track: bool = False
    invasion: bool = False
    unknown: tuple[Literal["cost", "limit", "range", "alterable", "attack", "element", "effects", "name"], ...] = ()
    inferred: Reasons | None = None

    def __post_init__(self) -> None:
        """What is not known is listed under `unknown`, and nothing else is."""
        alterable = self.range.alterable is not None or self.range.kind in ("close", "personal")
        known = {
            "limit": self.limit != "unknown",
            "range": self.range.kind != "unknown",
            "alterable": alterable or self.range.kind == "unknown",
            "element": self.attack is None or self.attack.element != "unknown",
        }
        for name, is_known in known.items():
            if is_known == (name in self.unknown):
                message = _("`{field}` stands under `unknown` exactly when it is not known", field=name)
                raise InvalidValue("known-or-unknown", message, "/unknown")
        if self.words is None and (self.words_only or self.words_after):
            raise InvalidValue("contradiction", _("there are no words of which this could be said"), "/words")
        contradicted = {
            "effects": self.words is not None and "effects" not in self.unknown,
            "cost": self.cost.ap is not None and "cost" in self.unknown,
            "attack": (self.attack is not None or self.heal is not None) and "attack" in self.unknown,
        }
        for name in (name for name, is_contradicted in contradicted.items() if is_contradicted):
            message = _("`{field}` stands under `unknown` exactly when it is not known", field=name)
            raise InvalidValue("known-or-unknown", message, "/unknown")

    def printed(self) -> Spell:
        cost, reach, attack = self.cost, self.range, self.attack
        return Spell(
            slug=slugify(self.name),
            name=self.name,
            also=other_names(self.name, self.french, self.also),
            limit=self.limit,
            ap=cost.ap,
            mp=cost.mp,
            injuries=cost.injuries,
            range=reach.kind,
            least=reach.least,
            most=reach.most,
            alterable=False if reach.kind in ("close", "personal") else reach.alterable,
            kind="attack" if attack else "special" if self.heal is None else "healing",
            element=attack.element if attack else None,
            amount=attack.damage if attack else self.heal or 0,
            area=self.area,
            area_needs=self.area_needs.conditions() if self.area_needs else (),
            control=self.control,
            effects=self.effects,
            track=self.track,
            invasion=self.invasion,
            unknown=frozenset(self.unknown),
            inferred=self.inferred or {},
            french=self.french,
            words=self.words,
            kamas=cost.kamas,
            words_only=self.words_only,
            words_after=self.words_after,
        )


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
    effects: tuple[SpellEffect, ...] = ()
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontTable:
    """2.1, 2.2, 2.4: the colour, level, numbers, types and Boss of a figure that the catalogue has wrong; `reason` says
    why, which is needed where two sources agree on them. `ap = "none"` where the card shows no AP."""

    colour: Literal["gold", "white", "black"] | None = None
    level: Count | None = None
    initiative: Amount | None = None
    mp: Amount | None = None
    hp: Count | None = None
    ap: Amount | Literal["none"] | None = None
    types: tuple[Words, ...] = ()
    boss: Literal["yes", "no"] | None = None
    reason: Words | None = None

    def __post_init__(self) -> None:
        refuse_large(self)
        boss_is_a_type(self.types, self.boss)

    def corrections(self, slug: str) -> dict[str, Any]:
        """What differs from the card in the catalogue."""
        card = catalogue().get(slug)
        said = {name: getattr(self, name) for name in ("colour", *MOST) if getattr(self, name) is not None}
        if self.ap == "none":
            said["ap"] = None
        said |= self._types_of(card)
        found = {name: value for name, value in said.items() if value != getattr(card, name, None)}
        if found and not self.reason and card is not None and card.is_printed_front_read:
            message = _("two sources agree on what the site says: give the reason why it is wrong")
            raise InvalidValue("reason-missing", message, "/front/reason")
        return found

    def _types_of(self, card: Card | None) -> dict[str, Any]:
        """2.2.1: the types, of which Boss is one."""
        if not self.types and self.boss is None:
            return {}
        types = printed_types(self.types) or tuple(each for each in (card.types if card else ()) if each != BOSS_TYPE)
        if self.boss == "yes" and BOSS_TYPE not in types:
            types = (*types, BOSS_TYPE)
        return {"types": types, "boss": BOSS_TYPE in types}


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureTable:
    """2.5, 2.7: the powers and spells of a figure; `missing` says which part of its card was never seen,
    `lacks` whether powers or spells are missing: both, where it is not said. `front` corrects the catalogue."""

    powers: tuple[Power, ...] = ()
    spells: tuple[SpellTable, ...] = ()
    own_powers: tuple[PowerTable, ...] = ()
    missing: Words | None = None
    lacks: tuple[Literal["powers", "spells"], ...] | None = None
    front: FrontTable | None = None

    def __post_init__(self) -> None:
        if self.lacks is not None and not (self.lacks and self.missing):
            raise InvalidValue("contradiction", _("only a card of which something is missing lacks a part"), "/lacks")
        if len(self.own_powers) > most("power", "number"):
            message = _("a card explains at most {most} powers", most=most("power", "number"))
            raise InvalidValue("contradiction", message, "/own-powers")

    def printed(self, slug: str) -> Text:
        lacks = frozenset(self.lacks or ("powers", "spells")) if self.missing else frozenset()
        if any(power.words and not power.when for power in self.own_powers):
            lacks |= {"powers"}
        explained = {power.slug: power for power in (table.printed() for table in self.own_powers)}
        powers = (*(power for power in self.powers if power not in explained), *explained)
        front = self.front.corrections(slug) if self.front else {}
        return Text(slug, powers, by_name(self.spells), self.missing, lacks, explained, front)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummonTable:
    """3.1 to 3.4: a summon token; `figures = "unknown"` marks one whose numbers were never seen."""

    name: Words
    kind: Annotated[str, choice("a kind of summon", BODIES)]
    families: tuple[Words, ...]
    mp: Amount | None = None
    hp: Amount | None = None
    ap: Amount | None = None
    powers: tuple[Power, ...] = ()
    spells: tuple[SpellTable, ...] = ()
    figures: Literal["known", "unknown"] = "known"

    def printed(self, slug: str) -> SummonText:
        return SummonText(
            slug=slug,
            name=self.name,
            kind="mob" if self.kind == "unknown" else self.kind,
            families=self.families,
            mp=self.mp,
            hp=self.hp,
            ap=self.ap,
            powers=self.powers,
            spells=by_name(self.spells),
            known=self.figures == "known",
            kind_known=self.kind != "unknown",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardTable:
    """4.7.5: a Demonic Reward; `effects` work at once, `punch` is what a Technique adds to Punch (4.7.11.e),
    `printings` what other printings of it add in place of `bonus`."""

    name: Words
    french: Words | None = None
    also: tuple[Slug, ...] = ()
    kind: Literal["boost", "buff", "equipment"]
    equipment: Literal["weapon", "set", "pet", "dofus", "trophy", "technique"] | None = None
    rank: Literal["granite", "jade", "silver", "gold"] | None = None
    bonus: Characteristics | None = None
    powers: tuple[Power, ...] = ()
    damage: tuple[SpellDamage, ...] = ()
    next: NextSpell | None = None
    effects: tuple[AtOnceEffect, ...] = ()
    punch: tuple[SpellEffect, ...] = ()
    spells: tuple[SpellTable, ...] = ()
    words: Words | None = None
    printings: tuple[Characteristics, ...] = ()
    inferred: Reasons | None = None

    def __post_init__(self) -> None:
        if (self.equipment is None) == (self.kind == "equipment"):
            raise InvalidValue(
                "contradiction", _("Equipment says of which type it is, and nothing else does"), "/equipment"
            )
        if self.punch and self.equipment != "technique":
            raise InvalidValue("contradiction", _("only a Technique changes Punch"), "/punch")
        if self.next and self.kind != "boost":
            raise InvalidValue("contradiction", _("only a Boost works on the next spell"), "/next")

    def printed(self, slug: str) -> RewardText:
        return RewardText(
            slug=slug,
            name=self.name,
            also=other_names(self.name, self.french, self.also),
            kind=self.kind,
            equipment=self.equipment,
            rank=self.rank,
            bonus=self.bonus or Characteristics(),
            powers=self.powers,
            damage=self.damage,
            following=self.next,
            effects=(*self.effects, *self.punch),
            spells=by_name(self.spells),
            inferred=self.inferred or {},
            french=self.french,
            printings=self.printings,
        )


def other_names(name: str, french: str | None, also: tuple[str, ...]) -> tuple[str, ...]:
    """The French name is one of them: a log may be written in either language."""
    names = (*also, slugify(french)) if french else also
    return tuple(other for other in dict.fromkeys(names) if other and other != slugify(name))


Table = FigureTable | SummonTable | RewardTable


def by_name(tables: tuple[SpellTable, ...]) -> Mapping[str, Spell]:
    """Each spell by its slug and its other names."""
    spells = [table.printed() for table in tables]
    return {name: spell for spell in spells for name in (spell.slug, *spell.also)}


def effects_of(table: Table) -> Iterator[tuple[str, Effect]]:
    """Every effect of a table, nested ones too, with the pointer to it."""
    for place, spell in enumerate(table.spells):
        yield from _with_nested(f"/spells/{place}/effects", spell.effects)
    for place, power in enumerate(table.own_powers if isinstance(table, FigureTable) else ()):
        yield from _with_nested(f"/own-powers/{place}/effects", power.effects)
    if isinstance(table, RewardTable):
        yield from _with_nested("/effects", table.effects)
        yield from _with_nested("/punch", table.punch)


def _with_nested(pointer: str, effects: tuple[Effect, ...]) -> Iterator[tuple[str, Effect]]:
    for place, effect in enumerate(effects):
        yield from _and_nested(f"{pointer}/{place}", effect)


def _and_nested(pointer: str, effect: Effect) -> Iterator[tuple[str, Effect]]:
    yield pointer, effect
    for name, value in effect.arguments.items():
        if isinstance(value, Effect):
            yield from _and_nested(f"{pointer}/{name}", value)
