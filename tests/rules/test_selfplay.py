"""Random games: legal ones are valid, spoiled ones are found out at the right action under the right article."""

import json
from functools import cache
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.arena.articles import articles
from rules.arena.boards import BOARDS
from rules.arena.cells import cells_of
from rules.arena.engine.actions import play
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.policy import STRICT
from rules.arena.engine.setup import new_game
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.log import read
from rules.arena.public import facts_of
from rules.arena.replay import start, step
from rules.arena.texts import built_in
from rules.games import replay
from tests.cases import some_of
from tests.rules.duels import endow
from tests.rules.invariants import what_must_hold
from tests.rules.logs import TEAM_A, TEAM_B
from tests.rules.table import Table
from tools.selfplay.game import random_game
from tools.selfplay.mutation import ALL, Mutated, mutate, places
from tools.selfplay.options import by_symbol, options
from tools.selfplay.rng import Rng

GAMES = 16
STARTERS = (list(TEAM_A.values()), list(TEAM_B.values()))


@pytest.mark.article("7.1.7")
@pytest.mark.parametrize(("powers", "offered"), [((), True), (("sit-stay",), False)])
def test_no_unseen_spell_is_tried_against_sit_stay(powers: tuple[str, ...], *, offered: bool) -> None:
    table = Table("q K", q="necrose", K="bill-tell")
    endow(table["K"], *powers)
    table.activate("q").game.policy = STRICT
    found = options(table.game, table["q"], Rng("1"), by_symbol)
    assert any(action.get("spell") == "unseen" for _weight, action in found) is offered


@cache
def game(number: int):
    """Every board comes up; half of the games are between the figures of the first box."""
    return random_game(number, STARTERS if number % 2 else None, BOARDS[number % len(BOARDS)])


def encoded(document) -> bytes:
    return json.dumps(document).encode()


@pytest.mark.parametrize("number", [1, 2, 4])
def test_actions_rest_on_belief_in_play_as_in_the_replay(number, monkeypatch):
    games = []
    monkeypatch.setattr(
        "tools.selfplay.game.new_game", lambda *facts, **how: games.append(new_game(*facts, **how)) or games[0]
    )
    log = read(random_game(number))
    again = new_game(log, facts_of(log), glory=glory_at_the_start(log))
    for again.index, action in enumerate(log.actions):
        play(again, action)
    assert games[0].basis.resting == again.basis.resting != set()


@pytest.mark.parametrize("number", some_of(range(GAMES), 6))
def test_random_legal_games_are_found_legal_and_end_as_stated(number):
    report = replay(encoded(game(number)))
    assert [(finding.action, finding.article, finding.message) for finding in report.errors] == []
    assert report.verdict == ("unverified" if report.unverified_cards else "valid")
    assert (report.winner, report.glory) == (game(number)["result"]["winner"], game(number)["result"]["glory"])


@pytest.mark.check
@pytest.mark.parametrize(
    ("seed", "teams"),
    [
        (
            "m/even/44/g",  # Chamrak moves an enemy
            (
                ["malee-buhrum", "bellzebug", "joris-swashbuckler", "diver-birel"],
                ["felonious-monk", "flopin", "diver-birel", "necrose", "boo-ming-eternal-1"],
            ),
        ),
        (
            "m/even/67/g",  # Joris falls by the Iopism of an ally as the fight begins
            (
                ["qilby", "fabine-berthaz", "strawberry-king"],
                ["dark-vlad", "merkator-eternal-1", "atcham", "joris"],
            ),
        ),
    ],
)
def test_self_play_goes_on_where_cards_change_who_may_act(seed, teams):
    report = replay(encoded(random_game(seed, teams)))
    assert [finding.code for finding in report.errors] == []
    assert report.ended


def test_games_of_known_figures_leave_elements_to_believe():
    """Of two spells of the first box the element was never seen."""
    proofs = [replay(encoded(game(number))).proof for number in (1, 3, 11, 13)]
    assert {(belief.field, belief.spell) for proof in proofs for belief in proof.beliefs} == {
        ("element", "assault"),
        ("element", "forbidden-word"),
    }
    assert all(proof.believed <= 9 and not proof.unchecked and not proof.faulty for proof in proofs)


@pytest.mark.check
def test_equal_seeds_make_equal_games_and_other_seeds_other_games():
    assert random_game(3, STARTERS, "fog") == random_game(3, STARTERS, "fog") != random_game(4, STARTERS, "fog")


def test_the_same_log_gives_the_same_bytes():
    assert len({replay(encoded(game(2))).to_json() for _ in range(3)}) == 1


RARE = {"reward-beyond-the-level", "reveal-twice", "wrong-first-player-on-equal-sums", "wrong-winner-on-the-board"}


@pytest.mark.parametrize("mutator", ALL, ids=lambda mutator: mutator.name)
def test_a_broken_rule_is_named_by_article_at_its_action(mutator):
    found = 0
    for number in range(GAMES):
        spots = list(places(game(number), mutator))
        if spots:
            mutated = Rng(number).one_of(spots)
            report = replay(encoded(mutated.document))
            if report.verdict == "unverified" and not report.errors:  # a value of an unknown fact makes it legal
                continue
            found += 1
            first = report.errors[0]
            assert (first.article, first.action) == (mutated.article, mutated.action), first
        if found == 2:
            break
    assert found or mutator.name in RARE


def what_breaks(mutated: Mutated) -> object:
    """The spell or the kind of action, which may come under an article of its own."""
    action = mutated.document["actions"][mutated.action] if mutated.action is not None else {}
    return action.get("spell", action.get("do"))


@pytest.mark.check
@pytest.mark.parametrize("mutator", ALL, ids=lambda mutator: mutator.name)
def test_each_kind_that_a_mutator_breaks_has_its_article(mutator):
    """Where a fault gets another article for some of the spells, its mutator does not go on with the former one."""
    seen: set[object] = set()
    for number in range(GAMES):
        spots = [spot for spot in places(game(number), mutator) if what_breaks(spot) not in seen]
        if spots:
            mutated = Rng(number).one_of(spots)
            seen.add(what_breaks(mutated))
            report = replay(encoded(mutated.document))
            first = next(iter(report.errors), None)
            if first is None or first.code.endswith("overlooked"):  # it fits where an effect is not entered
                continue
            assert (first.article, first.action) == (mutated.article, mutated.action), first


def test_mutations_are_many_named_once_and_break_enforced_articles():
    names = [mutator.name for mutator in ALL]
    assert len(names) == len(set(names)) >= 40
    assert {articles()[mutator.article].treatment for mutator in ALL} == {"enforced"}


@pytest.mark.parametrize("number", range(0, GAMES, 3))
def test_what_must_always_hold_holds_after_every_action(number):
    log = read(game(number))
    position = start(log)
    for index, action in enumerate(log.actions):
        before = _sums(position)
        step(position, log, index)
        what_must_hold(position)
        _conserved(before, _sums(position), action)


def _sums(position):
    glory = sum(position.glory.values()) + position.wild
    return glory, sum(position.kamas.values()) + sum(position.coins.values())


def _conserved(before, after, action):
    glory, kamas = (now - then for now, then in zip(after, before, strict=True))
    assert glory == 0 or (action["do"] == "tension" and -2 <= glory < 0)
    price = {"buy-glory": ARENA_2_7.glory_price, "buy-reward": ARENA_2_7.reward_prices.get(action.get("rank"), 0)}.get(
        action["do"], 0
    )
    if action["do"] == "reveal":
        assert -2 <= kamas <= 3
    else:
        assert kamas + price in ((0, 1, 3) if action["do"] == "activate" else (0,))


def test_every_side_of_the_board_comes_up_as_home():
    homes = {side for number in range(GAMES) for side in game(number)["sides"].values()}
    assert homes == {"north", "east", "south", "west"}
    document = game(0)
    position = new_game(read(document), built_in())
    first = document["actions"][0]
    home = position.board.starts[document["sides"][document["first_player"]]]
    assert position.cell(first["cell"]) in cells_of(home)


@pytest.mark.check
def test_the_command_writes_logs_and_names_what_it_mutated(tmp_path, capsys):
    teams = "/".join(",".join(team) for team in STARTERS)
    call_command("selfplay", ruleset="arena-2.7", seed=5, games=2, out=tmp_path, teams=teams, mutate=[])
    for line in capsys.readouterr().out.splitlines():
        path, _name, article, action = line.split()
        first = replay(Path(path).read_bytes()).errors[0]
        assert (first.article, "-" if first.action is None else str(first.action)) == (article, action)


def test_the_command_refuses_an_illegal_team(tmp_path):
    with pytest.raises(CommandError, match="at least 3"):
        call_command("selfplay", out=tmp_path, teams="bill-tell,oscar-kass/bill-tell,oscar-kass")


def test_a_game_can_be_mutated_in_one_wanted_way():
    mutated = mutate(game(1), Rng(1), ["step-too-far"])
    assert mutated is not None
    assert (mutated.mutator, mutated.article) == ("step-too-far", "4.17.2")
