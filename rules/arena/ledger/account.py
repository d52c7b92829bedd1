"""The account that a light log keeps: who stands, GG, Kamas, tokens bought, whose turn it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from rules.arena.bounds import most
from rules.arena.engine.glory import ARTICLE_OF_VICTORY
from rules.arena.engine.rewards.piles import PILE_SIZE
from rules.arena.engine.rewards.tokens import other_rank
from rules.arena.engine.stocks import won_glory
from rules.arena.laws.record import Laws
from rules.arena.printed import CardTexts, RewardText
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal, Issue

OTHER = {"A": "B", "B": "A"}  # a light log is of a duel
REFUND = 3  # 5.4.1: at most so many Kamas for the dice of one Roll for Tension


@dataclass(frozen=True, slots=True)
class Figure:
    side: str
    card: str
    level: int
    text_known: bool


@dataclass(slots=True)
class Account:
    laws: Laws
    texts: CardTexts
    first: str
    figures: dict[str, Figure]
    ranks: tuple[str, ...]
    coins: int  # Kamas that lie in the arena
    glory: dict[str, int]
    wild: int
    kamas: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    gained: int = 0  # Kamas, by both
    kamas_in_doubt: set[str] = field(default_factory=set)  # who logged too many: what they buy is not told again
    fallen: dict[str, int] = field(default_factory=dict)  # each with the turn of its KO
    equipment: dict[str, int] = field(default_factory=dict)  # by figure: tokens that never leave it
    tokens: set[str] = field(default_factory=set)  # bought, those whose text is known
    bought: dict[str, int] = field(default_factory=dict)  # by rank
    turn: int = 0
    player: str = ""
    glory_bought: bool = False
    tension_rolled: bool = False
    by_powers: int = 0  # GG in this turn
    believes: dict[str, str] = field(default_factory=dict)  # of the action that is being read: card to field
    warnings: list[Issue] = field(default_factory=list)  # of the same action
    winner: str | None = None
    won_by: str | None = None

    @property
    def first_box(self) -> bool:
        return "gold" in self.ranks

    @property
    def result(self) -> dict[str, Any] | None:
        """As a log states it; None while the game goes on."""
        return {"winner": self.winner, "glory": dict(self.glory)} if self.won_by else None

    def standing(self, side: str) -> list[str]:
        return [name for name, figure in self.figures.items() if figure.side == side and name not in self.fallen]


def enter(account: Account, action: Action) -> None:
    """Raises Illegal where the rules do not allow what the log says; GG, Kamas and tokens are then as before."""
    do = action["do"]
    if do == "seen":  # beside the game, also when it is over
        return
    if account.won_by:
        article = ARTICLE_OF_VICTORY[account.won_by]
        raise Illegal(article, "game-is-over", _("The game was already over."), expected={"winner": account.winner})
    if not account.turn and do not in ("turn", "concede", "time"):
        raise Illegal("5.6.1", "before-the-first-turn", _("No turn has begun yet."))
    ENTRIES[do](account, action)


def _turn(account: Account, action: Action) -> None:
    """5.1.1: the first player begins, and then they take turns."""
    expected = OTHER[account.player] if account.turn else account.first
    if action["player"] != expected:
        message = _("It is the turn of player {player}.", player=expected)
        _refuse("5.6.1", "not-their-turn", message, expected, action["player"])
    account.turn += 1
    account.player = expected
    account.glory_bought = account.tension_rolled = False
    account.by_powers = 0


def _knock_out(account: Account, action: Action) -> None:
    """4.6.2, 4.10.2.a: the opponent wins as many GG as the figure has levels."""
    figure = _figure(account, action["unit"])
    if action["unit"] in account.fallen:
        message = _("{unit} was KO'd before.", unit=action["unit"])
        raise Illegal("4.10.2.a", "not-in-play", message)
    _may_have_done_it(account, action.get("by"))
    level = action.get("level", figure.level)
    if level != figure.level:
        if figure.text_known:
            message = _("{unit} has level {level}.", unit=action["unit"], level=figure.level)
            _refuse("4.6.2", "wrong-level", message, figure.level, level)
        account.believes[figure.card] = "powers"
    account.fallen[action["unit"]] = account.turn
    _win(account, OTHER[figure.side], level)


def _may_have_done_it(account: Account, by: str | None) -> None:
    """A figure, or a summon of one, that fell in no earlier turn: the spell of which its caster dies still resolves
    (7.2.2.b), and so does a Counter on standby."""
    if by is None:
        return
    summoner = by.partition("/")[0]
    _figure(account, summoner)
    if account.fallen.get(summoner, account.turn) < account.turn:
        raise Illegal("4.10.2.a", "not-in-play", _("{unit} was KO'd before.", unit=summoner))


def _glory(account: Account, action: Action) -> None:
    if action["why"] == "tension":
        _doubles(account, action["glory"])
    else:
        _by_a_power(account, action["glory"])


def _doubles(account: Account, change: dict[str, int]) -> None:
    """5.2.3, 5.2.4: two equal dice cost each player one GG; once a turn, and never in the first."""
    if account.turn == 1:
        raise Illegal("5.2.4", "no-tension-in-the-first-turn", _("There is no Roll for Tension in the first turn."))
    if account.tension_rolled:
        raise Illegal("5.2.1", "tension-twice", _("The Roll for Tension was made already."))
    lost = {side: -min(1, account.glory[side]) for side in OTHER}
    if {side: change.get(side, 0) for side in OTHER} != lost:
        _refuse("5.2.3", "wrong-doubles", _("Each player loses one of their GG."), lost, dict(change))
    account.tension_rolled = True
    losing = [side for side in OTHER if account.glory[side] == 1]
    if not account.laws.last_by_tension_loses and (account.wild or len(losing) == 1):
        losing = []  # p20.1
    for side in OTHER:
        account.glory[side] += lost[side]
    if losing:
        _decide(account, OTHER[losing[0]] if len(losing) == 1 else None, "tension" if len(losing) == 1 else "judge")
    else:
        _look_for_a_winner(account)


def _by_a_power(account: Account, change: dict[str, int]) -> None:
    """4.9.25.a and texts of cards: GG that a card or token gives. Believed, within what any of them gives. What one
    player loses the other wins, the wild GG first (4.6.2)."""
    amount = max((abs(number) for number in change.values()), default=0)
    sides = {side if number > 0 else OTHER[side] for side, number in change.items() if number}
    if amount > most("effect", "glory") or account.by_powers + amount > most("effect", "glory-of-a-turn"):
        message = _("No card gives so many GG in one turn.")
        _refuse("4.6.2", "more-than-any-card", message, most("effect", "glory-of-a-turn"), account.by_powers + amount)
    if len(sides) > 1:
        raise Illegal("4.6.2", "both-gain", _("GG come from the middle or from the opponent."))
    account.by_powers += amount
    account.believes.setdefault("glory", "effects")
    for side in sides:
        _win(account, side, amount)


def _kamas(account: Account, action: Action) -> None:
    """4.5.1: picked up, refunded for dice (5.4), or given by a card."""
    for side, number in action["kamas"].items():
        if account.kamas[side] + number < 0:
            message = _("Player {player} has {have} Kamas.", player=side, have=account.kamas[side])
            _refuse("4.5.3", "too-few-kamas", message, account.kamas[side], -number)
    gained = account.gained + sum(max(0, number) for number in action["kamas"].values())
    by_rule = account.coins + REFUND * max(0, account.turn - 1)
    if gained > by_rule + account.turn * most("effect", "kamas"):
        message = _("There were not so many Kamas to be had: {most} so far.", most=by_rule)
        account.kamas_in_doubt |= {side for side, number in action["kamas"].items() if number > 0}
        _refuse("6.3.3", "too-many-kamas", message, by_rule, gained)
    if gained > by_rule:
        account.believes.setdefault("kamas", "effects")
    account.gained = gained
    for side, number in action["kamas"].items():
        account.kamas[side] += number


def _buy_glory(account: Account, _action: Action) -> None:
    """4.6.3, 6.3.4: one a turn, for its price."""
    if account.glory_bought and account.laws.one_glory_a_turn:
        raise Illegal("6.3.4", "glory-bought-twice", _("A player can buy one GG per turn."))
    _pay(account, account.laws.glory_price, _("A GG"))
    account.glory_bought = True
    _win(account, account.player, 1)


def _buy_reward(account: Account, action: Action) -> None:
    """4.7.6 to 4.7.9: for the price of its rank; a figure carries as many as it has levels."""
    rank = action["rank"].lower()
    if rank not in account.ranks:
        article = "8.1.2" if account.first_box else "1.3.7"
        raise Illegal(article, "no-such-rank", _("There is no {rank} pile here.", rank=rank), logged={"rank": rank})
    if account.bought.get(rank, 0) >= 2 * PILE_SIZE:
        raise Illegal("1.3.7", "pile-empty", _("All {rank} tokens are gone.", rank=rank))
    if action.get("face") == "up" and account.turn == 1 and not account.first_box:  # 8.1.2: those lie open
        raise Illegal("4.7.4", "face-up-too-early", _("In the first turn, rewards can only be bought face down."))
    token = account.texts.rewards.get(action.get("reward") or "")
    if token is not None:
        _token_is_left(account, token)
        if token.rank not in (None, rank):
            account.warnings.append(other_rank(token, rank))
    carrier = action.get("to")
    if carrier is not None:
        _may_carry(account, carrier)
    cards = [account.figures[name].card for name in account.standing(account.player)]
    prices = account.laws.crafter_prices if _may_craft(account.texts, cards) else account.laws.reward_prices
    _pay(account, prices[rank], _("A {rank} reward", rank=rank))
    account.bought[rank] = account.bought.get(rank, 0) + 1
    if token is not None:
        account.tokens.add(token.slug)
    if carrier is not None and token is not None and _stays(token):
        account.equipment[carrier] = account.equipment.get(carrier, 0) + 1


def _token_is_left(account: Account, token: RewardText) -> None:
    if token.slug in account.tokens:
        raise Illegal("1.3.7", "reward-already-given", _("{reward} was bought before.", reward=token.slug))


def _may_carry(account: Account, name: str) -> None:
    figure = _figure(account, name)
    if figure.side != account.player or name in account.fallen:
        message = _("{unit} is not one of the buyer's Krosmasters in the arena.", unit=name)
        raise Illegal("4.7.8", "cannot-carry", message)
    if account.equipment.get(name, 0) >= figure.level and not _may_carry_any(account, figure):
        facts = {"unit": name, "level": figure.level, "rewards": account.equipment[name]}
        message = _("{unit} has level {level} and already carries {rewards} rewards.", **facts)
        raise Illegal("4.7.9", "too-many-rewards", message, expected={"rewards": figure.level})


def _may_carry_any(account: Account, figure: Figure) -> bool:
    text = account.texts.figures.get(figure.card)
    return text is not None and any(power.any_rewards for power in text.explained.values())


def _concede(account: Account, action: Action) -> None:
    _decide(account, OTHER[action["player"]], "concession")


def _time(account: Account, _action: Action) -> None:
    _decide(account, None, "time")


def _figure(account: Account, name: str) -> Figure:
    figure = account.figures.get(name)
    if figure is None:
        raise Illegal("4.3.1", "no-such-unit", _("There is no unit called {unit}.", unit=name), logged={"unit": name})
    return figure


def _pay(account: Account, amount: int, what: Message) -> None:
    have = account.kamas[account.player]
    if have < amount and account.player not in account.kamas_in_doubt:
        facts = {"what": what, "amount": amount, "player": account.player, "have": have}
        message = _("{what} costs {amount} Kamas, but player {player} has {have}.", **facts)
        _refuse("4.5.3", "too-few-kamas", message, have, amount)
    account.kamas[account.player] = max(0, have - amount)


def _win(account: Account, side: str, amount: int) -> None:
    account.glory, account.wild = won_glory(account.glory, account.wild, side, OTHER[side], amount)
    _look_for_a_winner(account)


def _look_for_a_winner(account: Account) -> None:
    """1.4.1 to 1.4.3."""
    rich = [side for side in OTHER if account.glory[side]]
    standing = [side for side in OTHER if account.standing(side)]
    if not account.wild and len(rich) == 1:
        _decide(account, rich[0], "glory")
    elif len(standing) == 1:
        _decide(account, standing[0], "last-standing")
    elif not standing:
        _decide(account, None, "judge")


def _decide(account: Account, winner: str | None, won_by: str) -> None:
    account.winner, account.won_by = winner, won_by


def _refuse(article: str, code: str, message: Message, expected: object, logged: object) -> NoReturn:
    raise Illegal(article, code, message, expected={"value": expected}, logged={"value": logged})


ENTRIES: dict[str, Callable[[Account, Action], None]] = {
    "turn": _turn,
    "ko": _knock_out,
    "glory": _glory,
    "kamas": _kamas,
    "buy-reward": _buy_reward,
    "buy-glory": _buy_glory,
    "concede": _concede,
    "time": _time,
}


def _may_craft(texts: CardTexts, cards: Iterable[str]) -> bool:
    """4.9.27.a: a crafter pays less; the log does not say who bought."""
    return any("crafter" in texts.figures[card].powers for card in cards if card in texts.figures)


def _stays(token: RewardText) -> bool:
    """4.7.12. Boosts and Buffs leave when they were used, and Techniques do not count once they are revealed
    (4.7.11.d): a light log does not tell of that, so they are never held against anybody."""
    return token.kind == "equipment" and token.equipment != "technique"
