"""What strangers and owners do with shared teams, through the pages."""

from django.test import Client
from django.urls import reverse

from teams.models import TeamList

INDEX = "/teams/public/"


def share(client: Client, team: TeamList, how: str):
    return client.post(reverse("teams:share-team", args=[team.pk]), {"sharing": how})


def opens(client: Client, uuid, page: str = "public-team") -> bool:
    status = client.get(reverse(f"teams:{page}", args=[uuid])).status_code
    assert status in (200, 404)
    return status == 200


def named(client: Client, **search) -> list[str]:
    return [row["team"].name for row in client.get(INDEX, search).context["rows"]]


def press(client: Client, team: TeamList, what: str, **fields):
    return client.post(reverse(f"teams:{what}-team", args=[team.share_code]), fields)
