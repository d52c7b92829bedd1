"""Every page of the site: where it is and who looks at it.

A new page needs no line here: what stands in the tables of tests/permissions is opened as the first role that may. Here
stand pages whose look depends on what the demonstration has, and on the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.models import User
from judging.models import Case, Recording, Submission
from judging.recorder.services.recording import start_recording
from judging.replay.services.public_games import DEMONSTRATION
from rules.games import DEFAULT
from teams.models import TeamList
from tests.browser import pages_of_crews, sample_game
from tests.browser.pages_apart import pages_apart
from tests.browser.pages_of_blast import pages_of_blast
from tests.browser.pages_of_quest import pages_of_quest
from tests.browser.pages_of_tables import pages_of_tables
from tests.permissions import accounts, facts, judging, teams, tournaments
from tests.permissions.routes import ROLES, doors
from tests.tournaments import worlds
from tournaments.events.models.settings import Mode
from tournaments.models import Event, Match, OptOut, Registration, SubmittedList


@dataclass(frozen=True)
class Kind:
    name: str
    path: str
    who: str = ""
    sends: dict[str, Any] | None = field(default=None, hash=False)  # it answers this form
    status: int = 200

    def viewer(self) -> User | None:
        """One of the demonstration, or by the number of one whom a table of permissions brings."""
        if not self.who:
            return None
        return User.objects.get(**({"pk": self.who} if self.who.isdigit() else {"email": f"{self.who}@demo.example"}))

    @property
    def route(self) -> str:
        try:
            return resolve(urlsplit(self.path).path).view_name
        except Resolver404:
            return ""


def kinds() -> list[Kind]:
    """After `manage.py demo`."""
    running, drafting, finished = (_slug(state) for state in ("running", "check-in", "finished"))
    duels = [*_for_everyone(), *_for_players(), *_for_organisers(), *_for_judges()]
    moderator = User.objects.create(username="moderator", email="moderator@demo.example", is_superuser=True)
    duels.extend(_for_moderators(moderator))
    shown = [
        *duels,
        *(Kind(*page) for page in (*pages_of_tables(), *pages_of_crews.pages_of_crews())),
        *(Kind(*page) for page in (*pages_of_blast(), *pages_of_quest())),
        *(Kind(*page) for page in pages_apart(running, drafting, finished, moderator)),
    ]
    return [*shown, *_of_the_tables({kind.route for kind in shown})]


def _of_the_tables(shown: set[str]) -> Iterator[Kind]:
    event = judging.world()
    for room, world in (
        *((tournaments, event), (judging, event), (accounts, accounts.world(event))),
        *((room, room.world()) for room in (facts, teams)),
    ):
        for door in doors(room.TABLE):
            if door.method == "GET" and ":" in door.route and door.route not in shown and "+" in door.answers:
                who = world.people[ROLES[door.answers.index("+")]]
                kind = Kind(door.route, world.address(door.route), str(who.pk) if who else "")
                if _is_a_page(kind):
                    yield kind


def _is_a_page(kind: Kind) -> bool:
    """Not a part of one, a file, or an address that leads to one."""
    client = Client()
    if viewer := kind.viewer():
        client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(kind.path)
    return answer.status_code == 200 and not answer.streaming and answer.content.startswith(b"<!doctype html>")


def _for_everyone() -> list[Kind]:
    coming, running, finished = (_slug(state) for state in ("registration", "running", "finished"))
    drafting = _slug("check-in")
    table = start_recording(header=sample_game.header(), dice=Recording.Dice.ROLLED, who=None)
    first = Registration.objects.filter(event__slug=running).earliest("pk")
    return [
        Kind("start", "/"),
        Kind("style", "/style/"),
        Kind("missing", "/no-such-place/", status=404),
        Kind("sign-in", "/accounts/login/"),
        Kind("sign-up", "/accounts/signup/"),
        Kind("forgotten", "/accounts/password/reset/"),
        Kind("cards", "/cards/"),
        Kind("card", "/cards/queen-of-the-tofus/"),
        Kind("card-texts", "/facts/"),
        Kind("builder", "/teams/build/?f=queen-of-the-tofus&f=bill-tell&f=oscar-kass"),
        Kind("public-teams", "/teams/public/"),
        Kind("public-team", TeamList.objects.listed()[0].get_public_url()),
        Kind("team-sheet", f"{TeamList.objects.listed()[0].get_public_url()}sheet/"),
        Kind("events", "/events/"),
        Kind("events-past", "/events/?past=all"),
        Kind("event-coming", f"/events/{coming}/"),
        Kind("event", f"/events/{running}/"),
        Kind("players", f"/events/{running}/players/"),
        Kind("rounds", f"/events/{running}/rounds/"),
        Kind("pairings", f"/events/{running}/rounds/2/"),
        Kind("no-such-round", f"/events/{running}/rounds/99/", status=404),
        Kind("standings", f"/events/{running}/standings/"),
        Kind("standings-final", f"/events/{finished}/standings/"),
        *(Kind(page, f"/events/{running}/{page}/") for page in ("cross-table", "charts", "bracket", "report", "hall")),
        Kind("charts-final", f"/events/{finished}/charts/"),
        Kind("event-final", f"/events/{finished}/"),
        Kind("printed-ranking", f"/events/{finished}/print/ranking/"),
        Kind("pods", f"/events/{drafting}/pods/"),
        Kind("practice", "/practice/"),
        Kind("public-games", "/games/"),
        Kind("embedded-replay", f"/replay/{DEMONSTRATION}/embed/"),
        Kind("report", f"/report/events/{running}/"),
        Kind("no-e-mails", OptOut.path_for("player@demo.example")),
        Kind("recorder", table.get_absolute_url()),
        Kind("series", "/series/"),
        Kind("legality", "/legality/"),
        Kind("breakdown", f"/events/{running}/players/{first.pk}/breakdown/"),
    ]


def _slug(state: str) -> str:
    return Event.objects.filter(mode=Mode.DUEL, ruleset=DEFAULT.slug).get(state=state).slug


def _for_players() -> list[Kind]:
    player = User.objects.get(email="player@demo.example")
    seat = Registration.objects.get(user=player, event__state="running", event__mode=Mode.DUEL)
    drafting = Registration.objects.get(user=player, event__state="check-in")
    match = Match.objects.of(seat).order_by("-pk")[0]
    called = Case.objects.filter(kind=Case.Kind.JUDGE_CALL, match__round__event=seat.event).earliest("pk")
    caller = Registration.objects.get(seats__match=called.match_id, seats__number=1)
    guest, _is_new = Registration.objects.get_or_create(event=seat.event, guest_name="Gil")
    return [
        Kind("my-games", "/events/mine/", "player"),
        Kind("profile", "/me/", "player"),
        Kind("tokens", "/me/tokens/", "player"),
        Kind("devices", "/me/devices/", "player"),
        Kind("kept", "/me/kept/", "player"),
        Kind("my-data", "/me/data/", "player"),
        Kind("sign-in-again", "/accounts/reauthenticate/?next=/me/delete/", "player"),
        Kind("second-factor-on", "/accounts/2fa/totp/activate/", "player"),
        Kind("delete-account", "/me/delete/", "player"),
        Kind("addresses", "/accounts/email/", "player"),
        Kind("password", "/accounts/password/change/", "player"),
        Kind("second-factor", "/accounts/2fa/", "player"),
        Kind("my-teams", "/teams/", "player"),
        Kind("my-team", TeamList.objects.of(player).filter(sharing="listed")[0].get_absolute_url(), "player"),
        Kind("match", match.get_absolute_url(), "player"),
        Kind("my-public-games", f"/events/{seat.event.slug}/public-games/", "player"),
        Kind("record-match", f"/matches/{match.pk}/record/?new", "player"),
        Kind("card-editor", "/facts/edit/text/goultard/", "player"),
        Kind("board-editor", "/facts/blast/new/board/", "player"),
        Kind("table-editor", "/facts/blast/edit/fighter/jayjay-ronimo/", "player"),
        Kind("facts-of-game", "/facts/?game=blast", "player"),
        Kind("token-ranks", "/facts/tokens/", "player"),
        Kind("card-text-import", "/facts/import/", "player"),
        Kind("my-logs", "/logs/", "player"),
        Kind("my-cases", "/cases/", "player"),
        Kind("player", seat.get_absolute_url(), "player"),
        Kind("pool", f"/events/{drafting.event.slug}/pools/{drafting.pk}/", "player"),
        Kind("leave", f"/events/{seat.event.slug}/withdraw/", "player"),
        Kind("paste", "/teams/paste/", "player"),
        Kind("my-pools", "/pools/", "player"),
        Kind("mail-choice", "/events/mail/", "player"),
        Kind("register", f"/events/{_slug('registration')}/register/", "player"),
        Kind("my-list", f"/events/{seat.event.slug}/my-list/", "player"),
        Kind("case-for-player", called.get_absolute_url(), str(caller.user_id)),
        Kind("personal", f"/events/me/{seat.link_token}/"),
        Kind("personal-judging", f"/events/me/{guest.link_token}/judging/"),
    ]


def _for_organisers() -> list[Kind]:
    running, drafting = (f"/events/{_slug(state)}" for state in ("running", "check-in"))
    handed_in = SubmittedList.objects.current().filter(registration__event__slug=_slug("running"))[0]
    own = (
        *("run", "edit", "staff", "check-in", "lists", "manage/players", "manage/players/add", "entry", "announce"),
        *(
            "audit-log",
            "manage/forbidden-pairings",
            "clone",
            "print",
            "print/standings",
            "print/sign-up",
            "print/links",
            "print/slips/2",
        ),
        *("print/pairings/2/by-name", "manage/players/import", "run/rounds", "cancel", "elsewhere"),
    )
    return [
        Kind("new-event", "/events/new/", "organiser"),
        Kind("new-event-steps", "/events/new/?from=constructed-cut", "organiser"),
        Kind("import-event", "/events/import/", "organiser"),
        Kind("new-series", "/series/new/", "organiser"),
        Kind("list", f"{running}/lists/{handed_in.registration_id}/", "judge"),
        Kind("event-card-texts", f"{running}/card-texts/", "organiser"),
        Kind("pools", f"{drafting}/pools/", "organiser"),
        Kind("pairings-to-run", f"{running}/rounds/3/", "organiser"),
        Kind("start-event", f"{drafting}/start/", "organiser"),
        *(Kind(f"printed-{page}", f"{drafting}/print/{page}/", "organiser") for page in ("pools", "pods", "check-in")),
        Kind("certificates", f"/events/{_slug('finished')}/print/certificates/", "organiser"),
        *(Kind(f"event-{page.replace('/', '-')}", f"{running}/{page}/", "organiser") for page in own),
    ]


def _for_moderators(who: User) -> list[Kind]:
    """One event waits, that of somebody with a long name."""
    importer = User.objects.get(email="organiser@demo.example")
    waiting = {"awaits_moderator": True, "imported_by": importer, "imported_at": timezone.now()}
    worlds.an_event("finished", name="Championnat d’hiver de la région Bretagne et Pays de la Loire", **waiting)
    pages = (("imported", "/events/imported/"), ("security-log", "/security-log/"), ("moderation", "/moderation/"))
    return [Kind(name, path, who.username) for name, path in pages]


def _for_judges() -> list[Kind]:
    event = Event.objects.get(slug=_slug("running"))
    running = f"/events/{event.slug}"
    logs = Submission.objects.filter(match__round__event=event, reports__current=True)
    log = logs.filter(reports__verdict="unverified").first() or logs[0]
    return [
        Kind("desk", f"{running}/desk/", "judge"),
        Kind("desks", "/desks/", "judge"),
        Kind("new-case", f"{running}/cases/new/", "judge"),
        Kind("desk-statistics", f"{running}/desk/statistics/", "judge"),
        Kind("queue", f"{running}/queue/", "judge"),
        Kind("case", Case.objects.exclude(submission=None).filter(event=event)[0].get_absolute_url(), "judge"),
        Kind("verdict", log.get_absolute_url(), "judge"),
        Kind("replay", f"/replay/{log.uuid}/#action=60", "judge"),
    ]
