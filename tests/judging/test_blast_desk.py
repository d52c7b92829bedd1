"""A judge looks at single positions of a log of Blast, and corrects them: fields, preview, ruling, and the copy."""

import json
from typing import Any

import pytest

from judging.cases.services.desk import claim
from judging.logs.services.worker import work_one
from judging.models import Case, Ruling, Submission
from rules.games import BLAST
from tests.blast.games import CARDS
from tests.judging.people import InProcess, a_hall, ruling, url, user
from tests.judging.test_blast_logs import an_early_bonus, checked, with_cards
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def case() -> Case:
    return a_faulty_log()


def a_faulty_log(cards: Any = CARDS) -> Case:
    """A bonus that nobody has reached, claimed by the judge Jo."""
    hall = a_hall(game=BLAST.game, ruleset=BLAST.slug, board_seats="south")
    if cards:
        with_cards(hall, cards)
    checked(an_early_bonus(), match=Match.objects.get(round__event=hall))
    case = Case.objects.latest("pk")
    claim(case_id=case.pk, judge=user("jo"))
    return case


def corrected(**fields: Any) -> dict[str, Any]:
    """The form as a judge fills it: after the sixth action, before the move."""
    rows = {f"{rows}-{name}": value for rows in ("piece", "summon", "cells") for name, value in COUNTS.items()}
    return ruling(remedy="correct-log", after=6, **rows, **fields)


COUNTS = {"TOTAL_FORMS": 3, "INITIAL_FORMS": 0}
GLYPHS = {
    f"cells-{row}-{name}": what
    for row, cell in enumerate(("B4", "G4", "E5"))
    for name, what in (("cell", cell), ("glyph", "A"))
}


def test_a_case_shows_the_positions_around_an_action(as_, case):
    answer = as_("jo").get(f"{case.get_absolute_url()}position/6/").json()
    assert (answer["before"]["units"]["a1"]["cell"], answer["after"]["units"]["a1"]["cell"]) == ("D1", "D2")
    assert answer["attempt"] == {"from": "D1", "to": "D2", "done": True}
    assert answer["board"]["columns"] == 8
    assert answer["amendable"]["before"]["units"]["a1"]["summons"]["imp"] == "Imp"
    assert "D2" in answer["told"]


def test_the_case_page_offers_what_a_log_of_blast_has(as_, case):
    page = as_("jo").get(case.get_absolute_url()).content.decode()
    assert all(f'name="{name}"' in page for name in ("cells-0-glyph", "cells-0-terrain", "has-dofus", "has-pile"))
    assert not any(word in page for word in ("range_markers", "lost_power", "GG and Kamas", "has-wild", "arena."))
    assert '<option value="blaze">Blaze</option>' in page


def test_a_correction_is_previewed_with_what_was(as_, case):
    fields = corrected(**GLYPHS, **{"piece-0-unit": "a1", "piece-0-cell": "C2", "has-dofus": "A", "has-left": "blaze"})
    page = as_("jo").post(url("preview", case.pk), fields).content.decode()
    shown = [word for word in ("C2", "glyph cell", "holder of the Dofus", "Plain 0", "Blaze") if word in page]
    assert shown == ["C2", "glyph cell", "holder of the Dofus", "Plain 0", "Blaze"]


def test_a_preview_names_the_faulty_fields(as_, case):
    faulty = {"piece-0-unit": "a1", "piece-0-cell": "Z99", "has-pile": 999, "cells-0-cell": "Z27", "cells-0-glyph": "A"}
    page = as_("jo").post(url("preview", case.pk), corrected(**faulty), headers={"HX-Request": "true"}).content.decode()
    cells = "Cells are named from A1 to Z26."
    assert f"Figure 1, Cell: {cells}" in page and f"Cell 1, Cell: {cells}" in page
    assert "Favors in the pile: " in page
    assert 'data-faulty="piece-0-cell cells-0-cell has-pile"' in page


def test_a_corrected_copy_is_played_and_valid(as_, case):
    more = {"cells-3-cell": "G7", "cells-3-glyph": "A", "cells-3-terrain": "", "has-dofus": "B", "has-pile": 9}
    five = GLYPHS | more | {"piece-0-unit": "a1", "piece-0-ap": 3, "piece-0-mp_markers": -1}
    answer = as_("jo").post(url("rule", case.pk), corrected(**five) | {"cells-TOTAL_FORMS": 4})
    assert answer.status_code == 302, answer.content.decode()
    copy = Submission.objects.get(corrects=case.submission)
    entry = json.loads(bytes(copy.content))["actions"][6]
    assert entry["set"] == {
        "units": {"a1": {"ap": 3, "markers": {"mp": -1}}},
        "glyphs": {"B4": "A", "G4": "A", "E5": "A", "G7": "A"},
        "dofus": "B",
        "pile": 9,
    }
    work_one(InProcess())
    report = copy.reports.get(current=True)
    assert ([each["article"] for each in report.errors], report.body["glyphs"]) == (["B-9.1"], {"A": 4, "B": 0})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cells-0-cell": "Z27", "cells-0-glyph": "A"}, "Cells are named from A1 to Z26."),
        ({"cells-0-cell": "B4"}, "Choose a cell and what lies there."),
        ({"cells-0-glyph": "A"}, "Choose a cell and what lies there."),
        ({"piece-0-unit": "a1", "piece-0-cell": "A0"}, "Cells are named from A1 to Z26."),
        ({"piece-0-unit": "nobody", "piece-0-ap": 1}, "There is no such figure"),
        ({"has-pile": 21}, "20"),
        ({"has-dofus": "C"}, "C is not one"),
        ({"summon-0-by": "a1", "summon-0-summon": "imp"}, "Choose the summoner"),
    ],
)
def test_a_faulty_correction_is_named_and_kept(as_, case, fields, said):
    answer = as_("jo").post(url("rule", case.pk), corrected(**fields))
    assert answer.status_code in (400, 409, 422)
    page = answer.content.decode()
    assert said in page
    assert all(f'value="{value}"' in page for name, value in fields.items() if name.endswith("cell"))
    assert not Ruling.objects.exists()


def test_a_forgotten_minion_is_brought(as_, case):
    brought = {"summon-0-by": "a1", "summon-0-summon": "imp", "summon-0-cell": "c1"}
    as_("jo").post(url("rule", case.pk), corrected(**brought))
    entry = json.loads(bytes(Submission.objects.get(corrects=case.submission).content))["actions"][6]
    assert entry["set"] == {"summoned": [{"by": "a1", "minion": "imp", "cell": "C1"}]}


def test_a_log_of_an_unknown_board_has_positions_too(as_):
    case = a_faulty_log([each for each in CARDS if each["kind"] != "board"])
    answer = as_("jo").get(f"{case.get_absolute_url()}position/6/").json()
    assert answer["after"]["units"]["a1"]["cell"] == "D2"
