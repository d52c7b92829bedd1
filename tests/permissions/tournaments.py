"""Who may do what with events: a running limited event in round 2 with lists locked, one match being played."""

from typing import Any

from django.utils import timezone

from teams.models import Pool
from tests.permissions.routes import World
from tests.permissions.table_of_tournaments import TABLE
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, opens_lists, staff
from tournaments.models import (
    Announcement,
    Crew,
    Event,
    ForbiddenPair,
    OptOut,
    OutgoingMail,
    PartnerLink,
    PlayerImport,
    Registration,
    Role,
    Series,
    Staff,
    StaffInvitation,
    SubmittedList,
)

__all__ = ["PREFIXES", "TABLE", "world"]
PREFIXES = ("tournaments:", "event-", "match-")


def a_list(player: Registration) -> SubmittedList:
    submitted = SubmittedList(registration=player, figures=["bill-tell"], legal=False, verdict={"violations": []})
    submitted.locked_at, submitted.commitment = timezone.now(), submitted.commit_to()
    submitted.save()
    return submitted


def world() -> World:
    facts = {"team_format": "limited", "lists_required": True, "lists_locked_at": timezone.now()}
    event = an_event("running", swiss_rounds=3, slug="the-event", capacity=8, **facts)
    elsewhere = an_event("running")
    player, opponent, conflicted = a_player(event), a_player(event), a_player(event)
    a_round(event, (player, opponent), (conflicted, a_player(event)), state="closed")
    current = a_round(event, (player, conflicted), (opponent, a_player(event)))
    a_round(event, (player, opponent), state="draft")
    posts = POSTS | {"tournaments:deck_check": {"outcome": "differs", "list": a_list(player).pk}}
    player.pool = Pool.objects.create(owner=player.user, name="sealed", home=event.get_absolute_url(), figures=["ush"])
    player.pool.registered_by = opponent.user
    player.pool.save()
    player.save()
    assert conflicted.user
    Staff.objects.create(event=event, user=conflicted.user, role=Role.JUDGE)
    people = {
        "anonymous": None,
        "outsider": a_player(elsewhere).user,
        "player": player.user,
        "opponent": opponent.user,
        "judge": staff(event, Role.JUDGE),
        "conflicted": conflicted.user,
        "head-judge": staff(event, Role.HEAD_JUDGE),
        "scorekeeper": staff(event, Role.SCOREKEEPER),
        "organiser": staff(event, Role.ORGANISER),
        "owner": staff(event, Role.OWNER),
        "foreign-owner": staff(elsewhere, Role.OWNER),
        "site-staff": a_user(is_superuser=True, is_staff=True),
    }
    assert people["site-staff"]
    opens_lists(event, people["site-staff"])
    return World(people, _arguments(event, player, current.matches.get(table=1).pk, people["owner"]), posts)


def _arguments(event: Event, player: Registration, match_id: int, owner: Any) -> dict[str, Any]:
    invitation = StaffInvitation.objects.create(event=event, role=Role.JUDGE, invited_by=owner)
    guest = Registration.objects.create(event=event, guest_name="Guest", checked_in_at=timezone.now())
    said = Announcement.objects.create(event=event, text="Hello", by=owner)
    series = Series.objects.create(name="League", slug="league", owner=owner)
    link = PartnerLink.objects.create(player=guest)
    failed = OutgoingMail.objects.create(
        event=event, to="gone@example.org", subject="Hello", body="Hello", failed_at=timezone.now(), reason="address"
    )
    return {
        "mail_id": failed.pk,
        "import_id": PlayerImport.objects.create(event=event, key="k", undone_at=timezone.now()).pk,
        "tournaments:opt_out token": OptOut.path_for("gone@example.org").split("/")[-2],
        "tournaments:series slug": series.slug,
        "tournaments:edit_series slug": series.slug,
        "pair_id": ForbiddenPair.objects.create(event=event, first=player, second=guest).pk,
        "crew_id": Crew.objects.create(event=event).pk,
        "order": "by-name",
        **{f"match-{what} pk": match_id for what in ("detail", "report", "enter", "confirm", "dispute")},
        "slug": event.slug,
        "number": 2,
        "registration_id": player.pk,
        "match_id": match_id,
        "invitation_id": invitation.pk,
        "announcement_id": said.pk,
        "reader_id": event.list_readers.all()[0].pk,
        "staff_id": Staff.objects.get(event=event, user=owner).pk,
        "step": "open",
        **dict.fromkeys(("tournaments:partner_step step", "tournaments:personal_crew step"), "withdraw"),
        **dict.fromkeys(("tournaments:partner_link token", "tournaments:answer_partner_link token"), link.token),
        "code": player.pool.code if player.pool else "",
        "what": "publish",
        "tournaments:turn_clock what": "start",
        "tournaments:join token": invitation.token,
        "tournaments:claim token": guest.claim_token,
        "tournaments:personal token": player.link_token,
        **{f"tournaments:personal_{what} token": guest.link_token for what in OF_GUESTS},
        "tournaments:personal_report step": "report",
        "side": "a",
        "tournaments:personal_now token": player.link_token,
        "tournaments:check_in_code token": player.link_token,
    }


OF_GUESTS = ("crew", "check_in", "list", "leave", "undo_leaving", "report")
SCORE = {"outcome": "a", "glory_a": 4, "glory_b": 0, "ending": "glory", "version": 1}
POSTS: dict[str, dict[str, Any]] = {
    "match-report": SCORE,
    "match-enter": SCORE,
    "match-confirm": {"version": 1},
    "match-dispute": {"version": 1},
    "tournaments:report": SCORE,
    "tournaments:enter": SCORE,
    "tournaments:correct": SCORE | {"then": "keep", "why": "typed wrong"},
    "tournaments:no_show": {"absent": "a"},
    "tournaments:seat_demon": {"demon": ""},
    "tournaments:move": {"to": "cancelled", "why": "no power"},
    "tournaments:cancel": {"why": "no power"},
    "tournaments:invite": {"role": "judge"},
    "tournaments:announce": {"text": "Lunch"},
    "tournaments:decide": {"do": "drop"},
    "tournaments:decide_several": {"do": "drop", "player": "1"},
    "tournaments:extend": {"table": 1, "minutes": 5},
    "tournaments:entry": {"slip": "1 4-0"},
    "tournaments:hand_in": {"text": "Bill Tell"},
    "tournaments:my_list": {"text": "Bill Tell"},
    "tournaments:swap": {"first": 1, "second": 2, "why": "x"},
    "tournaments:add_player": {"guest_name": "New"},
}
