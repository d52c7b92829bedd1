"""What the organiser is told of a draft before it goes out, and that nobody else hears of it."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core.pages.live import notify
from tests.permissions.routes import parameters_of, routes
from tests.tournaments.people import Person, version_on
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import ForbiddenPair, Match, Registration, Role, Round, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.lookup import delete_pairings
from tournaments.rounds.services.pairing import pair_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return Person("organiser")


@pytest.fixture
def unpublished(organiser) -> Round:
    """Four players after round 1; Ana and Bo, who have met, are also kept apart."""
    event = an_event(swiss_rounds=3)
    Staff.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    ForbiddenPair.objects.create(event=event, first=ana, second=bo)
    for match in a_round(event, (ana, bo), (cy, di)).matches.all():
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    return a_round(event, (ana, cy), (bo, di), state="draft")


def test_issues_of_a_manual_swap_are_shown_before_publication(organiser, unpublished):
    page = f"/events/{unpublished.event.slug}/rounds/2/"
    before = organiser.client.get(page)
    assert before.context["issues"] == []
    cy, bo = (Match.objects.get(round=unpublished, table=1).b_id, Match.objects.get(round=unpublished, table=2).a_id)
    version = version_on(before.content.decode())
    organiser.sends(f"{page}swap/", first=cy, second=bo, why="a test", version=version)
    text = [(issue.code, names) for issue, names, _said in organiser.client.get(page).context["issues"]]
    assert text == [("rematch", "Ana, Bo"), ("forbidden-pair", "Ana, Bo"), ("rematch", "Cy, Di")]


def test_unavoidable_rematches_are_only_claimed_for_computed_pairings(organiser, unpublished):
    page, message = f"/events/{unpublished.event.slug}/rounds/2/", "1 pair has met before; this cannot be avoided."
    Round.objects.filter(pk=unpublished.pk).update(rematches=1)
    assert message in organiser.sees(page)
    cy, bo = (Match.objects.get(round=unpublished, table=1).b_id, Match.objects.get(round=unpublished, table=2).a_id)
    organiser.sends(f"{page}swap/", first=cy, second=bo, why="a test", version=version_on(organiser.sees(page)))
    answer = organiser.client.get(page)
    assert message not in answer.content.decode()
    assert [issue.code for issue, *_said in answer.context["issues"]].count("rematch") == 2


def addresses_of(unpublished: Round, player: Registration) -> Iterator[str]:
    """Every address that names the round or a match of it, of pages and of the API."""
    match = unpublished.matches.get(table=1)
    known = {"slug": unpublished.event.slug, "number": unpublished.number, "registration_id": player.pk}
    known |= {"match_id": match.pk, "token": player.link_token, "step": "report", "side": "a"}
    known |= {"what": "start", "order": "by-name"}
    for name in routes(("tournaments:", "judging:", "event-", "match-")):
        wanted = parameters_of(name)
        if name.startswith("match-"):
            yield reverse(name, args=[match.pk])
        elif {"match_id", "number"} & set(wanted):
            yield reverse(name, kwargs={each: known[each] for each in wanted})


@pytest.mark.parametrize("role", ["anonymous", "player", "guest", "judge", "foreign owner"])
def test_only_who_runs_rounds_hears_of_an_unpublished_one(unpublished, role):
    """Others can find out neither who meets whom nor that there is such a match."""
    event, match = unpublished.event, unpublished.matches.get(table=1)
    User.objects.filter(pk=match.b.user_id).update(public_name="Cyprien Zett")
    people = {"player": match.a.user, "judge": staff(event, Role.JUDGE), "foreign owner": staff(an_event(), Role.OWNER)}
    client, own_page = Client(), reverse("tournaments:personal", args=[match.a.link_token])
    if role in people:
        client.force_login(people[role])
    if role == "guest":
        Registration.objects.filter(pk=match.a.pk).update(user=None, guest_name="Ana")
    for address in addresses_of(unpublished, match.a):
        for method in ("get", "post"):
            answer = getattr(client, method)(address, {"version": 1, "outcome": "a", "glory_a": 1, "glory_b": 0})
            here = f"{method} {address}: {answer.status_code}"
            assert answer.status_code in {302, 401, 403, 404, 405}, here
            assert answer.status_code != 302 or answer.url.startswith(("/accounts/login/", own_page)), here
            assert "Zett" not in answer.content.decode(), here


LISTS = ("", "players/", "rounds/", "standings/", "results.csv", "standings.csv", "hall/", "audit-log/")
# keys of forms and links, and times: an estimated end may count on a round that is ready
KEYS = re.compile(r"[\w-]{30,}|\b[0-9a-f]{16,}\b|\d{10,}|<dt>Estimated end</dt>.*")


def lists_of(unpublished: Round, client: Client, player: Registration) -> dict[str, str]:
    event = unpublished.event
    found = [f"/events/{event.slug}/{page}" for page in LISTS]
    found += [f"/api/v1/events/{event.slug}/{what}/" for what in ("rounds", "players", "standings")]
    found += ["/", "/events/", "/events/mine/", player.get_absolute_url()]
    found += [reverse("tournaments:personal", args=[player.link_token]), reverse("judging:mine")]
    return {address: KEYS.sub("", client.get(address).content.decode()) for address in found}


@pytest.mark.parametrize("role", ["anonymous", "player"])
def test_lists_are_the_same_with_and_without_an_unpublished_round(unpublished, role):
    player, client = unpublished.matches.get(table=1).a, Client()
    if role == "player":
        client.force_login(player.user)
    before = lists_of(unpublished, client, player)
    delete_pairings(unpublished)
    Round.objects.filter(pk=unpublished.pk).delete()
    after = lists_of(unpublished, client, player)
    assert [address for address, text in before.items() if text != after[address]] == []


def test_players_who_left_after_pairing_are_shown(organiser, unpublished):
    gone = unpublished.matches.get(table=1).a
    organiser.sends(f"/events/{unpublished.event.slug}/manage/players/{gone.pk}/decide/", do="drop")
    page = organiser.sees(f"/events/{unpublished.event.slug}/rounds/2/")
    assert 'data-code="not-playing"' in page


def test_a_draft_begins_with_publishing_then_its_hints(organiser, unpublished):
    address = f"/events/{unpublished.event.slug}/rounds/2/"
    match = unpublished.matches.get(table=1)
    Registration.objects.filter(pk__in=[match.a.pk, match.b.pk]).update(club="Dofus")
    Registration.objects.filter(pk=match.a.pk).update(fixed_table=9)
    page = organiser.sees(address).partition('id="main"')[2]
    assert re.findall(r'<(?:li|details)[^>]* data-code="([^"]+)"', page) == ["fixed-table", "same-club"]
    assert page.index(">Publish round<") < page.index("fixed-table") < page.index("<table")
    assert page.count(">same club<") == 2 and 'class="notice' not in page
    leaves(organiser, match.a)
    said = organiser.sees(address).partition('id="main"')[2]
    assert '<li data-code="not-playing"' in said and "draft-hints is-faulty" in said
    assert len(re.findall(r'class="[^"]*\bnotice\b', said)) == 1  # what was just done


@pytest.fixture
def cut_drafted(organiser) -> Round:
    """Five players after the only round of the Swiss; the cut of four is drafted."""
    event = an_event(swiss_rounds=1, cut_size=4)
    Staff.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    ana, bo, cy, di, eve = (a_player(event, name) for name in ("ana", "bo", "cy", "di", "eve"))
    for match in a_round(event, (ana, di), (bo, cy), (eve, None)).matches.filter(bye=False):
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    return change_event_state(event_id=event.pk, who=organiser.user, to="cut").rounds.get(state="draft")


def leaves(organiser, player) -> None:
    organiser.sends(f"/events/{player.event.slug}/manage/players/{player.pk}/decide/", do="drop")


def issues_of(organiser, unpublished) -> list[tuple[str, str]]:
    answer = organiser.client.get(f"/events/{unpublished.event.slug}/rounds/{unpublished.number}/")
    return [(issue.code, names) for issue, names, _said in answer.context["issues"]]


def test_players_who_left_before_the_cut_are_shown(organiser, cut_drafted):
    assert issues_of(organiser, cut_drafted) == []
    gone = cut_drafted.matches.earliest("table").a
    leaves(organiser, gone)
    assert issues_of(organiser, cut_drafted) == [("left-before-the-cut", gone.full_name)]
    answer = organiser.sends(f"/events/{cut_drafted.event.slug}/rounds/2/publish/", 409)
    assert 'data-code="left-before-the-cut"' in answer.content.decode()


def test_opponents_of_departed_players_advance_in_the_cut(organiser, cut_drafted):
    event = cut_drafted.event
    organiser.sends(f"/events/{event.slug}/rounds/2/publish/")
    for match in cut_drafted.matches.all():
        enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    final = pair_round(event_id=event.pk, who=organiser.user)
    gone = final.matches.get().b
    leaves(organiser, gone)
    assert issues_of(organiser, final) == [("opponent-goes-on", gone.full_name)]
    organiser.sends(f"/events/{event.slug}/rounds/3/publish/")
    assert final.matches.get().results.current().get().outcome == "a"


def test_unpublished_pairings_of_the_cut_are_not_called_secret(organiser, unpublished):
    there = f"/events/{unpublished.event.slug}/rounds/2/"
    secret, from_bracket = "Only the staff can see this.", "These pairings follow from the bracket"
    assert secret in organiser.sees(there)
    assert from_bracket not in organiser.sees(there)
    Round.objects.filter(pk=unpublished.pk).update(stage="cut")
    notify(*unpublished.event.topics("rounds"))
    assert from_bracket in organiser.sees(there)
    assert secret not in organiser.sees(there)
