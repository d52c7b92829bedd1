"""A day of two against two beside the demonstration: its pages, for players, organisers and guests."""

from django.utils import timezone

from accounts.models import User
from tests.tournaments.worlds import a_player, an_event
from tournaments.events.models.settings import Mode
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, EventState, Registration, Role, Staff
from tournaments.players.services.crews import form_crew
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

SLUG, FORMING = "day-of-crews", "crews-form"
NAMES = ("anneliese-charlotte", "barthélemy", "cômette", "dorothée", "eloïse", "flavie-emmanuelle", "gaspard")


def pages_of_crews() -> list[tuple[str, str, str]]:
    """Name, address, and who of the demonstration looks at it."""
    event = Event.objects.filter(slug=SLUG).first() or _a_day()
    forming = Event.objects.filter(slug=FORMING).first() or _crews_are_formed()
    guest = forming.registrations.get(guest_name="Gaëlle")
    settled, final = (event.rounds.get(number=number).matches.by_table()[0] for number in (1, 2))
    own = ("crews", "hall", "cross-table", "standings", "charts", "rounds/1", "bracket", "report", "players")
    run = ("run", "edit", "entry", "check-in", "manage/players", "print/slips/2", "print/pairings/2/by-name")
    return [
        ("crews-event", f"/events/{SLUG}/", ""),
        *((f"crews-{page.replace('/', '-')}", f"/events/{SLUG}/{page}/", "") for page in own),
        ("crews-match", final.get_absolute_url(), "player"),
        ("crews-record", f"/matches/{final.pk}/record/?new", "player"),
        *((f"crews-{page.replace('/', '-')}", f"/events/{SLUG}/{page}/", "organiser") for page in run),
        ("crews-correct", settled.get_absolute_url(), "organiser"),
        ("crews-forming", f"/events/{FORMING}/crews/", ""),
        ("crews-my-part", f"/events/{FORMING}/", "player"),
        ("crews-choose", f"/events/{FORMING}/crews/", "player"),
        ("crews-form", f"/events/{FORMING}/crews/", "organiser"),
        ("crews-of-guest", f"/events/me/{guest.link_token}/", ""),
    ]


def _event(slug: str, state: EventState, **fields: object) -> tuple[Event, list[Registration]]:
    """The player of the demonstration and seven others."""
    event = an_event(state, slug=slug, mode=Mode.TWO_V_TWO, capacity=24, **fields)
    people = {who: User.objects.get(email=f"{who}@demo.example") for who in ("player", "organiser")}
    Staff.objects.create(event=event, user=people["organiser"], role=Role.OWNER)
    me = Registration.objects.create(event=event, user=people["player"], lot=1, checked_in_at=timezone.now())
    return event, [me, *(a_player(event, f"{name}-{slug}") for name in NAMES)]


def _a_day() -> Event:
    """Four crews have played a round; the crew of the demonstration's player is in the final."""
    event, players = _event(SLUG, EventState.CHECK_IN, name="Day of crews", swiss_rounds=1, cut_size=2)
    organiser = event.staff.get().user
    for name, couple in zip(("Sharks", "", "", ""), zip(players[::2], players[1::2], strict=True), strict=True):
        form_crew(event_id=event.pk, who=organiser, players=[player.pk for player in couple], name=name)
    change_event_state(event_id=event.pk, who=organiser, to=EventState.RUNNING)
    published = publish_round(round_id=pair_round(event_id=event.pk, who=organiser).pk, who=organiser)
    for match in published.matches.all():
        won = "b" if players[0] == match.b else "a"
        enter_result(match_id=match.pk, who=organiser, score=Score.duel(won, *((5, 0) if won == "a" else (0, 5))))
    change_event_state(event_id=event.pk, who=organiser, to=EventState.CUT)
    final = event.rounds.filter(number=2).first() or pair_round(event_id=event.pk, who=organiser)
    publish_round(round_id=final.pk, who=organiser)
    event.refresh_from_db()
    return event


def _crews_are_formed() -> Event:
    """A crew is formed, one player asks the demonstration's player, and one plays without an account."""
    event, players = _event(FORMING, EventState.REGISTRATION, name="Crews to be formed")
    organiser = event.staff.get().user
    form_crew(event_id=event.pk, who=organiser, players=[player.pk for player in players[1:3]], name="")
    guest = Registration.objects.create(event=event, guest_name="Gaëlle")
    for asking in (players[3], guest):
        Registration.objects.filter(pk=asking.pk).update(wished_partner=players[0])
    Registration.objects.filter(pk=players[0].pk).update(wished_partner=guest)
    return event
