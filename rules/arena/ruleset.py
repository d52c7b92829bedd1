"""The rulesets of Krosmaster Arena, each as one record."""

from pathlib import Path

from rules.arena.articles import articles
from rules.arena.boards import BOARDS, board
from rules.arena.engine.copied_spells import require_believable
from rules.arena.engine.diagram import diagram
from rules.arena.engine.legal import legal_actions, played
from rules.arena.engine.state import Game
from rules.arena.held_against import held_against, named_in
from rules.arena.laws import LAWS, Laws
from rules.arena.ledger.account import Account, enter
from rules.arena.ledger.replay import account_after
from rules.arena.log import FORMAT, TABLE_FORMAT, Log, read
from rules.arena.replay import before, explained, frames, replay, start, step
from rules.arena.team import check
from rules.common.ruleset import Ruleset


def _ruleset(laws: Laws) -> Ruleset[Log, Game, Account]:
    return Ruleset(
        slug=laws.slug,
        game="arena",
        title=laws.title,
        engine=laws.engine,
        formats=(FORMAT, TABLE_FORMAT),
        data=Path(__file__).parent / "data",
        arenas=BOARDS,
        arena=board,
        articles=articles,
        check_list=check,
        read=read,
        held_against=held_against,
        replay=replay,
        explained=explained,
        frames=frames,
        named_in=named_in,
        account=account_after,
        enter=enter,
        start=start,
        step=step,
        before=before,
        played=played,
        legal_actions=legal_actions,
        require_believable=require_believable,
        diagram=diagram,
    )


RULESETS = tuple(_ruleset(laws) for laws in LAWS.values())
