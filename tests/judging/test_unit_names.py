"""What a figure is called is the same on boards, in sentences and in findings."""

import gzip
import json
import re
from dataclasses import replace

from django.urls import reverse
from django.utils import translation

from judging.board.board_state import PositionBuilder
from judging.board.unit_names import names_now, names_of, numbered, owners_of_shared, printed_title, spell_title
from judging.logs.pages.log_names import LogNames
from judging.replay.board.replay_data import replay_data, titles
from judging.replay.services.public_games import DEMONSTRATION, demonstration_log
from rules.arena import texts
from rules.arena.public import facts_of, frames, start
from rules.games import parse


def test_a_figure_twice_in_a_team_gets_its_number():
    figures = {"a1": ("A", "Oscar Kass"), "a2": ("A", "Flopin"), "a3": ("A", "Oscar Kass"), "b1": ("B", "Oscar Kass")}
    assert numbered(figures) == {"a1": "Oscar Kass 1", "a2": "Flopin", "a3": "Oscar Kass 2", "b1": "Oscar Kass"}


def test_board_sentences_and_findings_call_a_figure_the_same(db):
    log = parse(demonstration_log())
    units = replay_data(log)["start"]["units"]
    said, found = names_now(log, start(log)), LogNames(json.loads(demonstration_log()))
    twice = ("b2", "b4")
    assert [units[unit]["name"] for unit in twice] == [said[unit] for unit in twice]
    assert [found[unit] for unit in twice] == [said[unit] for unit in twice]
    assert [said[unit][-2:] for unit in twice] == [" 1", " 2"]


def test_twins_are_numbered_in_the_order_of_their_timeline(db):
    document = json.loads(demonstration_log())
    line = document["players"]["B"]["timeline"]
    one, other = line.index("b2"), line.index("b4")
    line[one], line[other] = "b4", "b2"
    log = parse(json.dumps(document).encode())
    units, found = replay_data(log)["start"]["units"], LogNames(document)
    assert [names_now(log, start(log))[unit][-2:] for unit in ("b4", "b2")] == [" 1", " 2"]
    assert [units[unit]["name"] for unit in ("b4", "b2")] == [found["b4"], found["b2"]]


def test_board_sentences_and_findings_number_a_summon_alike(db, client):
    """The demonstration has two Bad Aboums, each with Water Bombs of its own."""
    log, found = parse(demonstration_log()), LogNames(json.loads(demonstration_log()))
    shown = {}
    for state in frames(log):
        shown |= {name: unit for name, unit in state["units"].items() if unit["kind"] != "krosmaster"}
    positions = PositionBuilder(facts_of(log).texts.rewards)
    units = {}
    for state in frames(log):
        units |= positions.position(state)["units"]
    called = {name: units[name]["name"] for name in shown}
    assert len({*called.values()}) == len(called) > 4
    assert called == {name: found.get(name) for name in called}
    labels = [units[name]["initial"] for name in called]
    assert len({*labels}) == len(labels)
    assert all(re.split("[A-Z]+", units[name]["initial"])[1] in ("", name.rpartition("-")[2]) for name in called)
    film = gzip.decompress(client.get(reverse("judging:film", args=[DEMONSTRATION])).content).decode()
    assert all(name in film for name in called.values())


def test_a_figure_of_both_players_has_its_players_name(db):
    document = json.loads(demonstration_log())
    ours, theirs = document["players"]["A"], document["players"]["B"]
    theirs["team"] = {f"b{unit[1:]}": card for unit, card in ours["team"].items()}
    log = parse(json.dumps(document).encode())
    game = start(log)
    found = LogNames(document)
    assert all(found[unit].endswith(f"({name})") for unit, name in (("a1", ours["name"]), ("b1", theirs["name"])))
    owners = owners_of_shared(game, names_of(log, game))
    named = titles(replay_data(log)["start"], owners)
    assert {unit: named[unit] for unit in ("a1", "b1")} == {unit: found[unit] for unit in ("a1", "b1")}


def test_french_readers_read_the_french_print_of_tokens_and_spells(monkeypatch):
    """No source tells one yet: a judge or a player may enter it."""
    printed = texts.card_texts()
    hammer, oscar = printed.rewards["hammer"], printed.figures["oscar-kass"]
    con = replace(oscar.spells["con"], french="Arnaque")
    entered = replace(
        printed,
        rewards={**printed.rewards, "hammer": replace(hammer, french="Marteau")},
        figures={**printed.figures, "oscar-kass": replace(oscar, spells={**oscar.spells, "con": con})},
    )
    monkeypatch.setattr(texts, "card_texts", lambda: entered)
    texts.built_in.cache_clear()
    for language, token, spell in (("en", hammer.name, con.name), ("fr", "Marteau", "Arnaque")):
        with translation.override(language):
            assert printed_title("hammer") == token
            assert spell_title("oscar-kass", "con") == spell
    texts.built_in.cache_clear()
