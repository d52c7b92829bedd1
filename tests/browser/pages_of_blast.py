"""The evening of Blast of the demonstration: its page, a case, a log's report, and a table that is recorded."""

import json

from config.demo.other_games import MADE_UP
from judging.models import Case, Recording, Submission
from judging.recorder.services.recording import start_recording
from rules.games import BLAST
from tournaments.models import Event, Match

HALF = 40  # actions of the game


def pages_of_blast() -> list[tuple[str, str, str]]:
    """Name, address, and who of the demonstration looks at it."""
    event = Event.objects.get(game=BLAST.game)
    case = Case.objects.get(event=event)
    proved = Submission.objects.get(match__round__event=event, reports__verdict="valid")
    log = json.loads((MADE_UP / "blast-game.json").read_text())
    header = {name: value for name, value in log.items() if name not in ("actions", "result")}
    for side, name in (("A", "Ida"), ("B", "Joe")):
        header["players"][side]["name"] = name
    table = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None, actions=log["actions"][:HALF])
    playing = Match.objects.filter(round__event=event, state="open").latest("table")
    return [
        ("blast-event", event.get_absolute_url(), ""),
        ("blast-case", case.get_absolute_url(), "judge"),
        ("blast-report", proved.get_absolute_url(), "judge"),
        ("blast-replay", f"/replay/{proved.uuid}/", "judge"),
        ("blast-set-up", f"/matches/{playing.pk}/record/?new", "organiser"),
        ("blast-recorder", table.get_absolute_url(), ""),
    ]
