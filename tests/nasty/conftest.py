"""One small world in which every address of the site leads somewhere, built once for all tests of a module."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.utils import timezone

from accounts.models import User
from judging.cases.services.opening import open_case
from judging.logs.services.submission import submit_log
from judging.models import Case, Recording, Submission
from judging.recorder.offline.archive import digest
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import Seat, build_header
from rules.games import DEFAULT
from teams.cards.services.facts import propose
from teams.models import FactRevision, LegalityProfile, Pool, TeamList
from tests.database import standing
from tests.tournaments import worlds
from tournaments.models import Match, OutgoingMail, Role, Staff

PK = 4242  # of a team, a pool and a proposed card text; PostgreSQL counts on from one test to the next
FIGURES = ["Queen of the Tofus", "Bill Tell", "Oscar Kass", "Bad Aboum"]


class World(NamedTuple):
    person: int
    values: dict[str, object]


def a_world() -> World:
    match = worlds.a_match()
    person = who_may_do_most_things(match)
    return World(person.pk, words_of_addresses(match, a_log(match, person)))


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with standing(a_world, django_db_blocker) as built:
        yield built


@pytest.fixture
def person(world: World, db: None) -> User:
    return User.objects.get(pk=world.person)


@pytest.fixture
def values(world: World) -> dict[str, object]:
    return world.values


def who_may_do_most_things(match: Match) -> User:
    """Organises the event, plays at table 1, owns a team, a pool and a profile, and proposed a reward."""
    person = match.a.user
    assert person is not None
    Staff.objects.create(event=match.a.event, user=person, role=Role.OWNER)
    TeamList.objects.create(pk=PK, owner=person, name="mine")
    Pool.objects.create(pk=PK, owner=person, name="mine")
    LegalityProfile.objects.create(owner=person, slug="mine", title="mine")
    cape = {"name": "Cape", "kind": "equipment", "equipment": "set"}
    row = propose(who=person, entry={"kind": "reward", "slug": "cape", "body": cape}, pack="a" * 64)
    FactRevision.objects.filter(pk=row.pk).update(id=PK)
    return person


def a_log(match: Match, person: User) -> Submission:
    """A log and a table at which one is being written, at the same address; and a case about the match."""
    log = submit_log(content=b"{}", submitter=person, match=match)
    header = build_header({side: Seat(side, FIGURES) for side in ("A", "B")}, arena="the-pit")
    recording = start_recording(header=header, dice=Recording.Dice.RECORDED, who=person)
    Recording.objects.filter(pk=recording.pk).update(uuid=log.uuid, replay_uuid=log.uuid)
    open_case(kind=Case.Kind.INVALID_LOG, cause="nasty", event=match.a.event, match=match, submission=log)
    return log


def words_of_addresses(match: Match, log: Submission) -> dict[str, object]:
    event = match.a.event
    assert match.b is not None
    TeamList.objects.filter(pk=PK).update(
        figures=["ush"], sharing="listed", share_code=log.uuid, shared_at=timezone.now()
    )
    numbers = dict.fromkeys(
        [
            "action",
            "announcement_id",
            "invitation_id",
            "staff_id",
            "number",
            "pair_id",
            "crew_id",
            "import_id",
            "reader_id",
        ],
        1,
    )
    mail = OutgoingMail.objects.create(event=event, to="a@example.org", subject="s", body="b", failed_at=timezone.now())
    keys = {
        "match_id": match.pk,
        "registration_id": match.b.pk,
        "mail_id": mail.pk,
        "pk": PK,
        "slug": event.slug,
        "token": match.a.link_token,
    }
    keys |= {"uuid": log.uuid, "case_id": Case.objects.get().pk}
    texts = {"code": "abc", "key": "abc", "uidb36": "1", "name": "mine"}
    texts |= {"page": f"events/{event.slug}/", "provider_id": "oidc"}
    texts |= {"game": DEFAULT.game, "kind": "reward", "form": "json", "digest": "a" * 64, "size": "small"}
    texts |= {"language": "en", "made": digest("en")}
    return numbers | keys | texts
