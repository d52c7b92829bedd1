"""What is in play: Krosmasters, summons and the Demonic Rewards that they carry (4.2, 4.3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rules.arena.engine.profiles import Profile
from rules.arena.printed import PUNCH, Characteristics, NextSpell, PowerText, RewardText, Spell, SpellDamage
from rules.common.signatures import Effect

NOTHING: Final = Characteristics()
NO_POWERS: Final[frozenset[str]] = frozenset()
OFF: Final = -1  # the cell of a piece that is not in the arena
UNDERFOOT: Final = ("trap", "tombstone")  # 4.19.7.b, 4.19.8.b: no obstacles
# its spells are cast by what happens to it, never in its turn
CASTS_BY_ITSELF: Final = {"bomb": "4.19.5", "trap": "4.19.7"}
MECHANISMS: Final = ("bomb", "trap", "turret", "tombstone", "mechanism")


@dataclass(slots=True, eq=False)
class Reward:
    """A Demonic Reward token allocated to a Krosmaster. `text` is None for a token that is not in the data."""

    slug: str
    text: RewardText | None
    face_up: bool = False
    believed: bool = False  # bought with what only belief gave
    fresh: bool = False  # turned up in its bearer's current turn
    drawn: Mapping[str, int] = field(default_factory=dict)  # what an open token has already been believed to give
    rank: str | None = None  # of the pile from which it was bought
    perhaps: str | None = None  # what it would be by the pile it came from: the log named another, which was told

    def counts(self) -> bool:
        """4.7.11.d: revealed Techniques are left out of the number a Krosmaster may hold.

        Of a revealed token that nobody has entered it is not known: it may have been one, or a Boost that is gone.
        """
        if self.face_up and (self.text is None or self.text.kind == "unknown"):
            return False
        return not (self.face_up and self.text is not None and self.text.equipment == "technique")


class Lent(NamedTuple):
    """What powers of pieces in play give a unit, or take from it, as long as they do (4.18.4)."""

    powers: frozenset[str] = frozenset()
    bonus: Characteristics = NOTHING
    powerless: bool = False
    no_healing: bool = False
    suffers: int = 0
    damage: tuple[SpellDamage, ...] = ()  # more damage of its spells
    pierce: bool = False
    loses: frozenset[str] = NO_POWERS
    dice: int = 0  # more or fewer of each roll
    against: tuple[tuple[str, frozenset[str]], ...] = ()  # powers against who has a spell of that element
    answers: tuple[PowerText, ...] = ()  # of the powers that it shares with allies
    only_beside: bool = False
    any_rewards: bool = False


NOTHING_LENT: Final = Lent()


@dataclass(slots=True, eq=False)
class Boost:
    """What a revealed Boost has left to give: a bonus to the next spell, or a spell to cast first (4.7.5.a)."""

    text: RewardText


@dataclass(slots=True, init=False)
class Believed:
    """What only belief gave a unit: see believed_gauges."""

    ap: int  # of what is in the gauge
    mp: int
    reach: int  # until the end of this turn
    markers: Mapping[str, int]  # of its next turn: ap, mp, range
    taken: Mapping[str, int]  # ap and mp of its next turn, by the opponent's markers
    cells: int  # how far it stands from where it could have gone
    exposed: bool  # moved by the opponent, until the end of its own next turn
    bare: bool  # without powers, until the end of this turn
    types: frozenset[str]  # cards whose types were never seen, and on which hangs what is lent to it
    always: bool  # it came into play by belief, or bears what was bought by belief

    def __init__(self, *, ap: int = 0, mp: int = 0, reach: int = 0, cells: int = 0) -> None:
        """Written out, like that of Unit."""
        self.ap, self.mp, self.reach, self.cells = ap, mp, reach, cells
        self.markers, self.taken = {}, {}
        self.exposed = self.bare = self.always = False
        self.types = frozenset()


@dataclass(slots=True, init=False, repr=False, eq=False)
class Unit:
    """A piece controlled by a player (4.3.1), with its markers and gauges.

    Effects replace what it holds and never change it in place, so that copies of a position share it."""

    name: str
    player: str  # whose it is: stocks, timeline and turn
    profile: Profile
    summoner: "Unit | None"
    side: str  # its allies are the pieces of the same side (4.4): the player alone, or with the partner
    cell: int
    fallen: bool
    injuries: int
    ap: int
    mp: int
    ap_markers: int
    mp_markers: int
    range_markers: int
    frost_ap: int
    frost_mp: int
    reach: int
    specials: Mapping[str, str]
    rewards: tuple[Reward, ...]
    dice: tuple[str, ...]
    granted: frozenset[str]  # powers until the end of this turn
    claimed: frozenset[str]  # powers that the log says its card has
    powerless: bool  # all powers lost until the end of this turn
    lost: frozenset[str]  # these powers lost until the end of this turn
    stays_granted: frozenset[str]  # of those granted, until the end of the player's turn
    stays_powerless: bool  # all powers lost until the end of the player's turn
    stays_empowered: tuple[SpellDamage, ...]  # of what its later spells deal on top, until the end of the player's turn
    fell_with: frozenset[str]  # the powers that it had as it was knocked out
    gone: frozenset[str]  # these powers lost for the rest of the game
    copied: Mapping[str, PowerText]  # texts of powers copied until the end of this turn
    empowered: tuple[SpellDamage, ...]  # what its later spells of this turn deal on top
    next_spell: tuple[NextSpell, ...]  # what the next one of this turn deals on top
    added: Mapping[str, tuple[Effect, ...]]  # to these spells, until the end of its turn
    controls: Mapping[str, int]  # of these spells, until then
    is_done: bool  # a spell has ended its turn
    is_locked: bool  # a Block has ended it, where it does
    lock_reported: bool  # it has acted all the same
    is_changed: bool  # it has or lacks powers until the end of this turn
    answered: frozenset[tuple[str, int]]  # its powers that answered, and the player's turn
    triggered: frozenset[tuple[str, int]]  # of those whose effects were not seen, and when
    lent: Lent
    believed: Believed
    more_hp: int  # that a power or token nobody has entered gives it
    beyond: int  # injuries that found no room (4.10.8)
    unsure: int  # injuries that it may have on top, by tokens nobody has entered; or where nobody knows its HP
    boosts: tuple[Boost, ...]
    boosts_gone: frozenset[str]  # spells of Boosts that were cast or lost (4.7.5.a)
    # what it did
    began_beside: frozenset[str]  # enemies whose powers then limit its aims (7.1.7)
    cast_this_turn: frozenset[str]
    attacks: int  # attack spells that it cast this turn
    aimed_this_turn: frozenset[tuple[str, int | str]]
    cast_this_game: frozenset[str]
    revealed: bool
    coins_taken: int
    has_bought_a_reward: bool
    summoned: Mapping[str, int]
    # what blocks took from it this turn, and where it wanted to go when they held it (4.14.2)
    blocked_ap: int
    blocked_mp: int
    held_from: int
    pushed_from: int  # where it stood before an effect moved it, until it acts from where it stands now
    strayed_from: int  # where it stood before a step that the rules do not allow
    has_left: bool  # the arena without a KO, as with its summoner
    misplaced: bool  # its placing was a fault: where it stands is not sure
    markers_taken_ap: int
    markers_taken_mp: int
    lost_ap: int  # in its turn, by what it did
    lost_mp: int
    # worked out by refresh()
    kind: str
    sure: bool  # its figures are known
    hp: int | None
    most_ap: int | None
    most_mp: int | None
    level: int
    reach_bonus: int
    powers: frozenset[str]
    is_krosmaster: bool
    is_character: bool  # 4.3.4: whatever has an MP characteristic
    is_obstacle: bool
    named: Mapping[str, Any]  # of this unit, in events that name nothing else

    def __init__(
        self, name: str, player: str, profile: Profile, summoner: "Unit | None" = None, *, misplaced: bool = False
    ) -> None:
        """Written out: for so many fields it takes half the time of one that dataclasses write."""
        self.name, self.player, self.profile, self.summoner = name, player, profile, summoner
        self.named = {"unit": name}
        self.side = summoner.side if summoner else player
        self.cell = self.held_from = self.pushed_from = self.strayed_from = OFF
        self.fallen = self.powerless = self.is_changed = self.is_done = self.revealed = self.has_bought_a_reward = False
        self.misplaced, self.stays_powerless, self.has_left = misplaced, False, False
        self.is_locked = self.lock_reported = False
        self.injuries = self.ap = self.mp = self.reach = 0
        self.ap_markers = self.mp_markers = self.range_markers = self.frost_ap = self.frost_mp = 0
        self.markers_taken_ap = self.markers_taken_mp = self.blocked_ap = self.blocked_mp = 0
        self.lost_ap = self.lost_mp = 0
        self.more_hp = self.beyond = self.unsure = self.attacks = self.coins_taken = self.reach_bonus = 0
        self.specials, self.copied, self.summoned, self.added, self.controls = {}, {}, {}, {}, {}
        self.rewards = self.dice = self.boosts = self.empowered = self.stays_empowered = self.next_spell = ()
        self.granted = self.claimed = self.lost = self.gone = self.fell_with = self.powers = NO_POWERS
        self.stays_granted = NO_POWERS
        self.answered = self.triggered = frozenset()
        self.began_beside = NO_POWERS
        self.boosts_gone = self.cast_this_turn = self.cast_this_game = frozenset()
        self.aimed_this_turn = frozenset()
        self.lent, self.believed = NOTHING_LENT, Believed()
        self.hp = self.most_ap = self.most_mp = None
        self.level = profile.level
        self.is_krosmaster = self.is_character = self.is_obstacle = True
        self.refresh()

    def __str__(self) -> str:
        return self.name

    @property
    def in_play(self) -> bool:
        """Whether it is in the arena. What runs for every piece or at every step compares `cell`, which is no call."""
        return self.cell != OFF

    def knows(self, gauge: str) -> bool:
        """Whether it is known how many AP or MP it has; a number that nobody knows is None."""
        return self.sure or (self.most_ap if gauge == "ap" else self.most_mp) is not None

    def face_up(self) -> list[RewardText]:
        if not self.rewards:
            return []
        return [reward.text for reward in self.rewards if reward.face_up and reward.text is not None]

    @property
    def is_powerless(self) -> bool:
        """4.18.4.g: it has lost all of its powers, those too that nobody has seen."""
        return self.powerless or self.lent.powerless

    def lose_boost(self, boost: Boost) -> None:
        self.boosts = tuple(other for other in self.boosts if other is not boost)
        self.boosts_gone = self.boosts_gone.union(boost.text.spells)

    def turn_over(self, side: Profile) -> None:
        self.profile, self.level = side, side.level
        self.refresh()

    def refresh(self) -> None:
        """Work out characteristics and powers from the card, the face-up rewards and the inspiration dice."""
        profile = self.profile
        self.kind, self.sure = profile.kind, profile.figures_known
        self.is_krosmaster = profile.kind == "krosmaster"
        self.is_character = profile.kind not in MECHANISMS
        self.is_obstacle = profile.kind not in UNDERFOOT
        self.hp, self.most_ap, self.most_mp = profile.hp, profile.ap, profile.mp
        if self.hp is not None:
            self.hp += self.more_hp
        self.reach_bonus = 0
        powers = profile.powers
        if self.claimed or self.dice or self.granted:
            powers = powers.union(self.claimed, self.dice, self.granted)
        for text in self.face_up():
            powers = powers.union(text.powers)
            self._add(text.bonus)
        if self.lent is not NOTHING_LENT:
            powers |= self.lent.powers
            self._add(self.lent.bonus)
        if self.lost or self.gone or self.lent.loses:
            powers = powers.difference(self.lost, self.gone, self.lent.loses)
        self.powers = NO_POWERS if self.powerless or self.lent.powerless else powers

    @property
    def believed_powers(self) -> frozenset[str]:
        """Those that it has by the word of the players alone."""
        if not self.rewards and not self.claimed:
            return NO_POWERS
        claimed = {*self.claimed}
        for text in self.face_up():
            if text.claimed:
                claimed.update(text.powers)
        if not claimed:
            return NO_POWERS
        known = {power for text in self.face_up() if not text.claimed for power in text.powers}
        sure = self.profile.powers | self.lent.powers | self.granted | known | set(self.dice)
        return self.powers & frozenset(claimed - sure)

    @property
    def sure_hp(self) -> int | None:
        """HP without what the players alone say of its powers and tokens."""
        if self.hp is None:
            return None
        return self.hp - self.claimed_hp()

    def claimed_hp(self) -> int:
        """HP that it has by what the players alone say of its powers and tokens, less than none if it lost some."""
        if not self.rewards:
            return self.more_hp
        return self.more_hp + sum([text.bonus.hp for text in self.face_up() if text.claimed])

    @property
    def explained(self) -> Mapping[str, PowerText]:
        """The powers with a text of their own that its card prints or that it has copied."""
        if not self.copied and not self.lent.answers:
            return self.profile.explained
        return {**self.profile.explained, **{text.slug: text for text in self.lent.answers}, **self.copied}

    def grant(self, powers: Iterable[str], *, stays: bool = False) -> None:
        """4.18.4.b: it has these powers until the end of this turn, or of the player's."""
        self.granted = self.granted.union(powers)
        if stays:
            self.stays_granted = self.stays_granted.union(powers)
        self.is_changed = True
        self.refresh()

    def empower(self, bonus: SpellDamage, *, stays: bool = False) -> None:
        """4.18.4: its later spells deal more until the end of this turn, or of the player's."""
        self.empowered = (*self.empowered, bonus)
        if stays:
            self.stays_empowered = (*self.stays_empowered, bonus)
        self.is_changed = True

    def lose_powers(self, powers: Any, *, stays: bool = False) -> None:
        """4.18.4.g: all of them (True), or those named, until the end of this turn; all perhaps of the player's."""
        if powers is True:
            self.powerless, self.stays_powerless = True, self.stays_powerless or stays
        else:
            self.lost = self.lost.union(powers)
        self.is_changed = True
        self.refresh()

    def end_of_turn_effects(self) -> None:
        """What was given or taken for this turn is over (6.4.1)."""
        self.granted, self.lost = self.stays_granted, NO_POWERS
        self.copied, self.empowered = {}, self.stays_empowered
        self.powerless = self.stays_powerless
        self.believed.bare = self.is_changed = False
        self.refresh()

    def end_of_players_turn_effects(self) -> None:
        """5.6.1: nor does anything stay that was given or taken for the turn of a player."""
        self.stays_granted, self.stays_powerless, self.stays_empowered = NO_POWERS, False, ()
        self.end_of_turn_effects()

    def _add(self, bonus: Characteristics) -> None:
        if self.hp is not None:
            self.hp += bonus.hp
        if self.most_ap is not None:
            self.most_ap = max(0, self.most_ap + bonus.ap)
        if self.most_mp is not None:
            self.most_mp = max(0, self.most_mp + bonus.mp)
        self.reach_bonus += bonus.range


def held(unit: Unit) -> int:
    """4.7.9: how many Demonic Rewards count as its own."""
    return sum(reward.counts() for reward in unit.rewards)


def has_room(unit: Unit) -> bool:
    """4.7.9: as many as its level, unless a power lets it have any number."""
    return unit.lent.any_rewards or held(unit) < unit.level


def spells_of(unit: Unit) -> list[Spell]:
    """What it may cast: spells of Boosts, of its card, of face-up tokens, and a figure's Punch."""
    spells = [spell for boost in unit.boosts for spell in boost.text.spells.values()]
    if unit.kind not in CASTS_BY_ITSELF:
        spells += unit.profile.spells.values()
    spells += [spell for text in unit.face_up() for spell in text.spells.values()]
    if unit.is_krosmaster:
        spells.append(PUNCH)
    return list({spell.slug: spell for spell in spells}.values())
