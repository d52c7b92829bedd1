"""1.1.2 at an event: another player registers a pool, its owner locks it, and nobody else sees or changes it."""

import json

import pytest

from accounts.models import User
from core.errors import Invalid, NotAllowed
from core.pages.live import versions
from core.records.audit import AuditEntry, key
from teams.models import Pool
from tests.expected_errors import refused
from tests.tournaments.pools.steps import BOOSTERS, browser, entry_of, locked_pool, page_of
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.lists.services import pools, submission
from tournaments.models import Registration
from tournaments.players.services import links, registration

pytestmark = [pytest.mark.django_db, pytest.mark.check]


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


def test_who_registers_a_minors_pool_is_shown_their_initials(me, neighbour):
    User.objects.filter(pk=me.user_id).update(public_name="Mia Martin", is_minor=True)
    pools.open_pool(registration=me, who=me.user)
    page = browser(neighbour.user).get(entry_of(me)).content.decode()
    assert "M. M." in page
    assert "Mia Martin" not in page
    locked_pool(me, neighbour.user)
    assert "Mia Martin" not in browser(neighbour.user).get(page_of(me)).content.decode()


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


def test_1_1_2_b_only_judges_see_hidden_pool_levels(sealed, me, neighbour):
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


def test_a_constructed_event_knows_no_pools():
    player = a_player(an_event("check-in"))
    refused("not-limited", lambda: pools.open_pool(registration=player, who=player.user))


def here(event, path):
    return f"/events/{event.slug}/{path}/"


def test_all_pools_are_created_once_and_printed(sealed, me, neighbour):
    Registration.objects.create(event=sealed, guest_name="Zoe")
    mine, organiser = pools.open_pool(registration=me, who=me.user), browser(staff(sealed))
    assert here(sealed, "pools/create") in organiser.get(here(sealed, "pools")).content.decode()
    for _twice in range(2):
        assert organiser.post(here(sealed, "pools/create")).url == here(sealed, "pools")
    assert Pool.objects.filter(registration__event=sealed).count() == 3
    me.refresh_from_db()
    assert me.pool == mine
    assert AuditEntry.objects.filter(scope=key(sealed), action="pool-opened").count() == 3
    page = organiser.get(here(sealed, "pools")).content.decode()
    assert here(sealed, "pools/create") not in page
    assert here(sealed, "print/pools") in page
    paper = organiser.get(here(sealed, "print/pools"))
    assert len(paper.context["slips"]) == paper.content.decode().count('class="qr"') == 3
    neighbour.refresh_from_db()
    assert entry_of(neighbour) in paper.content.decode().replace("<wbr>", "")


def test_links_of_pools_lead_where_the_organiser_is(sealed, me, settings):
    settings.SITE_URL, settings.OWN_URL = "", "http://elsewhere.example:8000/"
    settings.ALLOWED_HOSTS = ["hall.example"]
    pools.open_pool(registration=me, who=me.user)
    organiser = browser(staff(sealed))
    paper = organiser.get(here(sealed, "print/pools"), headers={"host": "hall.example"})
    assert f"http://hall.example{entry_of(me)}" in paper.content.decode().replace("<wbr>", "")
    settings.OWN_URL, settings.ALLOWED_HOSTS = "http://192.168.1.4:8000/", ["127.0.0.1", "192.168.1.4"]
    page = organiser.get(page_of(me), headers={"host": "127.0.0.1:8000"}).content.decode()
    assert f'href="{entry_of(me)}"' in page  # this browser is signed in here only
    paper = organiser.get(here(sealed, "print/pools"), headers={"host": "127.0.0.1:8000"})
    address = f"http://192.168.1.4:8000{entry_of(me)}"  # no phone could open the other
    assert address in paper.content.decode().replace("<wbr>", "")


def test_only_pools_that_are_still_empty_are_removed(sealed, me, neighbour):
    organiser = browser(staff(sealed))
    third = a_player(sealed)
    organiser.post(here(sealed, "pools/create"))
    browser(neighbour.user).post(entry_of(me), {"add": "ush"})
    Pool.objects.filter(registration=third).update(returned_because="count again")
    assert organiser.post(here(sealed, "pools/remove-empty")).url == here(sealed, "pools")
    assert organiser.post(here(sealed, "pools/remove-empty")).status_code == 302
    assert {*Pool.objects.values_list("registration", flat=True)} == {me.pk, third.pk}
    assert AuditEntry.objects.filter(scope=key(sealed), action="empty-pools-removed").count() == 1
    assert "Empty pools removed" in organiser.get(here(sealed, "audit-log")).content.decode()
    organiser.post(here(sealed, "pools/create"))
    neighbour.refresh_from_db()
    assert neighbour.pool


def test_pools_are_not_created_in_other_events_or_by_players(sealed, me):
    over, constructed = an_event("finished", team_format="limited"), an_event("check-in")
    for event, code in ((over, "event-is-over"), (constructed, "not-limited")):
        for step in (pools.open_all_pools, pools.remove_empty_pools):
            refused(code, step, event_id=event.pk, who=staff(event))
    assert browser(me.user).post(here(sealed, "pools/create")).status_code == 403
    assert not Pool.objects.exists()
