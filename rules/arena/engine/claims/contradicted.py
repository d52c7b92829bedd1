"""What players declare of a text that the site knows: a note where that is what happened, an error where it is not.

The engine works out what a known text does (2.5.2, 2.7.1); a declaration changes nothing of it.
"""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.arena.engine.claims.declarations import ARTICLES, Claim, effects_in
from rules.common.messages import message as _
from rules.common.names import slugify

if TYPE_CHECKING:
    from rules.arena.engine.state import Game
    from rules.arena.engine.units import Unit

NOT_SEEN: Final = frozenset({"damage_change", "cost"})  # of these the position shows nothing
BESIDE_OTHERS: Final = frozenset({"gained", "kamas"})  # which the action itself may pay or bring
Seen = tuple[str, str]  # an effect, and the piece on which it worked


class Position:
    """What a text may change, as it is before it; with `alone` nothing else happens meanwhile."""

    def __init__(self, game: "Game", *, alone: bool) -> None:
        self.not_seen = NOT_SEEN if alone else NOT_SEEN | BESIDE_OTHERS
        self.events = len(game.basis.events)
        self.pieces = {unit.name: _state(unit) for unit in game.pieces}
        self.cells = {unit.name: unit.cell for unit in game.pieces}
        self.kamas = dict(game.kamas)


def _state(unit: "Unit") -> Mapping[str, int]:
    gauges = {
        "markers ap": unit.ap_markers + unit.frost_ap,
        "markers mp": unit.mp_markers + unit.frost_mp,
        "markers range": unit.range_markers,
        "gained ap": unit.ap,
        "gained mp": unit.mp,
        "gained hp": unit.hp or 0,
        "gained range": unit.reach,
        "rewards": len(unit.rewards),
        "lost_powers": int(unit.powerless or bool(unit.lost)),
    }
    return gauges | {f"special {name}": 1 for name in unit.specials}


class Comparison(NamedTuple):
    """Of what is declared of one known text with what happens. `cause` is `spell` or `power`."""

    owner: "Unit"
    cause: str
    name: str
    claim: Claim
    before: Position

    def contradictions(self, game: "Game") -> dict[Seen, int]:
        """What is declared and has not happened since."""
        return {
            (kind, piece): amount
            for kind, piece, amount in effects_in(self.claim, self.owner.player)
            if kind.partition(" ")[0] not in self.before.not_seen and not _happened(game, self, (kind, piece), amount)
        }

    def report(self, game: "Game", wrong: dict[Seen, int]) -> None:
        if not wrong and self._says_what_an_unseen_piece_bears(game):
            return
        if not wrong:
            message = _("The site knows the text of {name}: what is declared of it changes nothing.", name=self.name)
            game.say("note", "declaration-not-needed", message)
            return
        message = _("The site knows the text of {name}: what is declared of it did not happen.", name=self.name)
        logged = {" ".join(filter(None, seen)): amount for seen, amount in wrong.items()}
        expected = {" ".join(filter(None, seen)): _amount(game, self, seen) for seen in wrong}
        game.fault(ARTICLES[self.cause], "declared-against-the-text", message, expected=expected, logged=logged)

    def _says_what_an_unseen_piece_bears(self, game: "Game") -> bool:
        """4.10.8: the injuries of a summon whose HP nobody knows."""
        return any(not game.units[name].sure for name in self.claim.get("injuries") or () if name in game.units)


def _happened(game: "Game", of: Comparison, seen: Seen, amount: int) -> bool:
    kind, piece = seen
    before = of.before
    if kind == "moved":
        unit = game.units.get(piece)
        return unit is not None and unit.cell == game.cell(of.claim["moved"][piece]) != before.cells.get(piece)
    return amount in (_amount(game, of, seen), _uncut_injuries(game, seen, before))


def _amount(game: "Game", of: Comparison, seen: Seen) -> int:
    """How much of it happened, as the declaration would name it."""
    owner, before = of.owner, of.before
    kind, piece = seen
    what, sign = kind.removesuffix("-"), -1 if kind.endswith("-") else 1
    if what in ("injuries", "healed"):
        return _counted(game, {"injuries": "injured", "healed": "healed"}[what], before)["unit", piece]
    if what.startswith("glory"):
        won = _counted(game, "glory", before)
        return sum(n for (_name, player), n in won.items() if (player == owner.player) == (what == "glory own"))
    if what.startswith("kamas"):
        return sign * _kamas(game, owner, what, before)
    if what.startswith("summoned"):
        new = [unit for unit in game.pieces if unit.name not in before.pieces]
        return sum(what == f"summoned {slugify(unit.profile.card)}" for unit in new)
    unit = game.units.get(piece)
    if unit is None:
        return 0
    return sign * (_state(unit).get(what, 0) - before.pieces.get(piece, {}).get(what, 0))


def _counted(game: "Game", event: str, before: Position) -> Counter[tuple[str, str]]:
    amounts: Counter[tuple[str, str]] = Counter()
    for _action, name, facts in game.basis.events[before.events :]:
        if name == event:
            whose = "player" if event == "glory" else "unit"
            amounts[whose, facts[whose]] += facts["amount"]
    return amounts


def _uncut_injuries(game: "Game", seen: Seen, before: Position) -> int | None:
    """As many as the damage was, of which more than HP left cannot be placed (4.10.8)."""
    if seen[0] != "injuries":
        return None
    events = game.basis.events[before.events :]
    return sum([int(facts["worth"]) for _at, name, facts in events if name == "injured" and facts["unit"] == seen[1]])


def _kamas(game: "Game", owner: "Unit", what: str, before: Position) -> int:
    own = owner.player
    players = [own] if what in ("kamas own", "kamas stolen") else [each for each in game.kamas if each != own]
    return max((game.kamas[each] - before.kamas[each] for each in players), key=abs, default=0)
