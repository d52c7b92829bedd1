"""The light recorder's table: both sides, and each button with its entry."""

import json
from typing import Any

from judging.models import Recording
from judging.pages.ledger import entry_in_words
from judging.services.recorder.light import next_player
from judging.services.recorder.recording import account_of
from judging.unit_names import printed_title
from rules.games import Account

MOST_SHOWN = 6


def light_context(recording: Recording) -> dict[str, Any]:
    account = account_of(recording)
    player = account.player or recording.header["first_player"]
    return {
        "recording": recording,
        "account": account,
        "player": player,
        "player_name": recording.names[player],
        "over": account.won_by is not None,
        "winner": recording.names.get(account.winner or ""),
        "sides": [_side(recording, account, side) for side in ("A", "B")],
        "turn": _entry(do="turn", player=next_player(recording, account)),
        "next_name": recording.names[next_player(recording, account)],
        "kamas": [(number, _entry(do="kamas", kamas={player: number})) for number in (1, 2, 3, 5, -1)],
        "buys_glory": _entry(do="buy-glory"),
        "rewards": [(rank, _entry(do="buy-reward", rank=rank)) for rank in account.ranks],
        "doubles": _entry(do="glory", glory=_doubles(account), why="tension"),
        "time": _entry(do="time"),
        "entered": len(recording.actions),
        "entries": [entry_in_words(action, recording.header) for action in recording.actions[: -MOST_SHOWN - 1 : -1]],
    }


def _side(recording: Recording, account: Account, side: str) -> dict[str, Any]:
    team = recording.header["players"][side]["team"]
    return {
        "letter": side,
        "name": recording.names[side],
        "glory": account.glory[side],
        "kamas": account.kamas[side],
        "figures": [
            (unit, printed_title(slug), account.figures[unit].level, unit in account.fallen, _entry(do="ko", unit=unit))
            for unit, slug in team.items()
        ],
        "gains": _entry(do="glory", glory={side: 1}, why="power"),
        "concedes": _entry(do="concede", player=side),
    }


def _doubles(account: Account) -> dict[str, int]:
    return {side: -min(1, number) for side, number in account.glory.items()}


def _entry(**fields: Any) -> str:
    return json.dumps(fields)
