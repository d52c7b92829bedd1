"""The standings are the same on the page, on paper, in the file and in the API, at every stage of an event."""

import csv
import html
import io
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.cut.services.seeding import final_ranks
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, Match, Role, Staff
from tournaments.players.services.dropping import drop
from tournaments.results.services.entry import amend_result, enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db(transaction=True)  # a page is kept by its version, which counts what is committed

Rows = list[list[str]]


def rows_of(page: str) -> Rows:
    """The cells of the table as they are read."""
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.DOTALL)
    rows = re.findall(r"<tr.*?>(.*?)</tr>", body[1], re.DOTALL) if body else []
    return [[text_of(cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def text_of(cell: str) -> str:
    cell = re.sub(r'<span class="visually-hidden">.*?</span>', "", cell)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split())


class Hall:
    def __init__(self, **fields: Any) -> None:
        self.owner = Person("owner")
        self.event = an_event(swiss_rounds=2, cut_size=2, **fields)
        Staff.objects.create(event=self.event, user=self.owner.user, role=Role.ORGANISER)
        self.players = [a_player(self.event, f"player{n}") for n in range(6)]
        self.here = f"/events/{self.event.slug}/"

    def steps(self) -> Iterator[str]:
        """Each stage of the event, once it is reached."""
        yield "before the first round"
        for number in (1, 2):
            yield from self.round_is_played(number)
        drop(registration=self.players[-1], who=self.owner.user)
        yield "somebody dropped"
        self.is_corrected(Match.objects.filter(bye=False).earliest("pk"), Score.duel("b", 0, 6))
        yield "a result of round 1 was corrected"
        self.moves("cut")
        yield "the cut is drawn"
        yield from self.round_is_played(3, drafted=True)
        self.is_corrected(Match.objects.filter(round__number=3).get(), Score.duel("a", 9, 0))
        yield "the final was corrected"
        self.moves("finished")
        yield "all is over"

    def round_is_played(self, number: int, *, drafted: bool = False) -> Iterator[str]:
        drawn = self.event.rounds.get(number=number) if drafted else pair_round(event_id=self.event.pk, who=self.user)
        publish_round(round_id=drawn.pk, who=self.user, seen_version=drawn.version)
        yield f"round {number} is published"
        for match in drawn.matches.filter(bye=False):
            enter_result(match_id=match.pk, who=self.user, score=Score.duel("a", 3 + (match.table or 0) + number, 0))
            yield f"round {number}, table {match.table} is in"

    @property
    def user(self) -> Any:
        return self.owner.user

    def is_corrected(self, match: Match, score: Score) -> None:
        amend_result(match=match, who=self.user, score=score, why="misread")

    def moves(self, to: str) -> None:
        change_event_state(event_id=self.event.pk, who=self.user, to=to)

    def rounds(self) -> list[int | None]:
        return [None, *self.event.rounds.public().swiss().values_list("number", flat=True)]


def page(hall: Hall, number: int | None) -> Rows:
    return rows_of(hall.owner.sees(f"{hall.here}standings/{f'{number}/' if number else ''}"))


def on_paper(hall: Hall, number: int | None) -> Rows:
    return rows_of(hall.owner.sees(f"{hall.here}print/standings/{f'{number}/' if number else ''}"))


def in_the_file(hall: Hall, number: int | None) -> Rows:
    address = f"{hall.here}standings/{number}.csv" if number else f"{hall.here}standings.csv"
    sheet = hall.owner.sees(address).removeprefix("\ufeff")
    return [
        [rank, f"{name} {state}".strip(), points, "-".join([won, drawn, lost])]
        for rank, name, points, *_figures, state, won, drawn, lost in list(csv.reader(io.StringIO(sheet)))[1:]
    ]


def in_the_api(hall: Hall, number: int | None) -> Rows:
    address = f"/api/v1/events/{hall.event.slug}/standings/{f'?round={number}' if number else ''}"
    rows = hall.owner.client.get(address).json()
    return [
        [
            str(row["rank"]),
            f"{row['name']} {row['status']}".strip(),
            str(row["points"]),
            "-".join(map(str, row["record"])),
        ]
        for row in rows
    ]


def test_page_paper_file_and_api_agree_at_every_stage():
    hall, stages = Hall(), 0
    for stage in hall.steps():
        for number in hall.rounds():
            shown = page(hall, number)
            assert on_paper(hall, number) == shown, (stage, number)
            assert in_the_file(hall, number) == [row[:4] for row in shown], (stage, number)
            assert in_the_api(hall, number) == [row[:4] for row in shown], (stage, number)
        stages += 1
    assert stages == 16
    assert page(hall, None)


def last_in_cut(hall: Hall) -> list[str]:
    """The names above the line of the cut; none where no line is drawn."""
    read = hall.owner.sees(f"{hall.here}standings/")
    marked = re.findall(r'<tr class="last-in-cut">(.*?)</tr>', read, re.DOTALL)
    assert ("above the line" in read) == bool(marked)
    assert all("(last in the top cut)" in row for row in marked)
    return [text_of(link) for row in marked for link in re.findall(r"<a .*?</a>", row, re.DOTALL)[:1]]


def test_a_line_is_drawn_below_the_last_who_qualifies():
    hall = Hall()
    drawn = {stage: (last_in_cut(hall), [row[1] for row in page(hall, None)]) for stage in hall.steps()}
    for stage in ("round 1, table 1 is in", "round 2, table 3 is in", "somebody dropped"):
        line, names = drawn[stage]
        staying = [name for name in names if not name.endswith(" dropped")]
        assert line == [staying[1]], stage  # two qualify, and the next of those who stay moves up
    (last,) = drawn["the cut is drawn"][0]
    seeds = Event.objects.get(pk=hall.event.pk).cut_seeds
    assert last in {player.shown_name for player in hall.event.registrations.filter(pk__in=seeds)}
    assert drawn["before the first round"][0] == []


def test_no_line_is_drawn_where_no_cut_is_planned():
    hall = Hall()
    Event.objects.filter(pk=hall.event.pk).update(cut_size=None)
    assert [stage for stage in islice(hall.steps(), 4) if last_in_cut(hall)] == []


def test_printed_standings_name_their_round():
    hall, message = Hall(), {}
    for stage in hall.steps():
        message[stage] = text_of(
            re.search("<h1>.*?</h1>", hall.owner.sees(f"{hall.here}print/standings/"), re.DOTALL)[0]
        )
    names = {stage: line.removeprefix(f"{hall.event.name} · ") for stage, line in message.items()}
    assert names["before the first round"] == "Standings"
    assert names["round 2, table 1 is in"] == "Standings during round 2"
    assert names["round 2, table 3 is in"] == names["all is over"] == "Standings after round 2"


def test_printed_standings_count_the_missing_results():
    hall, missing = Hall(), {}
    for stage in hall.steps():
        for number in ("", "2/"):
            answer = hall.owner.client.get(f"{hall.here}print/standings/{number}")
            missing[stage, number] = re.findall(r'data-missing="(\d)">([^<]*)', answer.content.decode())
    assert missing["round 2 is published", ""] == [("3", "Round 2: 3 results are missing.")]
    assert missing["round 2 is published", "2/"] == missing["round 2 is published", ""]
    assert missing["somebody dropped", ""] == missing["all is over", "2/"] == []


def test_certificates_report_and_hall_name_the_same_first():
    hall = Hall()
    for stage in hall.steps():
        report = rows_of(hall.owner.sees(f"{hall.here}report/"))
        paper = re.findall(r'certificate-name">(.*?)<', hall.owner.sees(f"{hall.here}print/certificates/?all"))
        hall.event.refresh_from_db()
        winners = [player.shown_name for _rank, player in final_ranks(Event.objects.get(pk=hall.event.pk))]
        assert [row[1].removesuffix(" dropped") for row in report][: len(winners)] == winners, stage
        decided = {"running": ([],), "cut": (winners[2:], winners), "finished": (winners,)}
        assert paper in decided[hall.event.state], stage
    screen = hall.owner.sees(f"{hall.here}hall/")
    assert [
        text_of(line).split(" ", 1)[1] for line in re.findall(r"<li>(<strong class=.hall.*?)</li>", screen)
    ] == winners[:4]
