"""What is in play: Krosmasters, summons and the Demonic Rewards that they carry (4.2, 4.3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from rules.arena.printed import Characteristics, PowerText, RewardText, Spell

NOTHING: Final = Characteristics()
NO_POWERS: Final[frozenset[str]] = frozenset()
OFF: Final = -1  # the cell of a piece that is not in the arena
UNDERFOOT: Final = ("trap", "tombstone")  # 4.19.7.b, 4.19.8.b: no obstacles
# its spells are cast by what happens to it, never in its turn
CASTS_BY_ITSELF: Final = {"bomb": "4.19.5", "trap": "4.19.7"}
MECHANISMS: Final = ("bomb", "trap", "turret", "tombstone", "mechanism")


@dataclass(slots=True)
class Profile:
    """What is printed: the same for the whole game, never copied with the position. Never changed, and not frozen, as
    an issue is not."""

    card: str
    title: str
    kind: str  # "krosmaster", "mob", or one of MECHANISMS
    types: frozenset[str]
    level: int
    initiative: int
    hp: int | None
    ap: int | None
    mp: int | None
    powers: frozenset[str]
    spells: Mapping[str, Spell]
    incomplete: bool = False  # part of the card was never seen
    lacks: frozenset[str] = frozenset()  # of `powers` and `spells`, which may have more than the data has
    figures_known: bool = True
    types_known: bool = True
    explained: Mapping[str, PowerText] = field(default_factory=dict)
    boss_known: bool = True

    def __deepcopy__(self, memo: object) -> "Profile":
        return self


@dataclass(slots=True, eq=False)
class Reward:
    """A Demonic Reward token allocated to a Krosmaster. `text` is None for a token that is not in the data."""

    slug: str
    text: RewardText | None
    face_up: bool = False
    given: bool = False  # bought with what only belief gave
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
    only_beside: bool = False


NOTHING_LENT: Final = Lent()


@dataclass(slots=True, eq=False)
class Boost:
    """What a revealed Boost has left to give: a bonus to the next spell, or a spell to cast first (4.7.5.a)."""

    text: RewardText


@dataclass(slots=True)
class Given:
    """What only belief gave a unit: see given."""

    ap: int = 0  # of what is in the gauge
    mp: int = 0
    reach: int = 0  # until the end of this turn
    markers: dict[str, int] = field(default_factory=dict)  # of its next turn: ap, mp, range
    taken: dict[str, int] = field(default_factory=dict)  # ap and mp of its next turn, by the opponent's markers
    cells: int = 0  # how far it stands from where it could have gone
    exposed: bool = False  # moved by the opponent, until the end of its own next turn
    bare: bool = False  # without powers, until the end of this turn
    types: frozenset[str] = frozenset()  # cards whose types were never seen, and on which hangs what is lent to it
    always: bool = False  # it came into play by belief, or bears what was bought by belief

    def copied(self) -> "Given":
        return replace(self, markers=dict(self.markers), taken=dict(self.taken))


@dataclass(slots=True, eq=False)
class Unit:
    """A piece controlled by a player (4.3.1), with its markers and gauges."""

    name: str
    player: str  # whose it is: stocks, timeline and turn
    profile: Profile
    summoner: "Unit | None" = None
    side: str = ""  # its allies are the pieces of the same side (4.4): the player alone, or with the partner
    cell: int = OFF
    fallen: bool = False
    injuries: int = 0
    ap: int = 0
    mp: int = 0
    ap_markers: int = 0
    mp_markers: int = 0
    range_markers: int = 0
    frost_ap: int = 0
    frost_mp: int = 0
    reach: int = 0
    specials: dict[str, str] = field(default_factory=dict)
    rewards: list[Reward] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    granted: set[str] = field(default_factory=set)  # powers until the end of this turn
    claimed: set[str] = field(default_factory=set)  # powers that the log says its card has
    powerless: bool = False  # all powers lost until the end of this turn
    lost: set[str] = field(default_factory=set)  # these powers lost until the end of this turn
    fell_with: frozenset[str] = frozenset()  # the powers that it had as it was knocked out
    gone: set[str] = field(default_factory=set)  # these powers lost for the rest of the game
    copied: dict[str, PowerText] = field(default_factory=dict)  # texts of powers copied until the end of this turn
    answered: set[tuple[str, int]] = field(default_factory=set)  # its powers that answered, and the player's turn
    set_off: set[tuple[str, int]] = field(default_factory=set)  # of those whose effects were not seen, and when
    lent: Lent = NOTHING_LENT
    given: Given = field(default_factory=Given)
    more_hp: int = 0  # that a power or token nobody has entered gives it
    beyond: int = 0  # injuries that found no room (4.10.8)
    unsure: int = 0  # injuries that it may have on top, by tokens nobody has entered
    boosts: list[Boost] = field(default_factory=list)
    boosts_gone: set[str] = field(default_factory=set)  # spells of Boosts that were cast or lost (4.7.5.a)
    # what it did
    cast_this_turn: set[str] = field(default_factory=set)
    attacks: int = 0  # attack spells that it cast this turn
    aimed_this_turn: set[tuple[str, int | str]] = field(default_factory=set)
    cast_this_game: set[str] = field(default_factory=set)
    revealed: bool = False
    coins_taken: int = 0
    has_bought_a_reward: bool = False
    summoned: dict[str, int] = field(default_factory=dict)
    # what blocks took from it this turn, and where it wanted to go when they held it (4.14.2)
    blocked_ap: int = 0
    blocked_mp: int = 0
    held_from: int = OFF
    pushed_from: int = OFF  # where it stood before an effect moved it, until it acts from where it stands now
    strayed_from: int = OFF  # where it stood before a step that the rules do not allow
    misplaced: bool = False  # its placing was a fault: where it stands is not sure
    markers_taken_ap: int = 0
    markers_taken_mp: int = 0
    # worked out by refresh()
    hp: int | None = None
    most_ap: int | None = None
    most_mp: int | None = None
    level: int = 0
    reach_bonus: int = 0
    powers: frozenset[str] = frozenset()
    is_krosmaster: bool = True
    is_character: bool = True  # 4.3.4: whatever has an MP characteristic
    is_obstacle: bool = True
    named: dict[str, Any] = field(init=False)  # of this unit, in events that name nothing else

    def __post_init__(self) -> None:
        self.named = {"unit": self.name}
        self.side = self.side or (self.summoner.side if self.summoner else self.player)
        self.level = self.profile.level
        self.refresh()

    def __str__(self) -> str:
        return self.name

    @property
    def in_play(self) -> bool:
        return self.cell != OFF

    @property
    def kind(self) -> str:
        return self.profile.kind

    @property
    def sure(self) -> bool:
        return self.profile.figures_known

    def face_up(self) -> list[RewardText]:
        if not self.rewards:
            return []
        return [reward.text for reward in self.rewards if reward.face_up and reward.text is not None]

    @property
    def is_powerless(self) -> bool:
        """4.18.4.g: it has lost all of its powers, those too that nobody has seen."""
        return self.powerless or self.lent.powerless

    def lose_boost(self, boost: Boost) -> None:
        self.boosts.remove(boost)
        self.boosts_gone.update(boost.text.spells)

    def refresh(self) -> None:
        """Work out characteristics and powers from the card, the face-up rewards and the inspiration dice."""
        profile = self.profile
        self.is_krosmaster = profile.kind == "krosmaster"
        self.is_character = profile.kind not in MECHANISMS
        self.is_obstacle = profile.kind not in UNDERFOOT
        self.hp, self.most_ap, self.most_mp = profile.hp, profile.ap, profile.mp
        if self.hp is not None:
            self.hp += self.more_hp
        self.reach_bonus = 0
        powers = set(profile.powers | self.claimed | self.lent.powers)
        powers.update(self.dice, self.granted)
        for text in self.face_up():
            powers.update(text.powers)
            self._add(text.bonus)
        if self.lent is not NOTHING_LENT:
            self._add(self.lent.bonus)
        self.powers = frozenset() if self.is_powerless else frozenset(powers - self.lost - self.gone)

    @property
    def believed_powers(self) -> frozenset[str]:
        """Those that it has by the word of the players alone."""
        if not self.rewards and not self.claimed:
            return NO_POWERS
        claimed = {power for text in self.face_up() if text.claimed for power in text.powers} | self.claimed
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
        return self.hp - self._claimed_hp()

    @property
    def lost_hp(self) -> int:
        """How much lower its HP are by what the players alone say."""
        return max(0, -self._claimed_hp())

    def _claimed_hp(self) -> int:
        if not self.rewards:
            return self.more_hp
        return self.more_hp + sum(text.bonus.hp for text in self.face_up() if text.claimed)

    @property
    def explained(self) -> Mapping[str, PowerText]:
        """The powers with a text of their own that its card prints or that it has copied."""
        return {**self.profile.explained, **self.copied} if self.copied else self.profile.explained

    def lose_powers(self, powers: Any) -> None:
        """4.18.4.g: all of them (True), or those named, until the end of this turn."""
        if powers is True:
            self.powerless = True
        else:
            self.lost.update(powers)
        self.refresh()

    def end_of_turn_effects(self) -> None:
        """What was given or taken for this turn is over (6.4.1)."""
        self.granted.clear()
        self.lost.clear()
        self.copied.clear()
        self.powerless = False
        self.refresh()

    def _add(self, bonus: Characteristics) -> None:
        if self.hp is not None:
            self.hp += bonus.hp
        if self.most_ap is not None:
            self.most_ap = max(0, self.most_ap + bonus.ap)
        if self.most_mp is not None:
            self.most_mp = max(0, self.most_mp + bonus.mp)
        self.reach_bonus += bonus.range
