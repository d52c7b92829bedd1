"""The piles of Demonic Rewards, and the flips that show their tokens (4.7.4, 4.7.7)."""

from rules.arena.engine.piles import Pile
from rules.arena.engine.state import Game
from rules.arena.engine.unknown_tokens import hear
from rules.arena.log import Action
from rules.arena.texts import reward_of
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import Illegal


def flip(game: Game, action: Action) -> None:
    """4.7.4, 4.7.7: the top token of a pile is turned up beside it, when it is due."""
    rank, number, slug = action["rank"], action["pile"], action["reward"]
    pile = pile_of(game, rank, number)
    rank_fits(game, rank, slug)
    hear(game, action)
    flips = game.flips
    if flips.replacing is not None:
        pile = _replaced(game, rank, number)
    elif flips.replaced_early == (rank, number):
        flips.replaced_early = None
    elif pile.face is not None:
        said = _("The {rank} pile {pile} already shows a token.", rank=rank, pile=number)
        game.fault("4.7.4", "pile-already-shows", said)
        pile = _other_pile(game, rank, number)
        pile.early = pile.face
    elif rank in flips.opening:
        flips.opening.discard(rank)
    elif rank in flips.closing:
        _closing_flip(game, rank)
    elif not pile.unsure:
        said = _("No {rank} token is due to be flipped now.", rank=rank)
        game.fault("4.7.4", "flip-not-due", said, logged={"reward": slug})
    take_token(game, pile, rank)
    pile.face = slug
    game.tell("flipped", rank=rank, pile=number, reward=slug)


def pile_of(game: Game, rank: str, number: int) -> Pile:
    pile = game.piles.get((rank, number))
    if pile is None:
        article = "8.1.2" if game.original_box else "1.3.7"
        raise Illegal(article, "no-such-rank", _("There is no {rank} pile here.", rank=rank), logged={"rank": rank})
    return pile


def rank_fits(game: Game, rank: str, slug: str) -> None:
    """The rank of most tokens is not known; only a known one can be wrong."""
    text = reward_of(slug)
    if text is not None and text.rank is not None and text.rank != rank:
        said = _("{reward} is a {rank} token.", reward=slug, rank=text.rank)
        game.fault("1.3.7", "wrong-rank", said, expected={"rank": text.rank})


def take_token(game: Game, pile: Pile, rank: str) -> None:
    if not pile.left:
        game.fault("1.3.7", "pile-empty", _("The {rank} pile has no token left.", rank=rank))
    pile.left = max(0, pile.left - 1)


def _replaced(game: Game, rank: str, number: int) -> Pile:
    """4.7.7: the pile from which a token was bought face up shows its next one."""
    due, game.flips.replacing = game.flips.replacing, None
    assert due is not None
    if due != (rank, number):
        game.fault("4.7.7", "another-pile-shows", _next_token_of(*due), expected={"rank": due[0], "pile": due[1]})
    return game.piles[due]


def _next_token_of(rank: str, number: int) -> Sentence:
    return _("The {rank} pile {pile} has to show its next token first.", rank=rank, pile=number)


def _other_pile(game: Game, rank: str, number: int) -> Pile:
    """Where the pile named already shows a token, the other one may be meant: then the flip that was due is done."""
    other = game.piles[rank, 3 - number]
    if other.face is not None:
        return game.piles[rank, number]
    (game.flips.opening if rank in game.flips.opening else game.flips.closing).discard(rank)
    return other


def _closing_flip(game: Game, rank: str) -> None:
    """4.7.4: as the second player's first turn ends, not as it begins."""
    flips = game.flips
    if game.turn == 2 and game.tension is None and not game.begun:
        said = _("The second {rank} token is flipped at the end of the turn.", rank=rank)
        game.fault("4.7.4", "flip-too-early", said)
    elif game.turn == 2 and flips.closed_at is None:
        flips.closed_at = game.index
    flips.closing.discard(rank)


def nothing_after_the_closing_flips(game: Game) -> None:
    """A unit that acts after them shows that the turn was not at its end (4.7.4)."""
    at, game.flips.closed_at = game.flips.closed_at, None
    game.fault("4.7.4", "flip-too-early", _("The second tokens are flipped at the end of the turn."), at=at)


def replacement_due(game: Game) -> None:
    """4.7.7: before anything else, the token bought face up is replaced."""
    if game.flips.replacing is None:
        return
    rank, number = game.flips.replacing
    game.flips.replacing = None
    game.piles[rank, number].unsure = True
    game.fault("4.7.7", "reward-not-replaced", _next_token_of(rank, number))


def turn_opens(game: Game) -> None:
    """4.7.4: one of each rank as the second player's first turn begins, the other of each as it ends."""
    if game.turn == 2 and not game.original_box:
        game.flips.opening = set(game.ranks)
        game.flips.closing = set(game.ranks)


def opening_flips_due(game: Game, *, final: bool) -> None:
    """The flips come before the Roll for Tension; a log in which they follow it at once is accepted."""
    flips = game.flips
    if game.turn == 2 and flips.opening:
        if game.strict or final:
            said = _("First flip one token of each rank: {ranks}.", ranks=sorted(flips.opening))
            _never_came(game, flips.opening, said, flips.missed_at)
        elif flips.missed_at is None:
            flips.missed_at = game.index
    elif game.turn == 3 and flips.closing:
        said = _("Flip the second token of each rank: {ranks}.", ranks=sorted(flips.closing))
        came_after_the_end = len(flips.closing) < flips.left_at_the_end == len(game.ranks)
        _never_came(game, flips.closing, said, game.index if came_after_the_end else flips.missed_at)


def _never_came(game: Game, ranks: set[str], said: Sentence, at: int | None) -> None:
    _not_logged(game, ranks)
    ranks.clear()
    game.fault("4.7.4", "reward-not-flipped", said, at=at)


def _not_logged(game: Game, ranks: set[str]) -> None:
    for (rank, _number), pile in game.piles.items():
        pile.unsure |= rank in ranks


def flips_of_a_turn_left_out(game: Game) -> None:
    """Of the second player's first turn nothing is logged: that is told, and what the piles show is not known."""
    flips = game.flips
    if game.turn == 2 and len(flips.opening) == len(game.ranks):
        _not_logged(game, flips.opening)
        flips.opening.clear()
        flips.closing.clear()


def closing_flips_due(game: Game) -> None:
    """They come as the second player's first turn ends; right after its end is accepted in a log."""
    if game.turn == 2 and game.flips.closing:
        game.flips.missed_at, game.flips.left_at_the_end = game.index, len(game.flips.closing)
        if game.strict:
            said = _("First flip the second token of each rank.")
            raise Illegal("4.7.4", "reward-not-flipped", said)
    game.flips.closed_at = None
