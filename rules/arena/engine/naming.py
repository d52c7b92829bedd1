"""Whom a player names where there are several opponents (4.6.2, 4.6.3, 9.2.5). With one nobody asks."""

from collections.abc import Mapping, Sequence

from rules.arena.engine.choosing import heard
from rules.arena.engine.glory import believe_where
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import DiceMissing


def plays_on(game: Game, player: str) -> bool:
    return player not in game.out


def opponents(game: Game, player: str) -> list[str]:
    """4.1.2: those who are still in the game, in the order of their turns; where nobody is, all of them."""
    foes = game.seats.foes(player)
    return [foe for foe in foes if plays_on(game, foe)] or [*foes]


# -- who receives ----------------------------------------------------------------------------------------


def striker(game: Game, fallen: Unit, by: Unit | None) -> str | None:
    """4.10.6.b: the opponent whose piece inflicted the last injury; it still counts for a side whose player is out."""
    if by is None or by.side == fallen.side:
        return None
    return by.player if plays_on(game, by.player) or not game.mode.sets_aside else None


def likely_receivers(game: Game, fallen: Unit, by: Unit | None) -> Sequence[str]:
    """Who wins the GG of a KO, as far as nobody has to be asked."""
    struck, foes = striker(game, fallen, by), opponents(game, fallen.player)
    chosen = (game.action.get("gives") or {}).get(fallen.name)
    return [struck] if struck is not None else [chosen] if chosen in foes else foes


def who_receives(game: Game, fallen: Unit, by: Unit | None) -> Sequence[str]:
    """4.6.2: who struck it down; of an own KO the opponent whom its player names (9.2.5).

    Where nobody is named, the first is taken to be the one, and any of the others may be.
    """
    struck = striker(game, fallen, by)
    if struck is not None:
        return [struck]
    foes = opponents(game, fallen.player)
    heard(game, game.action, f"gives/{fallen.name}")
    return foes if len(foes) == 1 else _whom_the_owner_names(game, fallen, foes)


def _whom_the_owner_names(game: Game, fallen: Unit, foes: Sequence[str]) -> Sequence[str]:
    record = game.action
    chosen = (record.get("gives") or {}).get(fallen.name)
    if chosen is None and game.dealer is not None:
        chosen = foes[game.dealer.pick(len(foes))]
        record["gives"] = {**(record.get("gives") or {}), fallen.name: chosen}
    if chosen in foes:
        return [str(chosen)]
    said = _(
        "No opponent in the game struck {unit} down: name who wins the GG ({players}).", unit=fallen.name, players=foes
    )
    expected = {"gives": {fallen.name: [*foes]}}
    if chosen is None:
        if game.strict:  # whoever records is asked
            game.policy.ask(DiceMissing("9.2.5", expected))
        game.say("warning", "gives-missing", said, "9.2.5")
    elif chosen in game.out:
        game.fault("9.2.5", "player-is-out", is_out(chosen), expected=expected, logged={"gives": chosen})
    else:
        game.fault("9.2.5", "cannot-give-to", said, expected=expected, logged={"gives": chosen})
    return foes


def is_out(player: str) -> Sentence:
    return _("Player {player} is out of the game.", player=player)


# -- who loses -------------------------------------------------------------------------------------------


def who_loses(game: Game, player: str, amount: int, chosen: object, record: Action, field: str) -> str | None:
    """4.6.3: beyond the wild GG the buyer names an opponent who has one; `field` is where the log says whom."""
    if game.wild >= amount:
        return None
    foes = game.seats.foes(player)
    if len(foes) == 1:
        return foes[0]  # with one opponent nobody is asked
    believe_where(game, lambda stocks: _names_one_who_has_some(stocks, foes, chosen))
    rich = [foe for foe in foes if game.glory[foe] > 0]
    heard(game, record, field)
    if chosen is None and len(rich) <= 1:
        return None
    if chosen is None and game.dealer is not None:
        chosen = rich[game.dealer.pick(len(rich))]
        _write_down(record, field, str(chosen))
    if chosen in rich:
        return str(chosen)
    if chosen is None and game.strict:  # whoever records is asked
        game.policy.ask(DiceMissing("4.6.3", {field: rich}))
    if chosen in list(game.out):  # a log may have anything there
        game.fault("4.6.3", "player-is-out", is_out(str(chosen)), expected={field: rich})
    elif chosen not in foes or rich:
        said = _("Name an opponent who has a GG: {players}.", players=rich or [*foes])
        game.fault("4.6.3", "not-an-opponent", said, expected={field: rich or [*foes]}, logged={field: chosen})
    return None


def _names_one_who_has_some(stocks: Mapping[str, int], foes: Sequence[str], chosen: object) -> bool:
    rich = [foe for foe in foes if stocks[foe] > 0]
    return len(rich) <= 1 if chosen is None else chosen in (rich or foes)


def _write_down(record: Action, field: str, chosen: str) -> None:
    if field == "from":
        record["from"] = chosen
    else:
        record["choices"] = {**(record.get("choices") or {}), field: chosen}
