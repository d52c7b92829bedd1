"""The result that a light log claims, held against its account (1.4)."""

from collections.abc import Iterator

from rules.arena.engine.glory import ARTICLE_OF_VICTORY
from rules.arena.ledger.account import Account
from rules.arena.log import Result
from rules.common.messages import message as _
from rules.common.verdicts import Issue


def findings(account: Account, result: Result | None, *, after_errors: bool) -> Iterator[Issue]:
    """After an error the account is a guess: a result that does not follow from it is no slip of its own."""
    if result is None:
        yield Issue("warning", "no-result", _("The log states no result."))
        return
    severity = "note" if after_errors else "error"
    if result.winner != account.winner:
        nobody = _("nobody") if account.won_by else _("nobody yet")
        facts = {"winner": account.winner or nobody, "logged": result.winner or _("nobody")}
        message = _("The winner is {winner}; the log says {logged}.", **facts)
        article = None if after_errors else ARTICLE_OF_VICTORY[account.won_by or "glory"]
        expected, logged = {"winner": account.winner}, {"winner": result.winner}
        yield Issue(severity, "wrong-winner", message, article=article, expected=expected, logged=logged)
    elif result.glory is not None and dict(result.glory) != account.glory:
        message = _("The game ends with {a} GG for A and {b} for B.", a=account.glory["A"], b=account.glory["B"])
        article = None if after_errors else "4.6.2"
        counted, claimed = {"glory": dict(account.glory)}, {"glory": dict(result.glory)}
        yield Issue(severity, "wrong-glory", message, article=article, expected=counted, logged=claimed)
