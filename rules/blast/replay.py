"""A log goes in, a report comes out."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from rules.blast.actions import describe
from rules.blast.cards import too_many
from rules.blast.engine import activating, casting, declared, harm, moving, open_cards, turns, using
from rules.blast.engine.effects import bring
from rules.blast.engine.game import Game, Undone, Unit, opened
from rules.blast.log import Log, Result
from rules.blast.words import LARGEST_TEAM, OPPOSITE, OTHER, PLAYERS, SMALLEST_TEAM
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.proof import OpenFact, Proof
from rules.common.verdicts import Report, at_most, corrects, unknown_fields


# What a judge sets down in an amended copy: it sets nothing off.
def correct(game: Game, action: Action) -> None:
    if not corrects(game, action.get("reason", "")):
        return
    what = action["set"]
    for name, values in what.get("units", {}).items():
        unit = game.units.get(name)
        if unit is None:
            harm.unknown_unit(game, name)
        else:
            _unit(game, unit, values)
    _table(game, what)
    for summoned in what.get("summoned", ()):
        summoner, cell = game.units.get(summoned["by"]), game.cell(summoned["cell"])
        if summoner is None:
            harm.unknown_unit(game, summoned["by"])
        elif cell is not None:
            bring(game, summoner, summoned["minion"], cell)


def _unit(game: Game, unit: Unit, values: Mapping[str, Any]) -> None:
    if "cell" in values:
        unit.cell = None if values["cell"] is None else game.cell(values["cell"])
        unit.is_out, unit.is_unsure = unit.cell is None, False
        game.placed.add(unit.name)
    if "injuries" in values:
        unit.injuries, unit.doubtful = values["injuries"], 0
    unit.ap, unit.mp = values.get("ap", unit.ap), values.get("mp", unit.mp)
    markers = values.get("markers", {})
    unit.marker_ap, unit.marker_mp = markers.get("ap", unit.marker_ap), markers.get("mp", unit.marker_mp)
    if unit.hp is not None and "injuries" in values:
        unit.is_out = unit.injuries >= unit.hp
        unit.cell = None if unit.is_out else unit.cell


def _table(game: Game, what: Mapping[str, Any]) -> None:
    for pieces, of_cells in ((game.glyphs, what.get("glyphs", {})), (game.terrain, what.get("terrain", {}))):
        for place, piece in of_cells.items():
            cell = game.cell(place)
            if cell is not None:
                pieces.pop(cell, None)
                if piece is not None:
                    pieces[cell] = piece
    if "dofus" in what:
        game.dofus, game.is_dofus_believed = what["dofus"], False
    game.pile = what.get("pile", game.pile)
    game.favors.update(what.get("favors", {}))


# B-2.4: placing the figures.
def place(game: Game, action: Action) -> None:
    """The first player places on starting cells of the two rows before them, then the second."""
    unit = game.units.get(action["unit"]) or _misnamed(game, action["unit"])
    is_late = game.has_begun and unit.cell is None and not unit.is_out  # which was told at the first favor
    if unit.name in game.placed or (game.has_begun and not is_late):
        code = "game-has-begun" if game.has_begun else "placed-before"
        game.fault("B-2.4", code, _("{unit} cannot be placed now.", unit=unit.name), logged={"unit": unit.name})
        if unit.cell is not None or unit.is_out:
            raise Undone
    _require_order(game, unit)
    game.placed.add(unit.name)
    cell = game.cell(action["cell"])
    _require_starting_cell(game, unit, cell, action["cell"])
    if cell is None or game.is_blocked(cell):
        unit.is_unsure = True
        raise Undone
    unit.cell = cell


def _misnamed(game: Game, name: str) -> Unit:
    """Who is placed under a wrong name: one that the log places nowhere, of the first player first."""
    message = _("No figure is called {unit}.", unit=name[:80])
    game.fault("B-2.4", "unknown-unit", message, logged={"unit": name[:80]})
    named = {action["unit"] for action in game.log.actions if action["do"] == "place"} | game.placed
    left = [unit for unit in game.units.values() if unit.name not in named and not unit.is_minion]
    if game.has_begun or not left:
        raise Undone
    left.sort(key=lambda unit: unit.player != game.log.first_player)
    left[0].is_unsure = len(left) > 1
    return left[0]


def _require_order(game: Game, unit: Unit) -> None:
    first = game.log.first_player
    waiting = [each.name for each in game.krosmasters(first) if each.name not in game.placed]
    if unit.player != first and waiting and "placing-order" not in game.reported:
        message = _("Player {player} places first.", player=first)
        game.fault_once("B-2.4", "placing-order", message, expected={"units": waiting}, logged={"unit": unit.name})


def _require_starting_cell(game: Game, unit: Unit, cell: int | None, name: str) -> None:
    side, other = game.log.sides[unit.player], game.log.sides[OTHER[unit.player]]
    starts = game.board.starts_of(side) if other == OPPOSITE[side] else game.board.starts  # else B-2.1, as was told
    logged = {"unit": unit.name, "cell": name}
    is_free = cell is not None and not game.is_blocked(cell)
    if not is_free:
        game.fault("B-2.4", "cell-not-free", _("{cell} is not free.", cell=name), logged=logged)
    elif cell is not None and game.board.is_known and not starts >> cell & 1:
        message = _("{cell} is no starting cell of the {side} side.", cell=name, side=side)
        game.fault("B-2.4", "not-a-starting-cell", message, logged=logged)


# What the log says of winner and glyph cells, against how the game went.
OPEN: Final = frozenset({"board", "card", "challenge", "hp", "element"})


def check_result(game: Game) -> None:
    game.index = None
    result = game.log.result
    if result is None:
        game.note("warning", "no-result", _("The log states no result."))
        return
    counted = {player: game.held(player) for player in PLAYERS}
    _glyphs(game, result, counted)
    if not _follows(game, result, counted):
        _winner(game, result)


def _winner(game: Game, result: Result) -> None:
    """B-1.2, B-1.3."""
    if not result.has_winner or result.winner == game.winner:
        return
    facts = {"ending": game.ending or _("nothing"), "winner": game.winner or _("nobody")}
    message = _("The game was ended by {ending}, and won by {winner}.", **facts)
    if game.has_errors or (_is_believed(game) and game.ending not in ("concession", "time")):  # it may follow from them
        game.note("note", "wrong-result", message)
        return
    game.silent = False
    expected, logged = {"winner": game.winner}, {"winner": result.winner}
    game.fault(game.article_of_the_end, "wrong-winner", message, expected=expected, logged=logged)


def _is_believed(game: Game) -> bool:
    """Whether it hangs on something that nobody knows, and of which the log does not say what it did."""
    return game.has_unknown_effects or any(fact.field in OPEN for fact in game.decides)


def _glyphs(game: Game, result: Result, counted: dict[str, int]) -> None:
    """B-1.3."""
    if result.glyphs is None or dict(result.glyphs) == counted:
        return
    message = _("The glyph cells are {counted}.", counted=[f"{player} {held}" for player, held in counted.items()])
    if game.has_errors or _is_believed(game):
        game.note("note", "wrong-glyphs", message)
        return
    game.silent = False
    game.fault("B-1.3", "wrong-glyphs", message, expected={"glyphs": counted}, logged={"glyphs": dict(result.glyphs)})


def _follows(game: Game, result: Result, counted: dict[str, int]) -> bool:
    """Whether the winner is that of the glyph cells which the log counted otherwise, as was told."""
    claimed = result.glyphs
    if claimed is None or dict(claimed) == counted or game.ending not in ("glyphs", "nobody"):
        return False
    if claimed["A"] == claimed["B"]:
        return result.winner is None
    return result.winner == max(PLAYERS, key=lambda player: claimed[player])


# What the header of a log says against the rules, and what is known of what it names.
def check_header(game: Game) -> None:
    for each in (_sides, _sizes, _minions, _copies, _challenges):
        game.silent = False
        each(game)
    game.silent = False
    _unknown(game)


def _sides(game: Game) -> None:
    """B-2.1."""
    sides = game.log.sides
    if sides["B"] != OPPOSITE[sides["A"]]:
        game.fault("B-2.1", "sides", _("Players sit at two opposite sides."), logged={"sides": {**sides}})


def _sizes(game: Game) -> None:
    """B-1.1."""
    sizes = {player: len(game.krosmasters(player)) for player in PLAYERS}
    if sizes["A"] != sizes["B"] or not SMALLEST_TEAM <= sizes["A"] <= LARGEST_TEAM:
        facts = {"least": SMALLEST_TEAM, "most": LARGEST_TEAM}
        message = _("Both teams have as many Krosmasters, {least} to {most}.", **facts)
        game.fault("B-1.1", "team-sizes", message, logged={"sizes": sizes})


def _minions(game: Game) -> None:
    """B-1.1."""
    for unit in game.units.values():
        game.silent = False
        if unit.card is None and game.facts.minion(unit.slug):
            message = _("{unit} is a Minion, and no member of a team.", unit=unit.slug)
            game.fault("B-1.1", "a-minion", message, logged={"unit": unit.name, "card": unit.slug})


def _copies(game: Game) -> None:
    """B-11.2."""
    for player in PLAYERS:
        cards = [unit.card for unit in game.krosmasters(player) if unit.card]
        for slug, count, is_sure in too_many(cards):
            game.silent = False
            if is_sure:
                message = _("{card} is {count} times in one team.", card=slug, count=count)
                game.fault("B-11.2", "too-many-copies", message, logged={"player": player, "card": slug})
            else:
                game.believe(slug, "rarity")


def _challenges(game: Game) -> None:
    """B-2.6."""
    if game.log.challenges and not game.log.advanced:
        message = _("A simple game has no Divine Challenge.")
        game.fault("B-2.6", "no-challenges", message, logged={"challenges": [*game.log.challenges]})


def _unknown(game: Game) -> None:
    if not game.board.is_known:
        message = _("Nobody has entered the board {board}: what depends on it is believed.", board=game.log.board[:80])
        game.note("note", "board-unknown", message)
        game.believe(game.log.board[:100], "board", decides="winner")
    for slug in Counter(unit.slug for unit in game.units.values() if unit.card is None):
        game.believe(slug, "card", decides="winner")
    for slug, challenge in game.challenges.items():
        if challenge is None:
            game.believe(slug[:100], "challenge", decides="winner")


ENGINE: Final = "blast-1/1"
ACTIONS: Final[Mapping[str, Callable[[Game, Action], None]]] = {
    "place": place,
    "favor": turns.favor,
    "activate": activating.activate,
    "move": moving.move,
    "cast": casting.cast,
    "use-favor": using.use_favor,
    "bonus": using.bonus,
    "end-turn": turns.end_turn,
    "concede": turns.concede,
    "time": turns.time,
    "correct": correct,
}
NOT_CARDS: Final = ("board", "holder")  # what else may be believed of


def replay(log: Log) -> Report:
    return _report(_played(log))


def explained(log: Log) -> tuple[Report, list[Message | None]]:
    """With what was done where an action was wrong, told of the position in which it was tried."""
    report = replay(log)
    wrong = {each.action for each in report.findings if each.is_error and each.action is not None}
    done = dict(_descriptions(log, wrong)) if wrong else {}
    return report, [done.get(each.action) if each.is_error else None for each in report.findings]


def _descriptions(log: Log, wanted: Collection[int]) -> Iterator[tuple[int | None, Message]]:
    for index, (action, game) in enumerate(zip(log.actions, steps(log), strict=False)):
        if index in wanted:
            player = game.turn.player if game.turn else game.next_player
            yield index, describe(action, game.active.name if game.active else None, player, game.favors)


def steps(log: Log) -> Iterator[Game]:
    """The position before the first action, and after each: always the same game, which goes on."""
    game = opened(log)
    check_header(game)
    game.found += unknown_fields(log.unknown_fields)
    yield game
    for index, action in enumerate(log.actions):
        act(game, index, action)
        yield game


def _played(log: Log) -> Game:
    *_before, game = steps(log)
    check_result(game)
    for fact in open_cards.parts(game):  # on those that are not there yet nothing depended
        game.decides.setdefault(fact, None)
    return game


def _report(game: Game) -> Report:
    log, proof = game.log, _proof(game)
    return Report(
        verdict=_verdict(game, proof),
        engine=ENGINE,
        findings=at_most(game.found),
        winner=game.winner,
        won_by=game.ending,
        ended=game.ending is not None,
        actions=len(log.actions),
        unverified_cards=tuple(sorted({each.card for each in game.beliefs if each.field not in NOT_CARDS})),
        proof=proof,
        facts=log.facts.digest or None,
        more={
            "glyphs": {player: game.held(player) for player in PLAYERS},
            "dofus": game.dofus,
            "turns": game.turns,
        },
    )


def act(game: Game, index: int, action: Action) -> None:
    game.index, game.action, game.silent = index, action, False
    do = action["do"]
    if game.ending and do != "correct":
        game.fault_once(game.article_of_the_end, "game-is-over", _("The game was already over."))
        return
    with suppress(Undone):
        ACTIONS[do](game, action)
    if do == "correct":
        return
    declared.apply(game)
    game.look_for_a_knock_out()
    open_cards.believe(game)


def _verdict(game: Game, proof: Proof) -> str:
    if game.has_errors:
        return "invalid"
    return "unverified" if proof.is_believed else "valid"


def _proof(game: Game) -> Proof:
    actions = len(game.log.actions)
    faulty = {issue.action for issue in game.found if issue.is_error and issue.action is not None}
    believed = {belief.action for belief in game.beliefs if belief.action is not None} - faulty
    return Proof(
        proved=actions - len(faulty) - len(believed),
        believed=len(believed),
        faulty=len(faulty),
        believed_injuries=game.believed_injuries,
        believed_knock_outs=game.believed_knock_outs,
        decisive=any(decides == "winner" for decides in game.decides.values()),
        by_card=Counter(belief.card for belief in game.beliefs),
        beliefs=tuple(game.beliefs),
        open_facts=tuple(OpenFact(fact, decides) for fact, decides in game.decides.items()),
    )
