"""Where games in events of two owners agree on the rank of a token, the site proposes it; one press confirms it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.records import outbox
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from teams.cards.services.token_ranks import token_ranks
from teams.models import FactRevision
from tests.judging.people import HTMX, InProcess
from tests.rules.logs import END, PLACED, do, encoded
from tests.teams.facts_people import reviewer
from tests.tournaments import worlds
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db(transaction=True)

PART = reverse("judging:token_ranks_seen")


@pytest.fixture
def token(db) -> Any:
    return next(each for each in token_ranks() if not each.known)


def as_(who: Any) -> Client:
    client = Client()
    client.force_login(who)
    return client


def an_event(slug: str, owner: Any = None) -> Event:
    event = worlds.an_event(name=slug.title(), slug=slug)
    event.staff.filter(role="owner").delete()
    event.staff.create(role="owner", user=owner or worlds.a_user(f"owner-{slug}"))
    worlds.a_round(event, (worlds.a_player(event, f"ana-{slug}"), worlds.a_player(event, f"bo-{slug}")))
    return event


def played(event: Event, token: Any, rank: str) -> None:
    """A log in which the token lay on this pile."""
    match = Match.objects.get(round__event=event)
    flip = do("flip", rank=rank, pile=1, reward=token.slug)
    player = match.players()[0].user
    assert player is not None
    submit_log(content=encoded(*PLACED, END, flip), submitter=player, match=match)
    assert work_one(InProcess())
    outbox.deliver_overdue()


def shown(reader: Any) -> list[dict[str, Any]]:
    return as_(reader).get(PART, headers=HTMX).context["rows"]


def test_games_of_two_owners_that_agree_propose_the_rank(token):
    mo = reviewer("mo")
    played(an_event("one"), token, "jade")
    assert not FactRevision.objects.exists()
    played(an_event("two"), token, "jade")
    row = FactRevision.objects.get()
    assert (row.kind, row.slug, row.body["rank"], row.outcome) == ("reward", token.slug, "jade", "")
    (seen,) = shown(mo)
    assert (seen["proposal"], seen["may_confirm"], seen["disagrees"]) == (row, True, False)
    assert as_(mo).get(reverse("teams:facts")).context["waiting_count"] == 1
    as_(mo).post(reverse("teams:decide-fact", args=[row.pk]), {"decision": "confirm"})
    assert {each.slug: each.known for each in token_ranks()}[token.slug] == "jade"
    assert shown(mo) == []


def test_two_events_of_one_owner_propose_nothing(token):
    owner = worlds.a_user("owner")
    for slug in ("one", "two"):
        played(an_event(slug, owner), token, "jade")
    assert not FactRevision.objects.exists()


def test_games_that_disagree_propose_nothing_and_say_so(token):
    mo = reviewer("mo")
    for slug, rank in (("one", "jade"), ("two", "jade"), ("three", "silver")):
        played(an_event(slug), token, rank)
    assert FactRevision.objects.get().outcome == "withdrawn"
    (seen,) = shown(mo)
    assert (seen["disagrees"], seen["proposal"]) == (True, None)


def test_the_part_alone_leads_to_the_table(token):
    assert as_(reviewer("mo")).get(PART)["Location"] == reverse("teams:token-ranks")
