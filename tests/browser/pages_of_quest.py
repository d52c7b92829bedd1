"""A league of Quest beside the demonstration: its page, a table to set up and one that is recorded, a log's report."""

import json

from django.utils import timezone

from accounts.models import User
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Recording
from judging.recorder.services.recording import start_recording
from rules.games import QUEST
from tests.judging.people import InProcess
from tests.rules.quest.logs import demon, do, document, turn
from tests.tournaments.worlds import a_player, a_round, an_event, seat
from tournaments.events.models.formats import GAMES
from tournaments.models import Registration

SLUG = "league-of-quest"
GAME = [
    turn("A", "adventure"),
    do("quest", kind="personal", value=1, next=2),
    turn("B"),
    do("kill", mob="boss", boss=True),
    turn("C"),
    do("ko", player="B"),
    demon("D", "trees", "veins", "quest:bling-bling"),
    turn("D"),
    do("time"),
]


def pages_of_quest() -> list[tuple[str, str, str]]:
    """Name, address, and who of the demonstration looks at it."""
    event = an_event(name="League of Quest", slug=SLUG, game=QUEST.game, **GAMES[QUEST.game].settings_of_new_event())
    player = User.objects.get(email="player@demo.example")
    one = Registration.objects.create(event=event, user=player, lot=1, checked_in_at=timezone.now())
    others = [a_player(event, name) for name in ("solène", "théo", "ulysse")]
    match = seat(one, *others, round=a_round(event), table=1, state="open")
    log = document(
        *GAME, players="ABCD", result={"winners": [], "gg": {"A": 4, "B": 3, "C": 3, "D": 3}, "ending": "time"}
    )
    submission = submit_log(content=json.dumps(log).encode(), submitter=player, match=match)
    work_one(InProcess())
    header = {name: value for name, value in log.items() if name not in ("actions", "result")}
    dice = Recording.Dice.RECORDED
    table = start_recording(header={**header, "detail": "gg"}, dice=dice, who=None, actions=log["actions"][:9])
    return [
        ("quest-event", f"/events/{SLUG}/", ""),
        ("quest-set-up", f"/matches/{match.pk}/record/?new", "player"),
        ("quest-report", submission.get_absolute_url(), "player"),
        ("quest-recorder", table.get_absolute_url(), ""),
    ]
