"""One mistake in a log is one error of its report, where the rules first refuse it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.arena.log import Log, read
from rules.arena.replay import replay
from tests.oracle.findings import measured
from tests.rules.logs import END, TENSION, do
from tests.rules.validated import THREE_TURNS, errors, said, validated
from tools.selfplay.game import random_game
from tools.selfplay.tables import turns_out_of_order


def places(log: Log) -> list[tuple[int | None, str]]:
    return [(issue.action, issue.code) for issue in replay(log).findings if issue.severity == "error"]


@pytest.fixture(scope="module")
def game() -> Log:
    return read(random_game("one mistake"))


def turns(log: Log) -> list[int]:
    return [index for index, action in enumerate(log.actions) if action["do"] == "end-turn"]


@pytest.mark.article("5.5.1", breaks=True)
def test_an_activation_of_a_wrong_unit_is_one_error(game: Log) -> None:
    ends = turns(game)
    index = next(at for at in range(ends[1], ends[2]) if game.actions[at]["do"] == "activate")
    other = next(unit for unit in game.players["B"].team if game.players["A"].team.get(game.actions[index]["unit"]))
    actions = [*game.actions]
    actions[index] = {**actions[index], "unit": other}
    assert places(replace(game, actions=tuple(actions))) == [(index, "not-your-unit")]


@pytest.mark.article("4.17.2", breaks=True)
@pytest.mark.parametrize("first", ["activate", "move"])
def test_a_step_and_an_activation_exchanged_are_one_error(game: Log, first: str) -> None:
    pairs = zip(game.actions, game.actions[1:], strict=False)
    places_of = [
        at for at, pair in enumerate(pairs) if [each["do"] for each in pair] == [first, *{"activate", "move"} - {first}]
    ]
    for at in places_of[:3]:
        actions = [*game.actions]
        actions[at], actions[at + 1] = actions[at + 1], actions[at]
        assert len(places(replace(game, actions=tuple(actions)))) == 1


@pytest.mark.article("7.2.5.b", breaks=True)
def test_dice_of_a_wrong_roll_are_one_error(game: Log) -> None:
    """Too many of them, and none turned."""
    index = next(at for at, action in enumerate(game.actions) if action.get("critical"))
    actions = [*game.actions]
    actions[index] = {**actions[index], "critical": ["critical/dodge"] * 4}
    assert places(replace(game, actions=tuple(actions))) == [(index, "critical-dice")]


@pytest.mark.article("1.6.2.a", breaks=True)
def test_doubles_of_a_wrong_die_are_not_asked_for_names() -> None:
    game = read(random_game("doubles of three", mode="free-for-all", players=3))
    index = next(at for at, action in enumerate(game.actions) if action["do"] == "tension")
    actions = [*game.actions]
    actions[index] = {"do": "tension", "dice": ["dodge", "lock>dodge"]}
    assert places(replace(game, actions=tuple(actions)))[0] == (index, "die-turned")
    assert (index, "doubles-not-named") not in places(replace(game, actions=tuple(actions)))


@pytest.fixture(scope="module")
def with_bombs() -> Log:
    return read(random_game("summons"))


def with_cast(log: Log, number: int, **changes: Any) -> Log:
    """One throw of a bomb is another cast, or is missing."""
    throws = [at for at, action in enumerate(log.actions) if action.get("spell") == "water-bomb-throw"]
    at = throws[number]
    here = ({**log.actions[at], **changes},) if changes else ()
    return replace(log, actions=(*log.actions[:at], *here, *log.actions[at + 1 :]))


@pytest.mark.article("4.3.1", breaks=True)
@pytest.mark.parametrize("number", [0, 1, 3, 4, 5])
def test_a_summon_left_out_is_one_error(with_bombs: Log, number: int) -> None:
    """The bombs after it are counted on from those that the log knows."""
    assert len(places(with_cast(with_bombs, number))) == 1


@pytest.mark.article("6.3.5", breaks=True)
@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_wrong_name_of_a_summoning_spell_is_one_error(with_bombs: Log, number: int) -> None:
    found = places(with_cast(with_bombs, number, spell="of-somebody-else"))
    assert [code for _place, code in found] == ["no-such-spell"]


@pytest.mark.article("7.1.5", breaks=True)
def test_a_summon_cast_too_far_goes_on_from_anywhere(game: Log) -> None:
    at = next(at for at, action in enumerate(game.actions) if action.get("spell") == "summon-tofu")
    far = ({**game.actions[at], "target": "A1"},)
    assert places(replace(game, actions=(*game.actions[:at], *far, *game.actions[at + 1 :]))) == [(at, "out-of-range")]


@pytest.mark.article("5.2.1", breaks=True)
def test_a_die_placed_before_the_roll_is_one_error(game: Log) -> None:
    roll = [at for at, action in enumerate(game.actions) if action["do"] == "tension"][3]
    early = next(action for action in game.actions[roll:] if action["do"] == "inspire")
    actions = (*game.actions[:roll], early, *game.actions[roll:])
    assert places(replace(game, actions=actions)) == [(roll, "tension-missing")]


@pytest.mark.article("4.7.4", breaks=True)
@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_flip_of_another_rank_is_one_error(game: Log, number: int) -> None:
    flips = [at for at, action in enumerate(game.actions) if action["do"] == "flip"]
    at, other = flips[number], game.actions[flips[4 if number == 3 else 3]]
    wrong = {**game.actions[at], "rank": other["rank"], "pile": other["pile"]}
    found = places(replace(game, actions=(*game.actions[:at], wrong, *game.actions[at + 1 :])))
    assert [code for _place, code in found] == ["pile-already-shows"]


@pytest.mark.article("4.14.2.b", breaks=True)
def test_lock_dice_of_a_wrong_roll_are_one_error(game: Log) -> None:
    at = next(at for at, action in enumerate(game.actions) if action.get("blocks"))
    first, *others = game.actions[at]["blocks"]
    wrong = {**game.actions[at], "blocks": [{**first, "lock": ["lock", "dofus", "dofus"]}, *others]}
    found = places(replace(game, actions=(*game.actions[:at], wrong, *game.actions[at + 1 :])))
    assert found == [(at, "lock-dice")]


@pytest.mark.article("9.1.1", breaks=True)
def test_a_figure_too_many_is_one_error_of_the_team() -> None:
    """Whose levels then have another sum."""
    game = read(random_game("a third figure", mode="free-for-all", players=3))
    player = game.players["A"]
    team = {**player.team, "a3": next(iter(game.players["B"].team.values()))}
    more = replace(player, team=team, timeline=(*player.timeline, "a3"))
    found = places(replace(game, players={**game.players, "A": more}))
    assert [code for place, code in found if place is None and code.startswith(("too-", "level-"))] == [
        "too-many-figures"
    ]


@pytest.mark.article("5.6.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_left_out_is_one_error(players: int) -> None:
    mode: dict[str, Any] = {} if players == 2 else {"mode": "free-for-all", "players": players}
    game = read(random_game("one turn is left out", **mode))
    ends = turns(game)
    assert len(ends) > players + 1
    start, end = ends[players] + 1, ends[players + 1]
    found = replay(replace(game, actions=(*game.actions[:start], *game.actions[end + 1 :])))
    wrong = [issue.action for issue in found.findings if issue.severity == "error"]
    assert len(wrong) == 1
    assert start <= (wrong[0] or 0) <= start + 6
    assert found.proof is not None
    assert found.proof.unchecked > 0


@pytest.mark.article("9.2.1", breaks=True)
@pytest.mark.parametrize("players", [3, 4])
def test_a_wrong_order_of_turns_is_one_error(players: int) -> None:
    """The sides are held against the order in which the players really placed and played."""
    for wrong in turns_out_of_order(random_game(f"order {players}", mode="free-for-all", players=players)):
        assert places(read(wrong)) == [(None, "wrong-order")]


def test_no_reading_finds_an_error_before_the_first() -> None:
    found = measured("before the first", 25)
    assert [each for each in found if each.is_before] == []
    assert sum(each.is_at_its_place for each in found) >= 24


def test_a_log_of_set_up_alone_was_not_played(tmp_path: Path) -> None:
    placing = [action for action in THREE_TURNS if action["do"] == "place"]
    assert "nothing-played" in said(validated(tmp_path, *placing))
    assert "nothing-played" not in said(validated(tmp_path, *THREE_TURNS))


@pytest.mark.parametrize(
    ("declared", "warned"), [({}, True), ({"cost": {"ap": 2}}, False), ({"cost": {"ap": 20}}, False)]
)
def test_nothing_paid_is_reported_where_nothing_is(tmp_path: Path, declared: dict[str, Any], warned: bool) -> None:
    cast = do("cast", spell="blow", target="H11", declared={"injuries": {"b4": 1}, **declared})
    answer = validated(tmp_path, *THREE_TURNS, cast, END, TENSION)
    assert ("cost-not-declared" in said(answer)) is warned
    assert (("2.5.2", "beyond-any-card") in errors(answer)) is (declared == {"cost": {"ap": 20}})
