"""Choices of a player while an effect resolves, which the log has under `choices` (4.18.3.e)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.arena.cells import cell_name
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import ChoiceMissing

if TYPE_CHECKING:
    from rules.arena.engine.state import Game


def note_asked(game: "Game", record: Action, name: str) -> None:
    """Record that this name was asked for; unused names are reported in the end."""
    game.claims.now.written().heard.add((id(record), name))


def chosen_cell(game: "Game", record: Action, possible: list[int]) -> int | None:
    """`choices: {"cell": ...}`, which has to be one of the possible cells."""
    if not possible:
        return None
    note_asked(game, record, "cell")
    name = (record.get("choices") or {}).get("cell")
    if name is None and game.dealer is not None:
        name = cell_name(possible[game.dealer.pick(len(possible))])
        record["choices"] = {**(record.get("choices") or {}), "cell": name}
    cell = game.cell(str(name)) if name is not None else None
    if cell not in possible:
        allowed = [cell_name(each) for each in possible]
        message = _("Choose one of the cells {cells}.", cells=allowed)
        if name is None and game.strict:  # the recorder is asked
            game.policy.ask(ChoiceMissing("4.18.5", "cell-missing", message, expected={"cell": allowed}))
        game.fault("4.18.5", "cell-not-possible", message, expected={"cell": allowed}, logged={"cell": name})
        return None
    return cell


def chosen_option(game: "Game", record: Action, name: str, possible: Sequence[str]) -> str | None:
    """7.2.4.b: `choices` has one of these under that name; where there is but one, it need not be said."""
    note_asked(game, record, name)
    chosen = (record.get("choices") or {}).get(name)
    if chosen is None and len(possible) == 1:
        return possible[0]
    if chosen is None and possible and game.dealer is not None:
        chosen = possible[game.dealer.pick(len(possible))]
        record["choices"] = {**(record.get("choices") or {}), name: chosen}
    if chosen in possible:
        return str(chosen)
    if possible:
        message = _("Choose one of {options}.", options=[*possible])
        game.policy.ask(ChoiceMissing("7.2.4.b", "option-missing", message, expected={name: [*possible]}))
        game.fault("7.2.4.b", "option-missing", message, expected={name: [*possible]}, logged={name: chosen})
    return None
