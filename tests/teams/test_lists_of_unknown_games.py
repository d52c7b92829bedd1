"""A list of a game or ruleset that nobody knows is refused with the field and the choices, at every door."""

import io
import json

import pytest
from django.core.management import call_command

from rules.games import RULESETS

pytestmark = pytest.mark.django_db

FORMATS = {ruleset.lists.document_format for ruleset in RULESETS.values()}
OF_BLAST = {"format": "krosmaster-blast-team/1", "figures": ["jayjay-ronimo", "martine-gale"]}
OF_QUEST = {"format": "krosmaster-quest-hero/1", "hero": "raul-bak"}
REFUSED = [
    ({"format": "krosmaster-chess-team/1", "figures": []}, "/format", sorted(FORMATS)),
    (OF_BLAST | {"ruleset": "blast-9"}, "/ruleset", ["blast-1"]),
    (OF_BLAST | {"ruleset": "arena-2.7"}, "/ruleset", ["blast-1"]),
    (OF_QUEST | {"ruleset": "blast-1"}, "/ruleset", ["quest-1"]),
    ({"format": "krosmaster-team/1", "ruleset": "quest-1"}, "/ruleset", ["arena-2.7", "arena-2013"]),
]


@pytest.mark.parametrize(("document", "field", "choices"), REFUSED)
def test_the_command_names_field_and_choices(document, field, choices, tmp_path):
    file = tmp_path / "team.json"
    file.write_text(json.dumps(document))
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("validate_team", str(file), as_json=True, stdout=out)
    (error,) = json.loads(out.getvalue())["errors"]
    assert (error["pointer"], error["code"]) == (field, "not-a-choice")
    assert all(choice in error["message"] for choice in choices)


@pytest.mark.parametrize(("document", "field", "choices"), REFUSED)
def test_the_api_names_field_and_choices(document, field, choices, client):
    answer = client.post("/api/v1/teams/check/", json.dumps(document), content_type="application/json").json()
    (error,) = answer["errors"]
    assert (answer["verdict"], error["pointer"]) == ("malformed", field)
    assert all(choice in error["message"] for choice in choices)


@pytest.mark.parametrize("document", [OF_BLAST, OF_QUEST])
def test_the_api_checks_lists_of_every_game(document, client):
    answer = client.post("/api/v1/teams/check/", json.dumps(document), content_type="application/json").json()
    assert answer["verdict"] == "legal"
