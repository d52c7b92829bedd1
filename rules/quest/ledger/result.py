"""The result that a log claims, held against its ledger (Q-1, Q-4.1)."""

from rules.common.messages import message as _
from rules.quest.ledger.game import Game
from rules.quest.log import THE_DEMON, Result
from rules.quest.words import SHORTEST_GEEGEE_PATH


def check(game: Game) -> None:
    """After an error the ledger is a guess: a result that does not follow from it is no fault of its own."""
    result = game.log.result
    game.index, game.silent = None, False
    if result is None:
        game.note("warning", "no-result", _("The log states no result."))
        return
    _believe_the_ending(game, result)
    is_sure = not any(issue.is_error for issue in game.found)
    _gg(game, result, is_sure=is_sure)
    if not (is_sure and any(issue.is_error for issue in game.found) and _follows(game, result)):
        _winners(game, result, is_sure=is_sure)


def _believe_the_ending(game: Game, result: Result) -> None:
    """Q-4.1: a full path where nobody says how long it is. A scenario with rules of its own, or of which nobody knows
    them, may have ended the game too."""
    if game.ending is not None:
        return
    winners = result.winners or ()
    if result.ending == "path-filled" and game.spaces is None and _may_have_filled_it(game, winners):
        game.end("path-filled", winners)
        game.believe("dashboard", "geegee_path")
        _is_long_enough(game)
    elif result.ending == "scenario" and _may_have_ended_it(game, winners):
        game.end("scenario", winners)
        game.believe(game.log.scenario or "scenario", "scenario")


def _is_long_enough(game: Game) -> None:
    """The book does not say how long a path is, so a short one is believed, and named: no dashboard may say so."""
    most = max((game.seats[letter].gg for letter in game.playing), default=0)
    if most < SHORTEST_GEEGEE_PATH:
        message = _("A path that {gg} GG fill is shorter than any that a dashboard may have.", gg=most)
        game.note("warning", "short-geegee-path", message, "Q-4.1")


def _may_have_ended_it(game: Game, winners: tuple[str, ...]) -> bool:
    is_possible = game.log.scenario is not None and (game.scenario is None or bool(game.scenario.words))
    return is_possible and (THE_DEMON not in winners or game.log.is_cooperative)


def _may_have_filled_it(game: Game, winners: tuple[str, ...]) -> bool:
    if game.log.is_cooperative:
        return sorted(winners) == sorted(game.playing)
    rest = [game.seats[letter].gg for letter in game.playing if letter not in winners]
    return (
        bool(winners)
        and {*winners} <= {*game.playing}
        and len({game.seats[each].gg for each in winners}) == 1
        and game.seats[winners[0]].gg > max(rest, default=-1)
    )


def _winners(game: Game, result: Result, *, is_sure: bool) -> None:
    wrong_ending = result.ending is not None and result.ending != game.ending
    wrong_winners = result.winners is not None and not _has_won(game, result.winners)
    if not (wrong_ending or wrong_winners):
        return
    facts = {"ending": game.ending or _("nothing"), "winners": ", ".join(game.winners) or _("nobody")}
    message = _("The game was ended by {ending}, and won by {winners}.", **facts)
    if not is_sure:
        game.note("note", "wrong-result", message)
        return
    expected = {"ending": game.ending, "winners": [*game.winners]}
    logged = {"ending": result.ending, "winners": [*(result.winners or ())]}
    game.fault(game.article_of_the_end, "wrong-result", message, expected=expected, logged=logged)


def _follows(game: Game, result: Result) -> bool:
    """Whether these winners have most of the GG that the log claims, which were counted otherwise."""
    claimed = result.gg or {}
    most = max((claimed[letter] for letter in game.playing), default=0)
    return {letter for letter in game.playing if claimed.get(letter) == most} == {*(result.winners or ())}


def _has_won(game: Game, winners: tuple[str, ...]) -> bool:
    if sorted(winners) == sorted(game.winners):
        return True
    if not game.log.is_cooperative:
        return False
    if game.ending == "adventure-path-full":  # they win or lose together: with no path full they have lost
        return not winners
    return game.ending == "time" and winners == (THE_DEMON,)


def _gg(game: Game, result: Result, *, is_sure: bool) -> None:
    """Q-4.1."""
    if result.gg is None:
        return
    counted = {letter: seat.gg for letter, seat in game.seats.items()}
    spaces = game.spaces
    claimed = {each: gg if spaces is None else min(gg, spaces) for each, gg in sorted(result.gg.items())}
    if claimed == counted:
        return
    wrong = [letter for letter in counted if claimed[letter] != counted[letter]]
    message = _("The GG are {counted}.", counted=[f"{letter} {counted[letter]}" for letter in wrong])
    if not is_sure:
        game.note("note", "wrong-gg", message)
        return
    game.silent = False
    game.fault("Q-4.1", "wrong-gg", message, expected={"gg": counted}, logged={"gg": dict(result.gg)})
