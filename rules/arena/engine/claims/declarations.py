"""What the players say of cards and tokens that nobody has entered, as the log has said it so far.

A spell has one text and a power one meaning for the whole game: what was said of it first. Nothing here is changed in
place, so that copies of a position can share it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.common.actions import Action
from rules.common.names import slugify

if TYPE_CHECKING:
    from rules.arena.engine.claims.contradicted import Comparison

Claim = dict[str, Any]
Done = tuple[object, ...]  # the unit, its spell or power, what it did to which piece, and whether more or less of it
Key = tuple[str, str, str]  # the card, what it is (`spell` or `power`), and its name
ARTICLES: Final = {"spell": "2.5.2", "power": "2.7.1"}  # that say whose text it is
FACTS: Final = ("cost", "range", "alterable", "element", "damage", "limit")
STATED: Final = frozenset(("cost", "range", "element", "damage", "limit"))  # fields in which a claim states them
BY_PIECE: Final = ("injuries", "healed", "damage_change")
BY_PIECE_AND_GAUGE: Final = ("markers", "gained")
OTHERS: Final = ("kamas", "glory", "cost_change", "summoned", "moved", "lost_powers", "rewards")
GAUGES: Final = ("ap", "mp", "hp", "range")
IN_ORDER: Final = (*BY_PIECE, *BY_PIECE_AND_GAUGE, *OTHERS)
OUTCOMES: Final = frozenset(IN_ORDER)


class Printed(NamedTuple):
    """The values that a text may print, from what it did."""

    least: int
    most: int


@dataclass(slots=True, init=False)
class Statement:
    """Of one spell or power: its printed facts as first claimed, and what is learnt of its effects, by kind and by
    whose piece they worked on (learning.py). Never changed, and not frozen, as an issue is not."""

    facts: dict[str, Any]
    did: Mapping[tuple[str, str], Printed]
    varies: bool

    def __init__(self, facts: dict[str, Any], did: Mapping[tuple[str, str], Printed], *, varies: bool = False) -> None:
        self.facts, self.did, self.varies = facts, did, varies


@dataclass(slots=True)
class Now:
    """What the action that is being played claims, and what it allows others to claim. A change is followed by
    `written()`."""

    touched: bool = False
    powers: tuple[tuple[Claim, str], ...] = ()  # each with the unit that has the power
    known: "tuple[Comparison, ...]" = ()  # of what is declared of texts that the site knows
    standing: frozenset[str] = frozenset()  # who was in the arena as it began, where it lists effects on standby
    done: dict[Done, int] = field(default_factory=dict)  # by each cause, for its bound
    heard: set[tuple[int, str]] = field(default_factory=set)  # choices that an effect asked for, by their record
    cost_change: dict[str, int] = field(default_factory=dict)
    damage_change: dict[str, int] = field(default_factory=dict)
    may_counter: dict[str, str] = field(default_factory=dict)  # who was injured in the opponent's turn, and by whom
    may_steal: dict[str, int] = field(default_factory=dict)  # who cast a spell never seen: injuries that it placed

    def written(self) -> "Now":
        self.touched = True
        return self

    def clear(self) -> None:
        """Before another action, which claims nothing yet."""
        self.touched = False
        self.powers, self.known, self.standing = (), (), frozenset()
        self.cost_change, self.damage_change = {}, {}
        self.done.clear()
        self.heard.clear()
        self.may_counter.clear()
        self.may_steal.clear()


@dataclass(slots=True)
class Claims:
    statements: dict[Key, Statement] = field(default_factory=dict)
    unnamed: dict[str, tuple[dict[str, Any], ...]] = field(default_factory=dict)  # by card: see meaning.count_spells
    without_cost: set[tuple[str, str]] = field(default_factory=set)  # card and spell: nothing says what it costs
    powers: dict[str, frozenset[str]] = field(default_factory=dict)  # by card: powers with a meaning in the rules
    tokens: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # by slug: kind, equipment, rank, gives
    open_tokens: list[tuple[str, str]] = field(default_factory=list)  # side and slug: revealed, never explained
    owed: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})  # Kamas that such tokens may have brought
    perhaps: list[tuple[str, int, str]] = field(default_factory=list)  # side, GG and token: what may have been won
    done: tuple[int, Mapping[Done, int]] = field(default_factory=lambda: (-1, {}))  # turn, and what powers did in it
    glory: tuple[int, int] = (-1, 0)  # the player's turn, and the GG that were declared in it
    either_way: list[int] = field(default_factory=list)  # actions whose end hangs on unknown tokens or numbers
    otherwise: frozenset[int] = frozenset()  # of these, those that are read the other way
    now: Now = field(default_factory=Now)


def claims_in(record: Action) -> list[Claim]:
    """`declared` is one claim, or a list of them."""
    declared = record.get("declared")
    if not declared:
        return []
    return [declared] if isinstance(declared, dict) else declared


def of_spell(record: Action) -> Claim:
    """What is claimed of the action's own spell or token; several entries are read as one."""
    declared = record.get("declared")
    if not declared:
        return {}
    if isinstance(declared, dict):
        return {} if "power" in declared else declared
    together: Claim = {}
    for claim in declared:
        if "power" not in claim:
            together = {**together, **claim} if together else claim
    return together


def of_effect(record: Action, names: Collection[str]) -> tuple[Claim, list[str]]:
    """What an entry on standby claims of its own effect, which it may name; and the other causes that it names."""
    together: Claim = {}
    others = []
    for claim in claims_in(record):
        cause = claim.get("power", claim.get("spell"))
        if cause is None or slugify(cause) in names:
            together |= claim
        else:
            others.append(cause)
    return together, others


def has_outcome(claim: Claim) -> bool:
    return not OUTCOMES.isdisjoint(claim) and any(claim[name] for name in OUTCOMES.intersection(claim))


def is_named(claim: Claim) -> bool:
    """It says what caused it, or what its text says: such a claim is held to it."""
    return any(name in claim for name in ("spell", "power", "varies", *FACTS))


def facts_in(claim: Claim) -> dict[str, Any]:
    """The printed facts that a claim states, in one shape."""
    return {} if STATED.isdisjoint(claim) else _facts_in(claim)


def _facts_in(claim: Claim) -> dict[str, Any]:
    facts: dict[str, Any] = {name: claim[name] for name in ("element", "damage", "limit") if name in claim}
    if "cost" in claim:
        cost = claim["cost"]
        facts["cost"] = {"ap": cost.get("ap"), **{name: cost.get(name, 0) for name in ("mp", "injuries", "kamas")}}
    if "range" in claim:
        facts["range"] = _range(claim["range"])
        if "alterable" in claim["range"]:
            facts["alterable"] = claim["range"]["alterable"]
    return facts


def same_fact(one: Any, other: Any) -> bool:
    """Whether two values of a fact say the same. A cost without AP may be written with 0 or with none."""
    if isinstance(one, Mapping) and isinstance(other, Mapping) and "ap" in one:
        return {**one, "ap": one["ap"] or 0} == {**other, "ap": other["ap"] or 0}
    return bool(one == other)


def _range(range_: Mapping[str, Any]) -> dict[str, Any]:
    nearest = 0 if range_["kind"] == "personal" else 1
    least = range_.get("min", nearest)
    if range_["kind"] in ("close", "personal"):
        return {"kind": range_["kind"], "min": nearest, "max": nearest}
    return {"kind": range_["kind"], "min": least, "max": max(least, range_.get("max", least))}


def cells_in(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def effects_in(claim: Claim, player: str) -> Iterator[tuple[str, str, int]]:
    """The effects that a claim names: what it did, of which piece if of one, and how much of it."""
    for name in sorted(OUTCOMES.intersection(claim), key=IN_ORDER.index):
        for kind, piece, amount in _effects(name, claim[name] or {}, player):
            if amount:
                yield kind if amount > 0 else f"{kind}-", piece, abs(amount)


def _effects(name: str, claim: Mapping[str, Any], player: str) -> Iterable[tuple[str, str, int]]:
    if name in BY_PIECE:
        return [(name, piece, amount) for piece, amount in claim.items()]
    if name in BY_PIECE_AND_GAUGE:
        return _of_gauges(name, claim)
    if name in ("kamas", "glory"):
        return _of_players(name, claim, player)
    if name == "cost_change":
        return [(f"cost {what}", "", amount) for what, amount in claim.items()]
    if name == "summoned":
        return [(f"summoned {slugify(slug)}", "", len(cells_in(cells))) for slug, cells in claim.items()]
    return [(name, piece, 1) for piece in claim]


def _of_gauges(name: str, claim: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    for piece, amounts in claim.items():
        for what, amount in amounts.items():
            if what in GAUGES:
                yield f"{name} {what}", piece, amount
            elif amount > 0:  # only what is there is taken away
                yield f"special {what}", piece, amount


def _of_players(name: str, claim: Mapping[str, int], player: str) -> Iterator[tuple[str, str, int]]:
    """GG won are lost by others or were nobody's (4.6.2): the winner alone is named. Kamas may be stolen."""
    own, others = claim.get(player, 0), [amount for whose, amount in claim.items() if whose != player]
    if name == "glory":
        wins = own > 0 or (not own and any(amount < 0 for amount in others))
        yield "glory own" if wins else "glory other", "", max(map(abs, claim.values()), default=0)
    elif own > 0 and any(amount < 0 for amount in others):
        yield "kamas stolen", "", own
    else:
        yield "kamas own", "", own
        yield "kamas other", "", max(others, key=abs, default=0)
