"""An evening at tables of four beside the demonstration: its pages, for players, organisers and judges."""

from django.utils import timezone

from accounts.models import User
from judging.cases.services.desk import claim
from judging.cases.services.from_states import open_missing
from judging.models import Case
from tests.tournaments.seated import FOUR, THREE, a_round_of_tables, settled
from tests.tournaments.worlds import a_player, an_event
from tournaments.events.models.settings import Mode
from tournaments.models import Ending, Event, Match, Registration, Role, RoundState, Staff
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

SLUG = "evening-of-four"


def pages_of_tables() -> list[tuple[str, str, str]]:
    """Name, address, and who of the demonstration looks at it."""
    event = Event.objects.filter(slug=SLUG).first() or _an_evening()
    playing, settled_table = list(Match.objects.filter(round__event=event, round__number=2).by_table())
    case = Case.objects.get(event=event)
    own = ("hall", "cross-table", "standings", "charts", "rounds/1", "rounds/2")
    cup = Event.objects.get(state="finished", mode=Mode.FREE_FOR_ALL)
    cut = ("bracket", "report", "hall", "rounds/5")
    run = ("run", "rounds/2", "edit", "entry", "print/slips/2", "print/pairings/2/by-name")
    return [
        ("tables-event", f"/events/{SLUG}/", ""),
        *((f"tables-{page.replace('/', '-')}", f"/events/{SLUG}/{page}/", "") for page in own),
        ("cup-event", f"/events/{cup.slug}/", ""),
        *((f"cup-{page.replace('/', '-')}", f"/events/{cup.slug}/{page}/", "") for page in cut),
        ("tables-match", playing.get_absolute_url(), "player"),
        ("tables-record", f"/matches/{playing.pk}/record/?new", "player"),
        *((f"tables-run-{page.replace('/', '-')}", f"/events/{SLUG}/{page}/", "organiser") for page in run),
        ("tables-correct", settled_table.get_absolute_url(), "organiser"),
        ("tables-case", case.get_absolute_url(), "judge"),
    ]


def _an_evening() -> Event:
    """One round is over; in the second a table is settled, and at the other a player disputes."""
    event = an_event(name="Evening of four", slug=SLUG, mode=Mode.FREE_FOR_ALL, swiss_rounds=3)
    people = {who: User.objects.get(email=f"{who}@demo.example") for who in ("player", "organiser", "judge")}
    Staff.objects.create(event=event, user=people["organiser"], role=Role.OWNER)
    Staff.objects.create(event=event, user=people["judge"], role=Role.JUDGE)
    one = Registration.objects.create(event=event, user=people["player"], lot=1, checked_in_at=timezone.now())
    seated = [one, *(a_player(event, name) for name in ("ysaline", "bertille", "côme", "dorian", "eloi", "flavie"))]
    four, three = a_round_of_tables(event, seated[:4], seated[4:], state=RoundState.CLOSED).matches.by_table()
    settled(four, *FOUR)
    settled(three, *THREE, ending=Ending.TIME)
    second = a_round_of_tables(event, [seated[0], *seated[4:]], seated[1:4])
    playing, other = second.matches.by_table()
    settled(other, [3, 1, 2], [0, 4, 0])
    _dispute(playing)
    open_missing(event)
    claim(case_id=Case.objects.get(event=event).pk, judge=people["judge"])
    return event


def _dispute(table: Match) -> None:
    _mine, other, third, _fourth = [seat.user for seat in table.seats() if seat.user]
    score = Score((1, 2, 3, 4), (5, 0, 0, 0))
    report_result(match_id=table.pk, who=other, score=score)
    table.refresh_from_db()
    dispute_result(match_id=table.pk, who=third, seen_version=table.version, note="I had 2 GG.")
