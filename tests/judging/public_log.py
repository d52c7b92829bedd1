"""A game that everybody may open, and people of each kind who try."""

import json

from django.test import Client
from django.urls import reverse

from accounts.models import User
from judging.logs.services.submission import submit_log
from judging.models import Report, Submission
from tests.judging.people import a_hall, table_1, user
from tests.tournaments import worlds
from tools.selfplay.game import random_game
from tournaments.models import Event, Registration, Role

LOG = random_game("public-games")
LOG["actions"] = LOG["actions"][:45]  # who may open it does not depend on its length
SECRET = "my address is 5 Rue de la Paix"
FINISHED = "finished"
PAGES = ("replay", "film", "embed", "replay_picture", "replay_log")


def a_public_log() -> Submission:
    """A sound log of Ana's, with a note, of a finished event whose players have both agreed."""
    event = a_hall(public_games=True)
    worlds.staff(event, Role.OWNER, "olga")
    document = json.loads(json.dumps(LOG))
    document["players"]["A"]["name"], document["players"]["B"]["name"] = "Ana", "Bo"
    document["actions"][0]["note"] = SECRET
    for place in (document, document["actions"][1], document["players"]["A"], document["result"]):
        place["comment/a"] = place["comment"] = SECRET
    document["actions"][2]["declared"] = {"x/y": {"z": SECRET}, "comment": SECRET}
    submission = submit_log(content=json.dumps(document).encode(), submitter=user("ana"), match=table_1())
    Submission.objects.filter(pk=submission.pk).update(state="done")
    body = {"verdict": "valid", "findings": [], "actions": len(LOG["actions"]), "engine": "e"}
    header = {key: document.get(key) for key in ("players", "result", "arena")}
    Report.objects.create(submission=submission, verdict="valid", body=body, header=header, ended=True, engine="e")
    Registration.objects.update(public_games=True)
    Event.objects.update(state=FINISHED)
    return submission


def as_(who: str) -> Client:
    client = Client()
    if who != "stranger":
        client.force_login(User.objects.filter(username=who).first() or worlds.a_user(who))
    return client


def opens(who: str, uuid, page: str = "replay") -> bool:
    status = as_(who).get(reverse(f"judging:{page}", args=[uuid])).status_code
    assert status in {200, 403, 404}
    return status == 200
