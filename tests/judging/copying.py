"""A spell as somebody copies it from a card at the recorder."""

from django.contrib.auth import SESSION_KEY
from django.urls import reverse

from tests.browser import sample_game

UNREAD = {"A": ["Toxine", "Elely"], "B": sample_game.TEAMS["B"]}  # cards whose texts are not in the data
STAFF = {
    "spells-0-name": "Bâton d'école",
    "spells-0-limit": "turn",
    "spells-0-cost-ap": "3",
    "spells-0-range-kind": "ranged",
    "spells-0-range-min": "1",
    "spells-0-range-max": "4",
    "spells-0-range-alterable": "no",
    "spells-0-attack-element": "earth",
    "spells-0-attack-damage": "2",
}


def copy(client, table, fields=STAFF, *, entry_id="", **more):
    author = client.session.get(SESSION_KEY, "guest")
    sent = {"id": entry_id, "by": author, "copied": {"unit": "a1", "fields": fields} | more}
    return client.post(reverse("judging:record_copy", args=[table.uuid]), sent, content_type="application/json")
