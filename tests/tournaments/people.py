"""People with browsers: everything they do goes through the pages and forms of the site."""

import re
import uuid
from typing import Any

from django.test import Client

from accounts.models import User
from tests.tournaments.worlds import a_user
from tournaments.events.models.formats import GAMES
from tournaments.models import RecordedGames

HIDDEN = re.compile(r'name="(once|version)" value="([^"]*)"')
MESSAGES = re.compile(r'<div class="messages.*?data-dismisses', re.DOTALL)


class Person:
    def __init__(self, name: str) -> None:
        self.user = User.objects.filter(username=name).first() or a_user(name)
        self.client = Client()
        self.client.force_login(self.user)

    def sees(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.content.decode()

    def sends(self, path: str, status: int = 302, **fields: Any) -> Any:
        fields.setdefault("once", uuid.uuid4().hex)
        answer = self.client.post(path, fields)
        assert answer.status_code == status, (path, answer.status_code, answer.content.decode()[-3000:])
        return answer


def version_on(page: str) -> str:
    """The version that the forms of this page were filled in with; a message about another step may bring its own."""
    return next(value for name, value in HIDDEN.findall(MESSAGES.sub("", page)) if name == "version")


def event_fields(**changed: Any) -> dict[str, Any]:
    """What an organiser fills in on the page of a new event."""
    ruleset = changed.get("ruleset", "")
    game = next((game for game in GAMES.values() if ruleset in game.rulesets), None)
    recorded = str(game.recorded[0] if game else RecordedGames.FULL)
    filled_in = {
        "name": "Autumn Cup",
        "place": "Town hall",
        "time_zone": "Europe/Paris",
        "starts_at": "2030-10-05T10:00",
        "capacity": 64,
        "has_waiting_list": "on",
        "check_in_minutes": 60,
        "team_format": "constructed",
        "legality": "none",
        "rewards": "second",
        "recorded_games": recorded,
        "recorded_cut_games": recorded,
        "appeals": "heard",
        "live_games": "none",
        "illegal_list": "judge",
        "lists_during": "opponent",
        "lists_after": "public",
        "cut_kind": "single",
        "first_round": "random",
        "club_rounds": 0,
        "pod_rounds": 0,
        "round_minutes": 60,
        "break_minutes": 10,
        "no_show_minutes": 10,
        "first_table": 1,
        "points_win": 3,
        "points_draw": 1,
        "points_loss": 0,
        "glory_cap": 6,
        "team_size": 2,
        "hero_level": 3,
        "board_seats": "lot",
        "open_challenges": 1,
        "superior_favors": "on",
        **{f"tie_breaks_{place}": name for place, name in enumerate(TIE_BREAKS)},
        "penalty_ladder_0": "warning",
        "penalty_ladder_1": "disqualification",
    }
    not_asked = game.lacks_under.get(ruleset, {}) if game else {}
    return {name: value for name, value in filled_in.items() if name not in not_asked} | changed


TIE_BREAKS = ("match-points", "omw", "gg-difference", "gg-scored", "random")
