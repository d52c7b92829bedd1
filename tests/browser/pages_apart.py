"""Pages that stand behind a link, a code or a step that was refused, beside the demonstration."""

import datetime as dt
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation.services import appeal_path, decide, report
from teams.cards.services.facts import confirm, propose
from teams.models import Pool
from tests.teams.facts_people import entry
from tests.tournaments.worlds import a_player, an_event, opens_lists
from tournaments.events.services.staffing import invite
from tournaments.lists.services.pools import open_pool
from tournaments.models import Event, Match, PartnerLink, Registration, Role, Series, Staff, SubmittedList
from tournaments.rounds.services.pairing import pair_round

WRONG = {"login": "nobody@demo.example", "password": "not the right one"}
BEFORE_LOCKED = 8  # AXES_FAILURE_LIMIT


def pages_apart(running: str, drafting: str, finished: str, moderator: User) -> list[tuple[Any, ...]]:
    """Name, address, who looks, and where it answers a form or not with 200: what is sent, and the status."""
    people = {name: User.objects.get(email=f"{name}@demo.example") for name in ("player", "organiser", "judge")}
    events = {slug: Event.objects.get(slug=slug) for slug in (running, drafting, finished)}
    return [
        *_of_accounts(people["player"], moderator),
        *_of_teams(people, moderator, running),
        *_of_players(events[running], events[drafting], people["organiser"]),
        *_of_staff(events[running], events[finished], people["organiser"]),
    ]


def _of_accounts(player: User, moderator: User) -> list[tuple[Any, ...]]:
    there = reverse("account_login")
    for _ in range(BEFORE_LOCKED):
        Client().post(there, WRONG)
    waits, hidden = (report(row=_reported(name), who=player, reason="spam", text="Advertising.").case for name in "xy")
    decide(case_id=hidden.pk, who=moderator, outcome="hidden", why="It sells something.")
    return [
        ("locked-out", there, "", WRONG, 429),
        ("moderation-case", waits.get_absolute_url(), moderator.username),
        ("moderation-appeal", appeal_path(hidden)),
    ]


def _reported(name: str) -> Event:
    return an_event("announced", name=f"Sale of boosters {name}")


def _of_teams(people: dict[str, User], moderator: User, running: str) -> list[tuple[Any, ...]]:
    row = propose(who=people["player"], entry=entry())
    later = propose(who=people["player"], entry=entry(limit="game"))
    confirm(revision=row, who=moderator)
    pool = Pool.objects.create(owner=people["player"], name="Sealed in Lyon", figures=["ush", "kivin"])
    return [
        ("fact", later.get_absolute_url(), "player"),
        ("facts-preview", f"/events/{running}/card-texts/preview/?revisions={row.pk}&why=corrected", "organiser"),
        ("own-pool", pool.get_absolute_url(), "player"),
        ("own-pool-enter", reverse("teams:enter-pool", args=[pool.pk, pool.code]), "judge"),
        ("legality-dated", "/legality/none/"),
        ("legality-new", "/legality/new/", "organiser"),
    ]


def _of_players(running: Event, drafting: Event, organiser: User) -> list[tuple[Any, ...]]:
    guest = Registration.objects.create(event=running, guest_name="Léa")
    late = Registration.objects.create(event=running, guest_name="Noé", claim_until=timezone.now() - dt.timedelta(1))
    seat = Registration.objects.create(event=drafting, guest_name="Maël", checked_in_at=timezone.now())
    pool = open_pool(registration=seat, who=organiser)
    asking = Registration.objects.get(event__slug="crews-form", guest_name="Gaëlle")
    link = PartnerLink.objects.create(player=asking)
    return [
        ("claim", f"/events/claim/{guest.claim_token}/", "judge"),
        ("claim-gone", f"/events/claim/{late.claim_token}/", "judge", None, 410),
        ("door", f"/events/{drafting.slug}/here/"),
        ("check-in-code", f"/events/{drafting.slug}/check-in/code/{seat.link_token}/", "organiser"),
        ("pool-enter", f"/events/{drafting.slug}/pools/{seat.pk}/enter/{pool.code}/", "organiser"),
        ("partner-link", f"/events/{asking.event.slug}/crews/with/{link.token}/", "player"),
    ]


def _of_staff(running: Event, finished: Event, organiser: User) -> list[tuple[Any, ...]]:
    drawn, guarded = an_event(name="Drawn"), an_event(name="Guarded", staff_second_factor=True)
    Staff.objects.bulk_create(Staff(event=event, user=organiser, role=Role.OWNER) for event in (drawn, guarded))
    for name in ("maëlys-anne", "théophile", "loïc", "zoé"):
        a_player(drawn, name)
    opens_lists(finished, organiser)
    opens_lists(drawn, organiser)
    played = Match.objects.filter(round__event=running, state="done", bye=False).earliest("pk")
    handed_in = SubmittedList.objects.current().filter(registration__event=finished)[0]
    series = Series.objects.create(name="League of the west", slug="league-of-the-west", owner=organiser)
    other_way = {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "glory", "version": played.version}
    messy = {"text": "Nom;Courriel;Rang\nAna Lima;ana@example.org;3\nBo Diaz;bo at example;2\nLoïc;;1", "do": "preview"}
    asked = {"asks": "The event takes no more results.", "asks-button": "Cancel event"}
    return [
        ("draft-round", pair_round(event_id=drawn.pk, who=organiser).get_absolute_url(), "organiser"),
        ("import-preview", f"/events/{drawn.slug}/manage/players/import/", "organiser", messy),
        ("personal-links", f"/events/{drawn.slug}/print/links/", "organiser"),
        ("staff-factor", f"/events/{guarded.slug}/staff/second-factor/", "organiser"),
        ("join-staff", f"/events/join/{invite(event=running, who=organiser, role=Role.JUDGE).token}/", "player"),
        ("one-series", series.get_absolute_url()),
        ("printed-lists", f"/events/{finished.slug}/print/lists/", "organiser"),
        ("deck-check", f"/events/{finished.slug}/lists/{handed_in.registration_id}/check/", "organiser"),
        ("correction", f"/matches/{played.pk}/correct/", "organiser", other_way),
        ("question", f"/events/{finished.slug}/move/", "organiser", asked),
        ("refused", f"/events/{finished.slug}/rounds/pair/", "organiser", {"x": "y"}, 409),
    ]
