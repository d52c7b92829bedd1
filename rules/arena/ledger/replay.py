"""A light log goes in, a report comes out: its turns, GG and Kamas are checked, and nothing of the play."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from rules.arena.cards import Catalogue
from rules.arena.engine import header
from rules.arena.engine.glory import ARTICLE_OF_VICTORY
from rules.arena.laws import LAWS
from rules.arena.ledger.account import Account, Figure, enter
from rules.arena.log import Log, Result
from rules.arena.log_warnings import cited, facts_left_out, nothing_played, who_entered_and_agreed
from rules.arena.printed import Text
from rules.arena.texts import facts_of
from rules.common.messages import message as _
from rules.common.proof import Belief, Proof
from rules.common.verdicts import Illegal, Issue, Report, at_most, unknown_fields


def account_after(log: Log) -> Account:
    """As it stands after the actions of a log, without those that the rules refuse."""
    account = opened(log)
    for action in log.actions:
        with suppress(Illegal):
            enter(account, action)
    return account


def replay(log: Log) -> Report:
    laws = LAWS[log.ruleset]
    found = [*cited(header.findings(log), laws), *unknown_fields(log.unknown_fields), *facts_left_out(log)]
    account = opened(log)
    beliefs: list[Belief] = []
    rows = []
    for index, action in enumerate(log.actions):
        account.believes, account.warnings = {}, []
        try:
            enter(account, action)
        except Illegal as error:
            found.append(error.cited(laws.cites).found(index))
        found += cited((replace(each, where=index) for each in account.warnings), laws)
        beliefs += [Belief(index, card, about) for card, about in account.believes.items()]
        rows.append(row(account))
    found += _arena(log)
    wrong = any(issue.is_error for issue in found)
    found += cited(findings(account, log.result, after_errors=wrong), laws)
    return Report(
        verdict="invalid" if any(issue.is_error for issue in found) else "ledger",
        engine=laws.engine,
        findings=at_most([*found, *nothing_played(log, found), *who_entered_and_agreed(log)]),
        winner=account.winner,
        won_by=account.won_by,
        glory=dict(account.glory),
        ended=account.won_by is not None,
        actions=len(log.actions),
        unverified_cards=tuple(sorted({belief.card for belief in beliefs if belief.card in _cards(account)})),
        proof=_proof(log, found, beliefs),
        facts=log.facts.digest if log.facts else None,
        ledger=tuple(rows),
    )


def opened(log: Log) -> Account:
    """1.3.5, 1.3.6: the stocks of both players before the first turn."""
    facts, laws = facts_of(log), LAWS[log.ruleset]
    board = facts.board(log.arena)
    return Account(
        laws=laws,
        texts=facts.texts,
        first=log.first_player,
        figures={
            name: _figure(side, slug, facts.texts.figures, facts.cards)
            for side, player in log.players.items()
            for name, slug in player.team.items()
        },
        ranks=laws.ranks[log.rewards],
        coins=sum(board.kamas.values()) if board else 0,
        glory=header.glory_at_the_start(log),
        wild=laws.modes[log.mode].glory_wild,
    )


def row(account: Account) -> dict[str, object]:
    """The account after an action, as a report lists it."""
    return {
        "turn": account.turn,
        "player": account.player or None,
        "glory": dict(account.glory),
        "wild": account.wild,
        "kamas": dict(account.kamas),
    }


def _figure(side: str, slug: str, texts: Mapping[str, Text], cards: Catalogue) -> Figure:
    card = cards.find(slug)
    if card is None:  # the header's fault, reported there
        return Figure(side, slug, 0, text_known=True)
    text = texts.get(card.slug)
    level, known = card.level, text is not None and not text.missing
    if text is not None and "descendre-prank" in text.powers:  # 4.18.3.d: from the beginning of the fight
        level, known = 0, True
    return Figure(side, card.slug, level, text_known=known)


def _arena(log: Log) -> list[Issue]:
    if facts_of(log).board(log.arena) is not None:
        return []
    message = _("There is no arena called {arena}.", arena=log.arena)
    return [Issue("error", "no-such-arena", message, article="1.2.1", logged={"arena": log.arena})]


def _cards(account: Account) -> set[str]:
    return {figure.card for figure in account.figures.values()}


def _proof(log: Log, found: list[Issue], beliefs: list[Belief]) -> Proof:
    """Nothing of the play was recorded, so nothing of it is proved: what is not faulty or believed was not checked."""
    faulty = {each.action for each in found if each.is_error and each.action is not None}
    believed = {belief.action for belief in beliefs} - faulty
    return Proof(
        believed=len(believed),
        faulty=len(faulty),
        unchecked=len(log.actions) - len(believed) - len(faulty),
        by_card=Counter(belief.card for belief in beliefs),
        beliefs=tuple(beliefs),
    )


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
