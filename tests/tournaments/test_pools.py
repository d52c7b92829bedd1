"""1.1.2 at an event: a limited list is built from the pool that another player registered and its owner locked."""

import json

import pytest
from django.test import Client

from accounts.models import User
from core.audit import AuditEntry, key
from core.errors import Invalid, NotAllowed
from core.live import versions
from core.privacy import erase
from teams.models import Pool, TeamList
from tests.expected_errors import refused
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.models import Event, Registration, SubmittedList
from tournaments.services.events.exporting import export_event
from tournaments.services.events.importing import import_event
from tournaments.services.lists import pools, submission
from tournaments.services.players import links, registration
from tournaments.services.rounds import pairing

pytestmark = pytest.mark.django_db

BOOSTERS = ["ush", "kivin", "kivin", "bill-tell", "nox"]
BEST = ["ush", "kivin", "kivin", "nox"]


@pytest.fixture
def sealed() -> Event:
    return an_event("check-in", team_format="limited", limited_kind="sealed", lists_required=True)


@pytest.fixture
def me(sealed) -> Registration:
    return a_player(sealed)


@pytest.fixture
def neighbour(sealed) -> Registration:
    return a_player(sealed)


def browser(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def entry_of(player: Registration) -> str:
    player.refresh_from_db()
    assert player.pool
    return f"/events/{player.event.slug}/pools/{player.pk}/enter/{player.pool.code}/"


def page_of(player: Registration) -> str:
    return f"/events/{player.event.slug}/pools/{player.pk}/"


def locked_pool(player: Registration, by: User, figures: list[str] | None = None) -> Pool:
    """Through the services: opened, entered, registered by somebody else, locked."""
    owner = player.user
    assert owner is not None
    pool = pools.open_pool(registration=player, who=owner)
    Pool.objects.filter(pk=pool.pk).update(figures=figures or BOOSTERS)
    pools.register_pool(registration=player, who=by)
    return pools.lock_pool(registration=player, who=owner)


def test_a_pool_goes_from_hand_to_hand_at_the_event(sealed, me, neighbour):
    mine, other = browser(me.user), browser(neighbour.user)
    mine.post(f"{page_of(me)}open/")
    for slug in (*BOOSTERS, "nox"):
        other.post(entry_of(me), {"add": slug})
    other.post(entry_of(me), {"out": "nox"})
    assert other.post(entry_of(me), {"register": "1"}).url == page_of(me)
    mine.post(f"{page_of(me)}return/", {"why": "one Kivin only"})
    other.post(entry_of(me), {"register": "1"})
    mine.post(f"{page_of(me)}lock/")
    me.refresh_from_db()
    assert me.locked_pool == BOOSTERS
    steps = AuditEntry.objects.filter(scope=key(sealed)).order_by("pk").values_list("action", flat=True)
    assert list(steps) == [f"pool-{step}" for step in ("opened", "registered", "sent-back", "registered", "locked")]


def test_player_and_enterer_read_why_a_pool_was_returned(sealed, me, neighbour):
    judge = staff(sealed, "judge")
    mine, other = browser(me.user), browser(neighbour.user)
    locked_pool(me, neighbour.user)
    browser(judge).post(f"{page_of(me)}unlock/", {"why": "one <Kivin> only"})
    for page in (mine.get(page_of(me)), mine.get(f"{page_of(me)}now/"), other.get(entry_of(me))):
        assert "This pool has to be corrected: one &lt;Kivin&gt; only" in page.content.decode()
    other.post(entry_of(me), {"register": "1"})
    assert "data-returned" not in mine.get(page_of(me)).content.decode()
    mine.post(f"{page_of(me)}return/", {"why": "no Nox"})
    assert "has to be corrected: no Nox" in other.get(entry_of(me)).content.decode()
    assert export_event(sealed)["pools"][0].keys().isdisjoint({"returned_because"})


def test_the_pool_page_updates_live(me, neighbour, django_capture_on_commit_callbacks):
    mine = browser(me.user)
    assert f'data-src="{page_of(me)}now/"' in mine.get(page_of(me)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        locked_pool(me, neighbour.user)
    assert versions([me.topic])[me.topic] > 0
    fragment = mine.get(f"{page_of(me)}now/").content.decode()
    assert "<html" not in fragment
    assert "checked and locked" in fragment


def test_lists_need_a_locked_pool(sealed, me, neighbour):
    judge = staff(sealed, "judge")
    refused("pool-not-locked", lambda: submission.submit_list(registration=me, who=me.user, figures=BEST))
    refused("pool-not-locked", lambda: submission.submit_list(registration=me, who=judge, figures=BEST))
    page = browser(me.user).get(f"/events/{sealed.slug}/my-list/")
    assert page.context["lacks_pool"]
    assert page_of(me) in page.content.decode()
    assert page_of(me) in browser(me.user).get(f"/events/{sealed.slug}/my-part/").content.decode()
    assert browser(judge).get(f"/events/{sealed.slug}/lists/").context["without_pool"] == 2
    locked_pool(me, neighbour.user)
    assert browser(judge).get(f"/events/{sealed.slug}/pools/").context["missing"] == 1


def test_who_registers_the_pool_of_a_minor_is_shown_their_initials(me, neighbour):
    User.objects.filter(pk=me.user_id).update(public_name="Mia Martin", is_minor=True)
    pools.open_pool(registration=me, who=me.user)
    page = browser(neighbour.user).get(entry_of(me)).content.decode()
    assert "M. M." in page
    assert "Mia Martin" not in page
    locked_pool(me, neighbour.user)
    assert "Mia Martin" not in browser(neighbour.user).get(page_of(me)).content.decode()


def test_a_list_is_built_only_from_the_locked_pool(me, neighbour):
    locked_pool(me, neighbour.user)
    submitted = submission.submit_list(registration=me, who=me.user, figures=BEST)
    assert (submitted.legal, submitted.pool) == (True, BOOSTERS)
    richer = submission.submit_list(registration=me, who=me.user, figures=["ush", "kivin", "oscar-kass"])
    assert "not-in-pool" in [error["code"] for error in richer.verdict["violations"]]


def test_a_list_naming_another_pool_is_refused(me, neighbour):
    locked_pool(me, neighbour.user)
    same = ["Nox", *BOOSTERS[:-1]]
    assert submission.submit_list(registration=me, who=me.user, figures=BEST, pool=same).legal
    other = [*BOOSTERS, "oscar-kass"]
    refused(
        "other-pool", lambda: submission.submit_list(registration=me, who=me.user, figures=BEST, pool=other), Invalid
    )


def test_unlocking_a_pool_and_locking_it_again_rechecks_the_current_list(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    assert submission.submit_list(registration=me, who=me.user, figures=BEST).legal
    for figures, is_legal in ((BOOSTERS, True), (["ush", "kivin", "kivin", "bill-tell"], False)):
        pools.unlock_pool(registration=me, who=staff(sealed, "judge"), why="Nox was never opened")
        assert not me.lists.current().get().legal
        locked_pool(me, neighbour.user, figures)
        assert me.lists.current().get().legal == is_legal


def test_lists_without_locked_pool_are_illegal_at_the_deadline(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    submission.submit_list(registration=me, who=me.user, figures=BEST)
    pools.unlock_pool(registration=me, who=staff(sealed, "judge"), why="a booster was opened twice")
    submission.close_lists(event_id=sealed.pk, who=staff(sealed))
    submitted = me.lists.current().get()
    assert not submitted.legal
    assert submitted.locked_at


def test_nobody_registers_their_own_pool_and_no_stranger_anybodys(me):
    pool = pools.open_pool(registration=me, who=me.user)
    Pool.objects.filter(pk=pool.pk).update(figures=BOOSTERS)
    stranger = a_user()
    refused("not-in-this-event", lambda: pools.register_pool(registration=me, who=me.user), NotAllowed)
    refused("not-in-this-event", lambda: pools.register_pool(registration=me, who=stranger), NotAllowed)
    assert browser(stranger).get(entry_of(me)).status_code == 403
    assert browser(None).get(entry_of(me)).status_code == 302


def test_a_wrong_code_opens_no_pool(me, neighbour):
    pools.open_pool(registration=me, who=me.user)
    assert browser(neighbour.user).get(f"{page_of(me)}enter/wrong/").status_code == 404


def test_the_pool_of_another_player_is_nobodys_business(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    third = a_player(sealed)
    assert browser(third.user).get(page_of(me)).status_code == 403
    assert browser(neighbour.user).get(page_of(me)).status_code == 200
    assert browser(third.user).post(f"{page_of(me)}unlock/", {"why": "x"}).status_code == 403
    refused("not-your-role", lambda: pools.lock_pool(registration=me, who=third.user), NotAllowed)


def test_playing_staff_cannot_see_or_open_other_pools(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    playing = a_player(sealed)
    sealed.staff.create(user=playing.user, role="judge")
    assert browser(playing.user).get(page_of(me)).status_code == 403
    refused("not-your-role", lambda: pools.unlock_pool(registration=me, who=playing.user, why="x"), NotAllowed)


def test_a_guest_keeps_the_pool_after_claiming(sealed):
    guest = registration.add_player(event_id=sealed.pk, who=staff(sealed), about={"guest_name": "Ana"})
    judge = staff(sealed, "judge")
    pool = pools.open_pool(registration=guest, who=judge)
    browser(judge).post(entry_of(guest), {"expansion": "dark-heroes"})
    pools.register_pool(registration=guest, who=judge)
    pools.lock_pool(registration=guest, who=judge)
    assert submission.submit_list(registration=guest, who=judge, figures=["ush"]).pool == guest.locked_pool
    ana = a_user()
    links.claim(token=guest.claim_token, who=ana)
    pool.refresh_from_db()
    assert pool.owner == ana


def test_private_pool_pages_cannot_change_event_pools(me, neighbour):
    pool = pools.open_pool(registration=me, who=me.user)
    mine, other = browser(me.user), browser(neighbour.user)
    assert page_of(me) in mine.get("/pools/").content.decode()
    assert mine.get(f"/pools/{pool.pk}/").status_code == 404
    assert mine.post(f"/pools/{pool.pk}/delete/").status_code == 404
    assert other.get(f"/pools/{pool.pk}/enter/{pool.code}/").status_code == 404
    assert other.post(f"/api/v1/pools/{pool.pk}/register/", {"code": pool.code}).status_code == 404
    assert mine.post(f"/api/v1/pools/{pool.pk}/confirm/").status_code == 404
    assert mine.get(f"/api/v1/pools/{pool.pk}/").status_code == 200


def test_the_builder_offers_event_pools_to_their_owner(me, neighbour):
    pool = locked_pool(me, neighbour.user)
    mine = browser(me.user)
    page = mine.get(f"/teams/build/?format=limited&pool={pool.pk}")
    assert {pick.card.slug for pick in page.context["picks"].cards} == set(BOOSTERS)
    mine.post("/teams/save/", {"f": BEST, "format": "limited", "pool": pool.pk})
    saved = TeamList.objects.of(me.user).get()
    mine.post(f"/events/{me.event.slug}/my-list/", {"saved": saved.pk})
    assert SubmittedList.objects.current().get(registration=me).legal


def test_1_1_2_b_pool_levels_are_for_judges_unless_the_event_shows_them(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    submission.submit_list(registration=me, who=me.user, figures=["ush", "kivin", "bill-tell"])
    mine = browser(me.user)
    check = f"/events/{sealed.slug}/lists/{me.pk}/check/"
    judge, organiser = browser(staff(sealed, "judge")), browser(staff(sealed, "organiser"))
    reaches = {"own pool": mine.get(page_of(me)), "own list": mine.get(f"/events/{sealed.slug}/my-list/")}
    assert reaches["own pool"].context["reachable"] is None
    assert "level-could-be-higher" in [message.code for message in reaches["own list"].context["faults"]]
    assert not any("nox" in message.mend for message in reaches["own list"].context["faults"])
    level = judge.get(page_of(me)).context["reachable"].level
    assert judge.get(check).context["reachable"].level == level > 0
    assert organiser.get(check).context.get("reachable") is None
    sealed.tells_level = True
    sealed.save()
    assert mine.get(page_of(me)).context["reachable"].level == level


def test_an_exported_event_carries_its_pools_and_pods(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    sealed.registrations.filter(pk=me.pk).update(pod=1, pod_seat=2)
    document = export_event(sealed)
    copy = import_event(data=json.dumps(document).encode(), who=a_user())
    player = copy.registrations.get(pool__isnull=False)
    assert (player.locked_pool, player.pod, player.pod_seat) == (BOOSTERS, 1, 2)
    assert player.pool.home == page_of(player)
    assert player.pool.code not in json.dumps(document)
    document["pools"][0]["figures"] = [{"not": "a figure"}]
    refused("broken-export", lambda: import_event(data=json.dumps(document).encode(), who=a_user()), Invalid)


def test_erasing_an_account_keeps_the_locked_list(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    submission.submit_list(registration=me, who=me.user, figures=BEST)
    submission.close_lists(event_id=sealed.pk, who=staff(sealed))
    erase(me.user)
    me.refresh_from_db()
    assert me.pool is None
    assert me.lists.current().get().pool == BOOSTERS


def test_a_constructed_event_knows_no_pools():
    player = a_player(an_event("check-in"))
    refused("not-limited", lambda: pools.open_pool(registration=player, who=player.user))


@pytest.fixture
def begun(sealed, me, neighbour) -> Event:
    """Its first round is drafted."""
    Event.objects.filter(pk=sealed.pk).update(state="running", swiss_rounds=1)
    pairing.pair_round(event_id=sealed.pk, who=staff(sealed))
    return sealed


def test_publishing_needs_all_entered_pools_locked(begun, me, neighbour):
    keeper = staff(begun)
    locked_pool(neighbour, keeper)
    Pool.objects.filter(pk=pools.open_pool(registration=me, who=me.user).pk).update(figures=["ush"])
    here = f"/events/{begun.slug}/rounds/1/"
    assert browser(keeper).get(here).context["with_open_pool"] == [me]
    assert browser(keeper).post(f"{here}publish/").context["refusal"].code == "pools-not-locked"
    pools.register_pool(registration=me, who=keeper)
    pools.lock_pool(registration=me, who=me.user)
    browser(keeper).post(f"{here}publish/")
    assert begun.rounds.get().is_open


def test_the_unpublished_round_names_players_without_pools(begun, me, neighbour):
    keeper = staff(begun)
    here = f"/events/{begun.slug}/rounds/1/"
    assert browser(keeper).get(here).context["without_pool"] == []  # pools of paper
    locked_pool(neighbour, keeper)
    assert browser(keeper).get(here).context["without_pool"] == [me]
