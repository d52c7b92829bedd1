"""The state of a game of Krosmaster Blast for the recorder's page: the position, the last entries, and what can be done
now. As `table_state` of Arena it needs no database, so that a phone without a connection can use it."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.board.blast_names import Names
from judging.recorder.board.table_state import ENTRIES_SHOWN
from judging.recorder.services.blast import SHOWN, position_of
from judging.replay.board.blast import Positions, board_data, caption
from judging.replay.board.replay_data import finding_data
from rules.blast.public import Game, Unit, frame, legal_actions, steps, tried, waiting, walks
from rules.common.ruleset import Option
from rules.common.verdicts import Illegal
from rules.games import Log
from teams.wording import render_message

Json = dict[str, Any]
USES = {"left": gettext_lazy("Use left favor: {card}"), "right": gettext_lazy("Use right favor: {card}")}


def blast_state(log: Log, *, version: int, closed: bool, undo: int, copied: Sequence[Any] = ()) -> Json:
    del copied  # no spells are copied here: each cast says what its card does
    names = Names(log)
    game, positions, entries = _described(log, names)
    now = positions.position(frame(game))
    return {
        "version": version,
        "closed": closed,
        "actions": len(log.actions),
        "entries": entries,
        "findings": [finding_data(finding, names) for finding in game.found],
        "position": now,
        "over": {"winner": game.winner, "wonBy": game.ending} if game.ending else None,
        "prompt": _("This game has been submitted. A judge can still correct it.") if closed else _prompt(game, names),
        "favors": {side: names.get(card or "", card) for side, card in game.favors.items()},
        "pile": game.pile,
        "undo": undo,
        "can": {} if closed or game.ending else _possible(game, names),
    }


def _described(log: Any, names: Names) -> tuple[Game, Positions, list[Json]]:
    """Return the game as it stands, with the last entries in words."""
    positions, entries = Positions(names), []
    played = steps(log)
    game = next(played)
    before = frame(game)
    for index, action in enumerate(log.actions):
        next(played)
        now = frame(game)
        if index >= len(log.actions) - ENTRIES_SHOWN:
            positions.position(now)
            words = caption(action, before, now, names)["words"]
            entries.append({"index": index, "first": index, "who": _whose(action, before, now), "words": words})
            entries[-1]["proof"] = _proof(game, index)
        before = now
    return game, positions, entries


def _whose(action: Json, before: Json, now: Json) -> str | None:
    """Return the player whose action it is; the end of time and a judge's correction are nobody's."""
    if action["do"] == "place":
        return now["units"].get(action["unit"], {}).get("side")
    if action["do"] == "concede":
        return str(action["player"])
    return None if action["do"] in ("time", "correct") else str(before["player"])


def _proof(game: Game, index: int) -> str:
    if any(issue.is_error and issue.action == index for issue in game.found):
        return "faulty"
    return "believed" if any(belief.action == index for belief in game.beliefs) else "proved"


def recorded_board(log: Log) -> Json:
    """Return the board; of one that nobody knows some lines, to count cells on."""
    drawn = board_data(log)
    if not position_of(log).board.is_known:
        drawn |= {key: max(drawn[key], SHOWN) for key in ("columns", "rows")}
    return drawn


def why(log: Log, cell: str | None) -> str:
    """Return in one sentence why a tap on that cell does nothing; without a cell, who does what next."""
    game, names = position_of(log), Names(log)
    if cell is None or game.active is None or game.ending:
        return _prompt(game, names)
    fault = tried(game, {"do": "move", "to": cell[:4]})[1]
    return _reason(fault, names)["message"] if fault else _prompt(game, names)


def _prompt(game: Game, names: Names) -> str:
    if game.ending:
        return _("The game is over.")
    left = waiting(game)
    if left:
        return _placing_words(left, names)
    player = names[game.turn.player if game.turn else game.next_player]
    if game.turn is None:
        return _("{player} reveals a favor and puts it left or right of the pile.").format(player=player)
    if game.active is None or game.active.is_out:
        return _("{player} chooses who plays.").format(player=player)
    return _("{unit} plays: tap a cell to move there, or choose below.").format(unit=names[game.active.name])


def _placing_words(left: list[Unit], names: Names) -> str:
    """B-2.4: the figures of one player, in any order."""
    if len(left) > 1:
        words = _("{player} places their figures in any order: choose one, then tap a starting cell.")
    else:
        words = _("{player}: tap a starting cell for {unit}.")
    return words.format(player=names[left[0].player], unit=names[left[0].name])


# -- what can be done -----------------------------------------------------------------------------------------------


def _possible(game: Game, names: Names) -> Json:
    options = legal_actions(game)
    return {
        "place": [_placing(unit, options) for unit in waiting(game)],
        "favors": [
            {"card": each.action["card"], "label": names[each.action["card"]]} for each in _of(options, "favor")
        ],
        "isFavorDue": game.turn is None and not waiting(game),
        "activate": [each.action["unit"] for each in _of(options, "activate")],
        "walks": {each.action["to"]: [each.action["to"]] for each in _of(options, "move")} | walks(game),
        "deeds": [*_casts(game, options, names), *_uses(game, options, names), *_bonuses(game, options, names)],
        "mayEnd": any(_of(options, "end-turn")),
        "isAnywhere": not game.board.is_known,
    }


def _of(options: list[Option], do: str) -> Iterator[Option]:
    return (option for option in options if option.action["do"] == do)


def _placing(unit: Unit, options: list[Option]) -> Json:
    cells = [each.action["cell"] for each in _of(options, "place") if each.action["unit"] == unit.name]
    return {"unit": unit.name, "cells": cells}


def _casts(game: Game, options: list[Option], names: Names) -> Iterator[Json]:
    """Its spells in the order of the card; of one that nobody has entered the log says what it did."""
    unit = game.active
    if unit is None or unit.is_out:
        return
    for spell in unit.card.spells if unit.card else ():
        tried_at = [each for each in _of(options, "cast") if each.action["spell"] == spell.slug]
        cells = [each.action["target"] for each in tried_at if each.is_legal and "target" in each.action]
        deed = {"label": names.title(spell.slug), "action": {"do": "cast", "spell": spell.slug}, "cells": cells}
        refusal = None if cells or any(each.is_legal for each in tried_at) else tried_at[0].refusal
        yield deed | ({"why": _reason(refusal, names)} if refusal else {})
    if unit.card is None or "spells" in unit.card.lacks:
        yield {"label": _("Another spell"), "action": {"do": "cast"}, "cells": [], "isOpen": True}


def _uses(game: Game, options: list[Option], names: Names) -> Iterator[Json]:
    for each in _of(options, "use-favor"):
        card = game.favors[each.action["side"]] or ""
        label = str(USES[each.action["side"]]).format(card=names.get(card, card))
        yield {"label": label, "action": each.action, **_refused(each, names)}


def _bonuses(game: Game, options: list[Option], names: Names) -> Iterator[Json]:
    for each in _of(options, "bonus"):
        challenge = game.challenges[each.action["challenge"]]
        found = challenge.thresholds if challenge else ()
        name = next(one.name for one in found if one.glyphs == each.action["threshold"])
        yield {"label": _("Bonus {name}").format(name=name), "action": each.action, **_refused(each, names)}
    unit = game.active
    if unit is not None and not unit.is_minion:
        for slug, challenge in game.challenges.items():
            if challenge is None:
                label = _("Bonus of {challenge}").format(challenge=names.get(slug, slug))
                yield {"label": label, "action": {"do": "bonus", "challenge": slug}, "asksGlyphs": True}


def _refused(option: Option, names: Names) -> Json:
    return {"why": _reason(option.refusal, names)} if option.refusal else {}


def _reason(fault: Illegal, names: Any) -> Json:
    return {"message": render_message(fault.message, names), "article": fault.article}
