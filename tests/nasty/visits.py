"""Who comes to the pages of the site, in which event, so that each form and each parameter is met by somebody."""

from dataclasses import dataclass

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import ModerationCase, User
from accounts.moderation.services import appeal_path
from judging.cases.services.desk import claim
from judging.cases.services.from_states import open_missing
from judging.models import Case, Recording
from judging.recorder.services.recording import start_recording
from rules.games import BLAST, QUEST
from tests.browser import sample_game
from tests.judging import test_blast_desk
from tests.nasty.conftest import a_log, who_may_do_most_things, words_of_addresses
from tests.nasty.filling import Visitor
from tests.tournaments import worlds
from tests.tournaments.tables import a_free_for_all, published_round
from tournaments.events.models.formats import GAMES
from tournaments.events.models.settings import Mode
from tournaments.lists.services.submission import submit_list
from tournaments.models import EventState, Match, Role, RoundState, Series, Staff
from tournaments.players.services.crews import form_crew
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score


@dataclass
class Visit:
    """Somebody in an event."""

    visitor: Visitor
    values: dict[str, object]
    under: str = "/"  # only pages with this in their address
    query: str = ""


def visits() -> list[Visit]:
    """A player who runs the event, staff who do not play, the judge of a case, a stranger; and events before and
    between the rounds."""
    match = worlds.a_match()
    assert match.b is not None
    person = who_may_do_most_things(match)
    values = words_of_addresses(match, a_log(match, person))
    staff, judge = worlds.a_user(), worlds.staff(match.round.event, Role.HEAD_JUDGE)
    claim(case_id=Case.objects.get().pk, judge=judge)
    submit_list(registration=match.b, who=person, figures=["Bill Tell"])
    for event in (match.round.event, waiting := worlds.an_event(EventState.REGISTRATION), drafted := worlds.an_event()):
        Staff.objects.create(event=event, user=staff, role=Role.OWNER)
    guest, one, other = worlds.a_player(waiting), worlds.a_player(drafted), worlds.a_player(drafted)
    draft = worlds.a_round(drafted, (one, other), state=RoundState.UNPUBLISHED)
    Series.objects.create(owner=staff, slug=waiting.slug, name="mine")
    before = values | {"slug": waiting.slug, "registration_id": guest.pk, "token": guest.claim_token}
    between = values | {"slug": drafted.slug, "registration_id": one.pk, "match_id": draft.matches.get().pk}
    player, staff_client, stranger = Visitor(Client(), person), Visitor(Client(), staff), Visitor(Client(), None)
    at_the_desk = Visitor(Client(), judge)
    return [
        Visit(player, values),
        *(Visit(staff_client, found) for found in (values, before, between)),
        Visit(at_the_desk, values, under="/cases/"),
        Visit(at_the_desk, values, under="/desk/"),
        Visit(stranger, values),
        Visit(stranger, values | {"uuid": a_light_table().uuid}, under="/record/"),
        Visit(stranger, values, under="/practice/", query="?players=4"),
        *visits_at_a_table_of_four(values),
        *visits_to_the_case_of_a_table_of_four(values),
        visit_to_a_case_of_blast(values),
        *visits_of_crews(values),
        visit_to_a_table(values, QUEST.game, players=4),
        visit_to_a_table(values, BLAST.game, players=2),
        *visits_to_a_heat(values),
        visit_of_a_minor_to_a_claim_link(values),
        Visit(Visitor(Client(), a_reviewer_of_cards()), values | {"slug": "goultard"}, under="/cards/"),
        *moderation_visits(values, staff),
    ]


def visit_of_a_minor_to_a_claim_link(values: dict[str, object]) -> Visit:
    event = worlds.an_event(EventState.REGISTRATION, asks_guardian=True)
    guest = event.registrations.create(guest_name="Mia Martin", is_minor=True)
    there = values | {"slug": event.slug, "registration_id": guest.pk, "token": guest.claim_token}
    return Visit(Visitor(Client(), worlds.a_user()), there, under="/claim/")


def visits_at_a_table_of_four(values: dict[str, object]) -> list[Visit]:
    match, organiser = a_table_of_four()
    there = values | {"slug": match.round.event.slug, "match_id": match.pk}
    people = (match.seats()[0].user, organiser)
    return [Visit(Visitor(Client(), person), there, under="/matches/") for person in people]


def visits_to_the_case_of_a_table_of_four(values: dict[str, object]) -> list[Visit]:
    match, _organiser = a_table_of_four()
    one, other, *_others = (seat.user for seat in match.seats())
    assert one is not None and other is not None
    report_result(match_id=match.pk, who=one, score=Score((1, 2, 3, 4), (5, 0, 0, 0)))
    dispute_result(match_id=match.pk, who=other, seen_version=2, note="2 GG")
    open_missing(match.round.event)
    case, judge = Case.objects.get(match=match), worlds.staff(match.round.event, Role.HEAD_JUDGE)
    claim(case_id=case.pk, judge=judge)
    return [Visit(Visitor(Client(), judge), values | {"case_id": case.pk}, under="/cases/")]


def visit_to_a_case_of_blast(values: dict[str, object]) -> Visit:
    case = test_blast_desk.a_faulty_log()
    case.refresh_from_db(fields=["claimed_by"])
    there = values | {"case_id": case.pk}
    return Visit(Visitor(Client(), case.claimed_by), there, under="/cases/")


def a_table_of_four() -> tuple[Match, User]:
    event, _players = a_free_for_all(4)
    organiser = worlds.staff(event)
    return published_round(event, organiser).matches.get(), organiser


def visit_to_a_table(values: dict[str, object], game: str, *, players: int) -> Visit:
    event = worlds.an_event(game=game, **GAMES[game].settings_of_new_event())
    seats = [worlds.a_player(event) for _seat in range(players)]
    match = worlds.seat(*seats, round=worlds.a_round(event), table=1, state="open")
    there = values | {"slug": event.slug, "match_id": match.pk}
    return Visit(Visitor(Client(), seats[0].user), there, under="/matches/")


def visits_to_a_heat(values: dict[str, object]) -> list[Visit]:
    event = worlds.an_event(**{**GAMES[QUEST.game].settings_of_new_event(), "game": QUEST.game, "mode": Mode.HEATS})
    ana, bo, staff = worlds.a_player(event), worlds.a_player(event), worlds.staff(event)
    form_crew(event_id=event.pk, who=staff, players=[ana.pk, bo.pk])
    match = published_round(event, staff).matches.get()
    there = values | {"slug": event.slug, "match_id": match.pk}
    return [Visit(Visitor(Client(), person), there, under="/matches/") for person in (ana.user, staff)]


def visits_of_crews(values: dict[str, object]) -> list[Visit]:
    event = worlds.an_event(EventState.REGISTRATION, mode="two-v-two")
    player, *_others = (worlds.a_player(event) for _number in range(4))
    there = values | {"slug": event.slug}
    people = (player.user, worlds.staff(event))
    return [Visit(Visitor(Client(), person), there, under="/crews/") for person in people]


def a_reviewer_of_cards() -> User:
    person = worlds.a_user()
    person.user_permissions.add(Permission.objects.get(codename="confirm_facts"))
    return person


def a_light_table() -> Recording:
    return start_recording(header={**sample_game.header(), "detail": "ledger"}, dice="recorded", who=None)


def moderation_visits(values: dict[str, object], owner: User) -> list[Visit]:
    """A moderator before a report and before an appeal, and the person whom the decision concerns."""
    moderator = worlds.a_user()
    moderator.user_permissions.add(Permission.objects.get(codename="moderate"))
    reported, appealed, decided = (
        ModerationCase.objects.create(
            kind="accounts.user", owner=owner, subject_id=number, state=state, outcome="hidden"
        )
        for number, state in enumerate(("open", "appealed", "decided"), start=1)
    )
    at_work = Visitor(Client(), moderator)
    return [
        *(Visit(at_work, values | {"pk": case.pk}, under="/moderation/") for case in (reported, appealed)),
        Visit(Visitor(Client(), None), values | {"token": appeal_path(decided).split("/")[2]}, under="/appeal/"),
    ]
