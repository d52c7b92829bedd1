"""Mutators for rare cases: illegal teams, tokens drawn twice, overlooked consequences.

Some of these logs have more than one error, so tests only require that the report names the article.
"""

from collections.abc import Iterator
from itertools import islice

from rules.arena.cards import Card, catalogue
from rules.arena.cells import CELLS, NEIGHBOURS, cell_name
from rules.arena.engine.inspiration import dice_left
from rules.arena.engine.spells import ap_cost
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF
from rules.arena.texts import card_texts
from rules.common.actions import Action
from tools.selfplay.casting import castable, spell_cast
from tools.selfplay.market import purchase
from tools.selfplay.mutator import Document, Edit, HeaderMutator, Mutator, acting, but


def _with_cards(document: Document, side: str, *cards: Card | None) -> Document:
    """Replace the player's first figures by these cards."""
    player = document["players"][side]
    slugs = dict(zip(player["timeline"], (card.slug for card in cards if card), strict=False))
    return but(document, players={**document["players"], side: {**player, "team": {**player["team"], **slugs}}})


def two_versions_of_a_gold_name(document: Document) -> Iterator[Document]:
    gold = [card for card in catalogue().cards if card.colour == "gold"]
    pairs = ((card, other) for card in gold for other in gold if card.name == other.name and card.slug != other.slug)
    yield from (_with_cards(document, "A", *pair) for pair in islice(pairs, 1))


def _copies(document: Document, colour: str, many: int) -> Iterator[Document]:
    cards = (card for card in catalogue().cards if card.colour == colour)
    if len(document["players"]["A"]["team"]) >= many:
        yield from (_with_cards(document, "A", *[card] * many) for card in islice(cards, 1))


def white_name_three_times(document: Document) -> Iterator[Document]:
    yield from _copies(document, "white", 3)


def black_name_four_times(document: Document) -> Iterator[Document]:
    yield from _copies(document, "black", 4)


def two_bosses(document: Document) -> Iterator[Document]:
    bosses = [card for card in catalogue().cards if card.boss]
    yield _with_cards(document, "B", *bosses[:2])


def figure_that_was_never_printed(document: Document) -> Iterator[Document]:
    player = document["players"]["A"]
    team = {**player["team"], player["timeline"][0]: "nobody-at-all"}
    yield but(document, players={**document["players"], "A": {**player, "team": team}})


def limited_team_of_two(document: Document) -> Iterator[Document]:
    player = document["players"]["A"]
    kept = player["timeline"][:2]
    team = {name: player["team"][name] for name in kept}
    players = {**document["players"], "A": {**player, "team": team, "timeline": kept}}
    yield but(document, team_format="limited", players=players)


def limited_team_above_twelve(document: Document) -> Iterator[Document]:
    highest = max(catalogue().cards, key=lambda card: card.level)
    limited = but(document, team_format="limited")
    yield _with_cards(limited, "A", *[highest] * len(document["players"]["A"]["team"]))


def toss_kept_secret(document: Document) -> Iterator[Document]:
    if document.get("toss"):
        yield but(document, toss=None)


def smaller_team_first(document: Document) -> Iterator[Document]:
    """Both have the same initiatives, but one has an additional figure with initiative 0."""
    players = document["players"]
    slow = next(card for card in catalogue().cards if card.initiative == 0)
    larger = {f"b{number}": card for number, card in enumerate([*players["A"]["team"].values(), slow.slug], start=1)}
    bigger = {**players["B"], "team": larger, "timeline": [*larger]}
    yield but(document, players={**players, "B": bigger}, first_player="A", toss=None)


def listed_after_the_end(document: Document) -> Iterator[Document]:
    last = document["actions"][-1]
    if last["do"] == "cast":
        late = but(last, standby=[*last.get("standby", []), {"effect": "steals-health"}])
        yield but(document, actions=[*document["actions"][:-1], late])


def dofus_beside_a_trophy(document: Document) -> Iterator[Document]:
    """Replace two tokens revealed by one figure by a Trophy and a Dofus, everywhere in the log."""
    revealed: dict[str, list[str]] = {}
    active = ""
    for action in document["actions"]:
        active = action["unit"] if action["do"] == "activate" else active
        if action["do"] == "reveal":
            revealed.setdefault(active, []).append(action["reward"])
    rewards = card_texts().rewards.values()
    kinds = [next(text.slug for text in rewards if text.equipment == kind) for kind in ("trophy", "dofus")]
    for tokens in revealed.values():
        renamed = dict(zip(tokens, kinds, strict=False))
        actions = [{**action, **_named(action, renamed)} for action in document["actions"]]
        if len(renamed) == len(kinds):
            yield but(document, actions=actions)


def _named(action: Action, renamed: dict[str, str]) -> Action:
    return {"reward": renamed[action["reward"]], "choices": {}} if action.get("reward") in renamed else {}


def placed_in_the_fight(game: Game, action: Action) -> Iterator[Edit]:
    if game.turn:
        yield from ([{"do": "place", "unit": unit.name, "cell": "A1"}, action] for unit in game.timelines["A"])


def token_shown_before(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip":
        yield from ([but(action, reward=token)] for token in game.tokens)


def pile_of_the_other_box(game: Game, action: Action) -> Iterator[Edit]:
    if game.original_box and action["do"] in ("flip", "buy-reward"):
        yield [but(action, rank="silver")]


def step_with_lost_mp(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and unit.is_character and not unit.mp and unit.markers_taken_mp and not unit.blocked_mp:
        near = (cell for cell in NEIGHBOURS[unit.cell] if game.is_free(cell))
        yield from ([{"do": "move", "to": cell_name(cell)}, action] for cell in near)


def gone_on_although_held(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and unit.held_from != OFF and not unit.mp:
        onward = (cell for cell in NEIGHBOURS[unit.held_from] if game.is_free(cell) and cell != unit.cell)
        yield from ([{"do": "move", "to": cell_name(cell)}, action] for cell in onward)


def chosen_cell_taken(game: Game, action: Action) -> Iterator[Edit]:
    if "cell" in (action.get("choices") or {}):
        taken = (cell for cell in CELLS if not game.is_free(cell))
        yield from ([but(action, choices={"cell": cell_name(cell)})] for cell in taken)


def turret_that_buys(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and unit.kind == "turret":
        yield [purchase(unit.name), action]


def cast_with_lost_ap(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        cost = ap_cost(game, unit, spell)
        if spell.limit == "unlimited" and unit.ap < cost <= unit.ap + unit.markers_taken_ap and not unit.blocked_ap:
            yield [cast, action]


def cast_although_locked(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        if spell.limit == "unlimited" and unit.ap < ap_cost(game, unit, spell) <= unit.ap + unit.blocked_ap:
            yield [cast, action]


def coin_too_many(_game: Game, action: Action) -> Iterator[Edit]:
    if action.get("coins"):
        yield [but(action, coins=[*action["coins"], "heads"])]


def nothing_chosen(_game: Game, action: Action) -> Iterator[Edit]:
    if "option" in (action.get("choices") or {}):
        yield [but(action, choices={"option": "everything"})]


def trap_that_strikes_by_itself(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit is None or action["do"] != "activate":
        return
    for trap in game.in_play(unit.side):
        if trap.kind == "trap" and trap.summoner is unit and trap.name not in game.acted:
            spell = next(iter(trap.profile.spells))
            turn: Edit = [{"do": "activate", "unit": trap.name}]
            yield [*turn, {"do": "cast", "spell": spell, "target": cell_name(trap.cell)}, action]


def off_the_board(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "move":
        yield [but(action, to="M13")]


def _token_again(game: Game, action: Action, kind: str) -> Iterator[Edit]:
    """A token that has left the game is on a pile again."""
    here = {reward.slug for unit in game.units.values() for reward in unit.rewards}
    for token, bearer in game.bearers.items():
        text = game.texts.rewards.get(token)
        gone = text and text.kind == kind and token not in here and not game.units[bearer].fallen
        if action["do"] in ("flip", "buy-reward") and gone:
            yield [but(action, reward=token, face="down" if "face" in action else None)]


def boost_again(game: Game, action: Action) -> Iterator[Edit]:
    yield from _token_again(game, action, "boost")


def buff_again(game: Game, action: Action) -> Iterator[Edit]:
    yield from _token_again(game, action, "buff")


def token_of_somebody_again(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip":
        held = (reward.slug for unit in game.units.values() for reward in unit.rewards)
        yield from ([but(action, reward=token)] for token in held if token in game.texts.rewards)


def same_power_from_two_places(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and action.get("critical") and "critical-hit" in unit.profile.powers and "critical-hit" in unit.dice:
        yield [but(action, critical=[*action["critical"], "lock"])]


def die_placed_too_late(game: Game, action: Action) -> Iterator[Edit]:
    unit = game.units.get(action.get("unit", ""))
    if action["do"] == "activate" and not game.begun and dice_left(game) and unit and unit.is_krosmaster:
        die = next(place for place, face in enumerate(game.tension or ()) if face)
        yield [action, {"do": "inspire", "die": die, "unit": unit.name}]


def purple_spell_twice(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        for name, mark in unit.aimed_this_turn if spell.limit == "target" else ():
            if name == spell.slug and mark in game.units and game.units[mark].in_play:
                yield [but(cast, target=cell_name(game.units[mark].cell)), action]


def stranger_teleported(game: Game, action: Action) -> Iterator[Edit]:
    if "unit" in (action.get("choices") or {}):
        strangers = (unit for unit in game.in_play() if unit.player != game.player)
        yield from ([but(action, choices={"unit": unit.name})] for unit in strangers)


def _click_of(game: Game, action: Action, kind: str) -> Iterator[Edit]:
    if action["do"] == kind and "standby" not in action:
        traps = (unit for unit in game.in_play() if unit.kind == "trap")
        yield from ([but(action, standby=[{"effect": "click", "by": trap.name}])] for trap in traps)


def click_under_nobody(game: Game, action: Action) -> Iterator[Edit]:
    yield from _click_of(game, action, "move")


def click_of_a_trap_crossed(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and any(effect.do in ("push", "attract", "retreat", "approach") for effect in spell.effects):
        yield from _click_of(game, action, "cast")


OF_HEADERS = (
    HeaderMutator("1.1.1.d", two_versions_of_a_gold_name),
    HeaderMutator("1.1.1.e", white_name_three_times),
    HeaderMutator("1.1.1.f", black_name_four_times),
    HeaderMutator("1.1.1.g", two_bosses),
    HeaderMutator("1.1.1.h", figure_that_was_never_printed),
    HeaderMutator("1.1.2.a", limited_team_of_two),
    HeaderMutator("1.1.2.b", limited_team_above_twelve),
    HeaderMutator("1.3.1.b", smaller_team_first),
    HeaderMutator("1.3.1.c", toss_kept_secret),
    HeaderMutator("4.7.11.c", dofus_beside_a_trophy),
    HeaderMutator("7.2.8.c", listed_after_the_end),
)
OF_ACTIONS = (
    Mutator("1.3.7", token_shown_before),
    Mutator("1.3.10", placed_in_the_fight),
    Mutator("4.11.5.b", step_with_lost_mp),
    Mutator("4.14.2.f", gone_on_although_held),
    Mutator("4.18.5", chosen_cell_taken),
    Mutator("4.19.7", trap_that_strikes_by_itself),
    Mutator("4.11.5.a", cast_with_lost_ap),
    Mutator("4.14.2.d", cast_although_locked),
    Mutator("6.3.6", turret_that_buys),
    Mutator("7.2.4.a", coin_too_many),
    Mutator("7.2.4.b", nothing_chosen),
    Mutator("8.1.2", pile_of_the_other_box),
    Mutator("4.7.5.a", boost_again),
    Mutator("4.7.5.b", buff_again),
    Mutator("4.7.12", token_of_somebody_again),
    Mutator("4.9.1", same_power_from_two_places),
    Mutator("4.17.1", off_the_board),
    Mutator("4.19.7.c", click_under_nobody),
    Mutator("4.19.7.d", click_of_a_trap_crossed),
    Mutator("5.4.1", die_placed_too_late),
    Mutator("7.1.3.b", purple_spell_twice),
    Mutator("7.1.7", stranger_teleported),
)
MUTATORS: tuple[HeaderMutator | Mutator, ...] = (*OF_HEADERS, *OF_ACTIONS)
