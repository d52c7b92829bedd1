"""Who may still stand, who may have fallen and who may have won, by Demonic Rewards that nobody has entered; and which
summon may have fallen whose HP nobody knows.

A log holds no injuries. Where a token of which nothing is said may have added HP, taken damage off or added some, what
the log shows later is believed: a figure that acts again has not fallen, one that is no longer in the way has, and a
game that goes on was not won.
"""

from collections.abc import Iterable, Mapping

from rules.arena.engine.glory import opponents, win_glory
from rules.arena.engine.possible_glory import change_glory, count_no_more, has_all, last_one_standing, mark_won
from rules.arena.engine.rewards.open_tokens import is_open
from rules.arena.engine.rewards.unknown_tokens import most_of, with_printings
from rules.arena.engine.state import Game
from rules.arena.engine.stocks import glory_of
from rules.arena.engine.units import Reward, Unit

Doubt = tuple[str, int, str]  # GG that a side may have won, or not have won, and the token by which


def is_shown_later(game: Game, unit: Unit) -> bool:
    return game.lookahead.shows(unit.name, game.index)


# -- may still stand ------------------------------------------------------------------------------------


def keep_standing(game: Game, unit: Unit) -> bool:
    """Give a unit with as many injuries as HP (4.10.2) the HP that its tokens may add, if it goes on in the log.
    Answers whether it stands."""
    tokens = [token for token in unit.rewards if _hp_of(token) > 0]
    if not tokens or not (is_shown_later(game, unit) or the_log_goes_on(game, unit)):
        return False
    missing = 1 + unit.beyond
    if sum(map(_hp_of, tokens)) < missing:
        return False
    unit.more_hp += missing
    unit.injuries += unit.beyond
    unit.beyond = 0
    for token in tokens:
        part = min(missing, _hp_of(token))
        if part:
            token.drawn = {**token.drawn, "hp": token.drawn.get("hp", 0) + part}
            game.trust(token.slug)
            missing -= part
    unit.refresh()
    return True


def _hp_of(token: Reward) -> int:
    """HP that it may add beyond what is known: an open token, or another printing of a known one."""
    if not token.face_up:
        return 0
    most = most_of(token, "hp") if is_open(token) else with_printings(token.text)
    return most - token.drawn.get("hp", 0)


def the_log_goes_on(game: Game, unit: Unit) -> bool:
    """Whether its KO would end the game (1.4.1, 1.4.3) although more is played."""
    if not _more_is_played(game):
        return False
    others = [side for side in game.seats.sides if side != unit.side]
    standing = [side for side in others if any(other.in_play for other in game.figures_of(side))]
    last_standing = not any(other.in_play for other in game.figures_of(unit.side) if other is not unit)
    if last_standing and len(standing) <= 1:
        return True
    rich = {side for side in others if glory_of(game.seats, side, game.glory)} | _who_would_win_gg(game, unit, standing)
    taken = min(game.glory[unit.player], unit.level - game.wild)
    return taken >= 0 and len(rich) <= 1 and glory_of(game.seats, unit.side, game.glory) <= taken


def _who_would_win_gg(game: Game, unit: Unit, standing: Iterable[str]) -> set[str]:
    """4.6.2: the side that acts; of an own KO any other (9.2.5)."""
    acting = game.active
    return {acting.side} if acting is not None and acting.side != unit.side else set(standing)


def _more_is_played(game: Game) -> bool:
    return game.lookahead.goes_on(game.index)


def note_the_fall(game: Game, unit: Unit, worth: int, receiver: str) -> None:
    """Record that the KO is uncertain: the result may show otherwise."""
    token = next((token for token in unit.rewards if _hp_of(token) > unit.beyond), None)
    if token is not None and worth:
        game.claims.perhaps.append((receiver, -worth, token.slug))


# -- may have fallen ------------------------------------------------------------------------------------


def may_have_fallen(game: Game, unit: Unit) -> bool:
    hurt = unit.unsure > 0 and (unit.hp is None or unit.injuries + unit.unsure >= unit.hp)
    return hurt and unit.in_play and not is_shown_later(game, unit)


def trust_the_tokens_of(game: Game, side: str) -> None:
    for whose, slug in game.claims.open_tokens:
        if whose == side:
            game.trust(slug)


# -- the end of the game --------------------------------------------------------------------------------


def doubt_the_win(game: Game, winner: str) -> bool:
    """1.4.1: count what a token may have done, a GG for the other side or a figure saved, if the log plays on. Answers
    whether it may.

    In another order of KOs (1.7.1) nobody may have won.
    """
    if _go_on_in_another_order(game, winner):
        return True
    if not game.claims.perhaps or not _more_is_played(game):
        return False
    for doubt in game.claims.perhaps:
        player, amount, _token = doubt
        if (game.seats.side_of[player] == winner) == (amount < 0):
            _count(game, doubt)
            game.basis.won_before = game.basis.won_before or winner
            return True
    return False


def _count(game: Game, doubt: Doubt) -> None:
    """It happened and is counted: the same token explains nothing else (4.6.2)."""
    player, amount, token = doubt
    game.claims.perhaps.remove(doubt)
    game.trust(token)
    if amount > 0:
        win_glory(game, player, amount, why="tokens")
        return
    back, other = min(-amount, game.glory[player]), opponents(game, player)[0]
    change_glory(game, lambda stocks: _given_back(stocks, player, other, back))
    game.record_event("glory", player=other, amount=back, why="tokens", worth=back, loser=player)
    if back > 1:  # one of them may have been the wild one, or won by the other side meanwhile
        game.claims.perhaps.append((other, -1, token))


def _given_back(stocks: Mapping[str, int], player: str, other: str, amount: int) -> dict[str, int]:
    back = min(amount, stocks[player])
    return {**stocks, player: stocks[player] - back, other: stocks[other] + back}


def _ends_it(game: Game, stocks: dict[str, int]) -> bool:
    return has_all(game, stocks) or last_one_standing(game, stocks) is not None


def _go_on_in_another_order(game: Game, winner: str) -> bool:
    """If more is played, that was the order, and it is no longer open. Answers whether there is another order."""
    others = (side for side in game.seats.sides if side != winner)
    losers = [player for side in others for player in game.seats.on(side)]
    doubted, orders = (
        [stocks for stocks in each if any(stocks[loser] > 0 for loser in losers) and not _ends_it(game, stocks)]
        for each in (game.uncertain.doubted_glory, game.uncertain.other_orders)
    )
    if not (doubted or orders):
        return False
    if _more_is_played(game):
        *rest, game.glory = orders or doubted
        game.uncertain.doubted_glory = rest
        if orders:  # the stocks after all simultaneous KOs
            count_no_more(game)
    elif orders:
        mark_won(game)
    return True
