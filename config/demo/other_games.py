"""An evening of Blast and a league of Quest. Board, cards and games of Blast are made up and say so: nobody's data has
the printed ones."""

import json
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Permission
from django.utils.translation import gettext as _

from config.demo.people import Hosts, person, players, user_of
from config.demo.rounds import agree, next_round
from config.demo.setup import change_state, create_demo_event, register, start
from judging.logs.services.submission import submit_log
from rules.games import BLAST, QUEST
from teams.cards.services.facts import confirm_pack
from teams.cards.services.packs import preview, take_in
from tournaments.events.models.formats import GAMES
from tournaments.events.models.settings import BoardSeats
from tournaments.models import DuelOutcome, Ending, Event, EventState, Match
from tournaments.results.services.scores import Score

MADE_UP = Path(__file__).parent / "made_up"
PAIR = ["ada", "bea"]
HEROES = (  # by falling initiative
    *("anna-tommy", "joris-master", "raul-bak", "adamai", "kriss-krass", "diver-birel"),
    *("pandalida", "justice-knight-jr", "chrissy-entrinch", "katsu-mi", "lil-healey"),
)
BONUS_TOO_EARLY = {"do": "bonus", "challenge": "brawl", "threshold": 5}


def blast_evening(hosts: Hosts) -> Event:
    """Eight players in round 2 of 4; one game is proved, one breaks a rule and waits at the desk."""
    bring_made_up_cards(hosts)
    event = _event(
        hosts,
        _("Blast Evening (made-up cards)"),
        BLAST.game,
        teams=[PAIR] * 8,
        swiss_rounds=4,
        arenas=["made-up-1"],
        challenges=["brawl", "world"],
        open_challenges=2,
        board_seats=BoardSeats.SOUTH,
    )
    for match in next_round(event, hosts):
        agree(match, Score.duel(DuelOutcome.A, 5, 2, Ending.GLYPHS))
    proved, broken, *_playing = next_round(event, hosts)
    log = _made_up("blast-game.json")
    glyphs = log["result"]["glyphs"]
    agree(proved, Score.duel(DuelOutcome.A, glyphs["A"], glyphs["B"], Ending.KNOCK_OUT))
    _submit(proved, log)
    begun = next(place for place, action in enumerate(log["actions"]) if action["do"] == "activate")
    log["actions"].insert(begun + 1, BONUS_TOO_EARLY)
    _submit(broken, log)
    return event


def bring_made_up_cards(hosts: Hosts) -> None:
    """One person brings the file, a reviewer confirms it, as on every site."""
    reviewer = person("demo-reviewer", "Rosa Reviewer")
    reviewer.user_permissions.add(Permission.objects.get(codename="confirm_facts"))
    pack = preview((MADE_UP / "blast-facts.json").read_bytes(), {}, hosts.organiser, BLAST.game)
    take_in(pack=pack, who=hosts.organiser, chosen=[row.fact.key for row in pack.rows])
    confirm_pack(pack=pack.digest, who=reviewer)


def quest_league(hosts: Hosts) -> Event:
    """Eleven players at tables of four and three, in round 1; one table has recorded its game."""
    event = _event(hosts, _("League of Adventures"), QUEST.game, teams=[[hero] for hero in HEROES], swiss_rounds=3)
    recorded, *_playing = sorted(next_round(event, hosts), key=lambda match: -len(match.seats()))
    _submit(recorded, _as_seated(recorded, _made_up("quest-table.json")))
    return event


def _event(hosts: Hosts, name: str, game: str, *, teams: list[list[str]], **fields: Any) -> Event:
    settings = {"capacity": 16, **GAMES[game].settings_of_new_event(), "game": game, "arenas": [], **fields}
    event = create_demo_event(hosts, name, days=0, **settings)
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, players(len(teams) + 1)[1:], teams=teams)
    start(event, hosts)
    return event


def _submit(match: Match, log: dict[str, Any]) -> None:
    for letter, seat in zip(log["players"], match.seats(), strict=True):
        log["players"][letter]["name"] = seat.full_name
    submit_log(content=json.dumps(log).encode(), submitter=user_of(match.seats()[0]), match=match)


def _as_seated(match: Match, log: dict[str, Any]) -> dict[str, Any]:
    """The recorded game with the heroes of this table, who sit by falling initiative (Q-3.1)."""
    heroes = {
        letter: seat.lists.current().get().figures[0] for letter, seat in zip("ABCD", match.seats(), strict=False)
    }
    by_initiative = sorted(heroes, key=lambda letter: HEROES.index(heroes[letter]))
    sits = dict(zip(log["order"], by_initiative, strict=True))
    for action in log["actions"]:
        if "player" in action:
            action["player"] = sits[action["player"]]
    log["order"] = by_initiative
    log["players"] = {letter: {"hero": hero} for letter, hero in heroes.items()}
    log["result"]["gg"] = {sits[letter]: gg for letter, gg in log["result"]["gg"].items()}
    return log


def _made_up(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((MADE_UP / name).read_text())
    return document
