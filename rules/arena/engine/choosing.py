"""Choices of a player while an effect resolves, which the log has under `choices` (4.18.3.e)."""

from collections.abc import Sequence
from typing import Final

from rules.arena.cells import SIDES, cell_name
from rules.arena.engine.standby import listed
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import Illegal


def heard(game: Game, record: Action, name: str) -> None:
    """Record that this name was asked for; unused names are reported in the end."""
    game.claims.now.heard.add((id(record), name))


MAY_BE_ASKED_FOR: Final = frozenset({"choices", "coins", "standby", "doubles", "from", "gives"})


def tell_what_nobody_asked(game: Game, action: Action) -> None:
    """Warn of coins and choices that no effect used, unless an unknown text may have needed them."""
    if game.dealer is not None or game.index in game.basis.believed:
        return
    for name in _of_players(action):
        if (id(action), name) not in game.claims.now.heard:
            game.say("warning", "unknown-field", _not_asked_for(name))
    for record in (action, *listed(action)):
        if "choices" not in record and "coins" not in record:
            continue
        choices = record.get("choices") or {}
        named = {name: f"choices/{name}" for name in choices if name != "facing" or choices[name] not in SIDES}
        where = "" if record is action else f"standby/{_index_of(record, action)}/"
        for name, field in (named | ({"coins": "coins"} if "coins" in record else {})).items():
            if (id(record), name) not in game.claims.now.heard:
                path = f"{where}{field}"[:80]
                game.say("warning", "unknown-field", _("Unknown field {field}: it is ignored.", field=path))


def _not_asked_for(name: str) -> Sentence:
    if name == "doubles":
        return _("No doubles were rolled: whom the log names for them is ignored.")
    return _("Unknown field {field}: it is ignored.", field=name[:80])


def _of_players(action: Action) -> list[str]:
    """Fields that name players, besides the choices of cards: see engine/naming.py and doubles.py."""
    return [name for name in ("doubles", "from") if name in action] + [
        f"gives/{unit}" for unit in action.get("gives") or ()
    ]


def _index_of(record: Action, action: Action) -> int:
    """The index among the effects listed on standby, by identity: two entries may be equal."""
    return next(index for index, entry in enumerate(action.get("standby") or ()) if entry is record)


def chosen_cell(game: Game, record: Action, possible: list[int]) -> int | None:
    """`choices: {"cell": ...}`, which has to be one of the possible cells."""
    if not possible:
        return None
    heard(game, record, "cell")
    name = (record.get("choices") or {}).get("cell")
    if name is None and game.dealer is not None:
        name = cell_name(possible[game.dealer.pick(len(possible))])
        record["choices"] = {**(record.get("choices") or {}), "cell": name}
    cell = game.cell(str(name)) if name is not None else None
    if cell not in possible:
        allowed = [cell_name(each) for each in possible]
        said = _("Choose one of the cells {cells}.", cells=allowed)
        if name is None and game.strict:  # the recorder is asked
            game.policy.ask(Illegal("4.18.5", "cell-missing", said, expected={"cell": allowed}))
        game.fault("4.18.5", "cell-not-possible", said, expected={"cell": allowed}, logged={"cell": name})
        return None
    return cell


def chosen_option(game: Game, record: Action, name: str, possible: Sequence[str]) -> str | None:
    """7.2.4.b: `choices` has one of these under that name; where there is but one, it need not be said."""
    heard(game, record, name)
    chosen = (record.get("choices") or {}).get(name)
    if chosen is None and len(possible) == 1:
        return possible[0]
    if chosen is None and possible and game.dealer is not None:
        chosen = possible[game.dealer.pick(len(possible))]
        record["choices"] = {**(record.get("choices") or {}), name: chosen}
    if chosen in possible:
        return str(chosen)
    if possible:
        said = _("Choose one of {options}.", options=[*possible])
        game.fault("7.2.4.b", "option-missing", said, expected={name: [*possible]}, logged={name: chosen})
    return None
