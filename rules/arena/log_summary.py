"""What a log says of itself, to be compared with the event that it was played in."""

from typing import Any

from rules.arena.log import Log


def summary(log: Log) -> dict[str, Any]:
    players = {side: {"name": player.name, "team": dict(player.team)} for side, player in log.players.items()}
    settings: dict[str, Any] = {"team_format": log.team_format, "rewards": log.rewards, "arena": log.arena}
    settings["scenery"] = log.scenery
    if not log.is_duel:
        settings |= {"mode": log.mode, "team_level": log.team_level, "crews": _crews(log)}
    return {**settings, "players": players, "result": _result(log)}


def _crews(log: Log) -> list[list[str]]:
    """None in a free-for-all."""
    together = (list(log.seats.on(side)) for side in log.seats.sides)
    return [crew for crew in together if len(crew) > 1]


def _result(log: Log) -> dict[str, Any] | None:
    if log.result is None:
        return None
    who = {"winner": log.result.winner} if log.is_duel else {"winners": list(log.result.winners)}
    return {**who, "glory": log.result.glory}
