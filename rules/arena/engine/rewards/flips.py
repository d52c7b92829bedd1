"""The piles of Demonic Rewards, and the flips that show their tokens (4.7.4, 4.7.7)."""

from rules.arena.engine.rewards.piles import Pile
from rules.arena.engine.rewards.tokens import draw, name_of
from rules.arena.engine.rewards.unknown_tokens import hear
from rules.arena.engine.state import Game
from rules.arena.printed import UNKNOWN_REWARD
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def flip(game: Game, action: Action) -> None:
    """4.7.4, 4.7.7: the top token of a pile is turned up beside it, when it is due."""
    rank, number, slug = action["rank"], action["pile"], action["reward"]
    pile, flips = pile_of(game, rank, number), game.flips
    hear(game, action)
    if flips.replacing is not None:
        _replace(game, rank, number)
    elif pile.face is not None:
        message = _("The {rank} pile {pile} already shows a token.", rank=rank, pile=number)
        game.fault("4.7.4", "pile-already-shows", message)
    elif game.original_box and not game.turn:
        flips.from_the_start = True
    elif rank in flips.opening:
        _before_the_dice_are_placed(game)
        flips.opening.discard(rank)
    elif rank in flips.closing:
        _closing_flip(game, rank)
    elif pile.was_bought and not game.laws.replaces_at_once:
        pile.was_bought = False
        message = _("An open token that was bought is replaced: the book says nothing of that.")
        game.say("warning", "open-token-replaced", message, "4.7.7")
    else:
        message = _("No {rank} token is due to be flipped now.", rank=rank)
        game.fault("4.7.4", "flip-not-due", message, logged={"reward": slug})
    turn_up(game, rank, number, slug)


def turn_up(game: Game, rank: str, number: int, slug: str) -> None:
    pile = game.piles[rank, number]
    take_token(game, pile, rank)
    draw(game, slug, rank)
    trust_unnamed(game, slug)
    pile.face = name_of(game, slug)
    game.record_event("flipped", rank=rank, pile=number, reward=slug)


def pile_of(game: Game, rank: str, number: int) -> Pile:
    pile = game.piles.get((rank, number))
    if pile is None:
        article = "8.1.2" if game.original_box else "1.3.7"
        raise Illegal(article, "no-such-rank", _("There is no {rank} pile here.", rank=rank), logged={"rank": rank})
    return pile


def trust_unnamed(game: Game, slug: str) -> None:
    """Everybody sees a token that lies face up: where the log does not say which it is, it is believed to be one of its
    rank that lies nowhere else (1.3.7)."""
    if slug == UNKNOWN_REWARD:
        game.trust(slug)


def take_token(game: Game, pile: Pile, rank: str) -> None:
    if not pile.left:
        game.fault("1.3.7", "pile-empty", _("The {rank} pile has no token left.", rank=rank))
    pile.left = max(0, pile.left - 1)


def _replace(game: Game, rank: str, number: int) -> None:
    """4.7.7: the pile from which a token was bought face up shows its next one."""
    due, game.flips.replacing = game.flips.replacing, None
    if due is not None and due != (rank, number):
        game.fault("4.7.7", "another-pile-shows", _next_token_of(*due), expected={"rank": due[0], "pile": due[1]})


def _next_token_of(rank: str, number: int) -> Message:
    return _("The {rank} pile {pile} has to show its next token first.", rank=rank, pile=number)


def _before_the_dice_are_placed(game: Game) -> None:
    """4.7.4: as the turn begins; the inspiration comes after that (5.1.3)."""
    if None in (game.tension or ()):
        message = _("First flip one token of each rank: {ranks}.", ranks=sorted(game.flips.opening))
        game.fault("4.7.4", "flip-too-late", message)


def _closing_flip(game: Game, rank: str) -> None:
    """4.7.4: as the second player's first turn ends, not as it begins."""
    flips = game.flips
    if game.turn == 2 and game.tension is None and not game.begun:
        message = _("The second {rank} token is flipped at the end of the turn.", rank=rank)
        game.fault("4.7.4", "flip-too-early", message)
    elif game.turn == 2 and flips.closed_at is None:
        flips.closed_at = game.index
    flips.closing.discard(rank)


def report_early_closing_flips(game: Game) -> None:
    """A unit that acts after them shows that the turn was not at its end (4.7.4)."""
    at, game.flips.closed_at = game.flips.closed_at, None
    game.fault("4.7.4", "flip-too-early", _("The second tokens are flipped at the end of the turn."), at=at)


def check_replacement(game: Game) -> None:
    """4.7.7: before anything else, the token bought face up is replaced."""
    if game.flips.replacing is not None:
        game.fault("4.7.7", "reward-not-replaced", _next_token_of(*game.flips.replacing))


def set_flips_due(game: Game) -> None:
    """4.7.4: one of each rank as the second player's first turn begins, the other of each as it ends.

    With the first box too, unless its tokens were turned up before the fight (8.1.2).
    """
    if game.turn == 2 and not game.flips.from_the_start:
        game.flips.opening = set(game.ranks)
        game.flips.closing = set(game.ranks)


def check_opening_flips(game: Game) -> None:
    """4.7.4: one token of each rank lies open before the second player's first roll, two before the next one."""
    flips = game.flips
    if game.turn == 2 and flips.opening:
        message = _("First flip one token of each rank: {ranks}.", ranks=sorted(flips.opening))
        game.fault("4.7.4", "reward-not-flipped", message)
    elif game.turn == 3 and flips.closing:
        message = _("Flip the second token of each rank: {ranks}.", ranks=sorted(flips.closing))
        game.fault("4.7.4", "reward-not-flipped", message)


def check_closing_flips(game: Game) -> None:
    """4.7.4: the second token of each rank is turned up before the second player's first turn is over."""
    if game.turn == 2 and game.flips.closing:
        game.fault("4.7.4", "reward-not-flipped", _("First flip the second token of each rank."))
    game.flips.closed_at = None
