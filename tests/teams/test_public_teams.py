"""Teams that their owners share: who sees them, previews, likes, copies, and what ends it again."""

import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from accounts.models import ModerationCase, User
from core.models import AuditEntry
from core.pages.links import absolute
from core.privacy import personal_data
from rules.arena.teamlist import TeamList as Document
from teams.lists import services
from teams.lists.services import save_list
from teams.models import TeamLike, TeamList
from tests.accounts.signed_in import come_in
from tests.accounts.test_moderation import a_moderator, decided, reported
from tests.teams.addresses import LEGAL
from tests.teams.public import INDEX, named, opens, press, share

pytestmark = pytest.mark.django_db
OF_A_TEAM = ("public-team", "public-team-picture", "public-team-sheet")


# -- sharing -----------------------------------------------------------------------------------------------------


def test_a_new_team_is_private(client, anas_list):
    assert (anas_list.sharing, anas_list.share_code) == ("private", None)
    assert named(client) == []


def test_a_link_opens_the_team_that_the_list_hides(client, as_ana, anas_list):
    assert share(as_ana, anas_list, "link").status_code == 302
    anas_list.refresh_from_db()
    assert all(opens(client, anas_list.share_code, page) for page in OF_A_TEAM)
    assert named(client) == []
    assert '<meta name="robots" content="noindex">' in client.get(anas_list.get_public_url()).content.decode()


def test_a_listed_team_is_found_by_everybody(client, as_ana, anas_list):
    share(as_ana, anas_list, "listed")
    assert named(client) == ["Stasis"]


def test_making_a_team_private_ends_its_address_for_good(client, as_ana, team):
    old = team.share_code
    share(as_ana, team, "private")
    assert not any(opens(each, old, page) for page in OF_A_TEAM for each in (client, as_ana))
    share(as_ana, team, "link")
    team.refresh_from_db()
    assert team.share_code not in (None, old)
    assert not opens(client, old)


@pytest.mark.parametrize(
    "changed",
    [{"sharing": "private"}, {"team_format": "limited"}, {"hidden_by_moderators": True}, {"share_code": None}],
)
def test_each_condition_that_ceases_closes_the_team_to_strangers(client, team, changed):
    TeamList.objects.update(**changed)
    assert [opens(client, team.share_code, page) for page in OF_A_TEAM] == [False] * 3
    assert named(client) == []


def test_the_teams_of_a_suspended_person_are_closed(client, team, ana):
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert not opens(client, team.share_code)
    assert named(client) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"team_format": "limited"}, "Only constructed teams"),
        ({"hidden_by_moderators": True}, "moderators have hidden"),
        ({"figures": []}, "Add figures"),
    ],
)
def test_a_team_that_cannot_be_shared_says_why(as_ana, anas_list, changed, said):
    TeamList.objects.update(**changed)
    answer = share(as_ana, anas_list, "listed")
    assert (answer.status_code, said in answer.content.decode()) == (400, True)
    anas_list.refresh_from_db()
    assert anas_list.sharing == "private"


def test_a_choice_that_does_not_exist_is_refused(as_ana, anas_list):
    assert share(as_ana, anas_list, "world\0").status_code == 400


def test_nobody_shares_the_team_of_somebody_else(as_bo, anas_list):
    assert share(as_bo, anas_list, "listed").status_code == 404


def test_sharing_is_in_the_audit_log_but_repeats_are_not(ana, team):
    services.set_sharing(team=team, who=ana, sharing="listed")
    (entry,) = AuditEntry.objects.filter(action="team-shared")
    assert (entry.before, entry.after) == ({"sharing": "private"}, {"sharing": "listed"})


def test_a_minor_is_shown_by_initials(client, team, ana):
    User.objects.filter(pk=ana.pk).update(is_minor=True)
    for path in (INDEX, team.get_public_url(), reverse("teams:public-team-sheet", args=[team.share_code])):
        page = client.get(path).content.decode()
        assert "A. A." in page
        assert "Ana Arcos" not in page


# -- previews and paper ------------------------------------------------------------------------------------------


def test_a_link_has_title_description_and_picture_for_previews(client, team):
    page = client.get(team.get_public_url())
    head = page.content.decode().split("</head>")[0]
    picture = reverse("teams:public-team-picture", args=[team.share_code])
    assert f'og:image" content="{absolute(picture, page.wsgi_request)}"' in head
    assert 'og:title" content="Stasis"' in head
    assert "By Ana Arcos. Level 12, initiative 24: " in head
    drawn = client.get(picture)
    assert (drawn["Content-Type"], drawn["Cache-Control"]) == ("image/png", "public, max-age=300")
    assert Image.open(io.BytesIO(drawn.content)).size == (1200, 630)


def test_the_picture_changes_with_the_team(client, team):
    address = reverse("teams:public-team-picture", args=[team.share_code])
    before = client.get(address).content
    save_list(owner=team.owner, document=Document(("ush", "kivin", "nox"), "Stasis"), team=team)
    assert client.get(address).content != before


def test_the_sheet_shows_legality_and_cards_and_has_a_code(client, as_ana, team):
    for page in (
        client.get(reverse("teams:public-team-sheet", args=[team.share_code])),
        as_ana.get(reverse("teams:team-sheet", args=[team.pk])),
    ):
        text = page.content.decode()
        assert "<strong>legal</strong>" in text
        assert all(card.name in text for card in page.context["cards"])
        assert 'class="qr"' in text


def test_only_owners_see_a_private_teams_sheet_without_a_code(as_ana, as_bo, anas_list):
    address = reverse("teams:team-sheet", args=[anas_list.pk])
    assert 'class="qr"' not in as_ana.get(address).content.decode()
    assert as_bo.get(address).status_code == 404


# -- the list ----------------------------------------------------------------------------------------------------


def public(owner: User, name: str, *figures: str) -> TeamList:
    made = save_list(owner=owner, document=Document(figures or tuple(LEGAL), name))
    return services.set_sharing(team=made, who=owner, sharing="listed")


def test_teams_are_found_by_figures_in_both_languages(client, team, bo):
    public(bo, "Others", "king-nidas", "ush", "kivin")
    assert named(client, figure="Bill Tell") == ["Stasis"]
    assert named(client, figure="Roi Nidas") == ["Others"]
    assert named(client, figure="nidas") == ["Others"]
    assert named(client, figure="nobody at all") == []
    assert sorted(named(client, figure=" \0 ")) == ["Others", "Stasis"]


def test_the_list_is_sorted_by_age_or_likes(client, as_ana, team, bo):
    newer = public(bo, "Newer")
    press(as_ana, newer, "like")
    newest = public(bo, "Newest")
    assert named(client) == ["Newest", "Newer", "Stasis"]
    assert named(client, sort="likes") == ["Newer", "Newest", "Stasis"]
    assert named(client, sort="x") == named(client)
    assert newest.share_code


def test_the_list_has_pages_and_its_queries_do_not_grow(client, ana, team):
    counts = []
    for number in (1, 25):
        for n in range(number):
            public(ana, f"Team {number} {n}")
        with CaptureQueriesContext(connection) as queries:
            client.get(INDEX)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    first = client.get(INDEX, {"sort": "likes"})
    assert len(first.context["rows"]) == 24
    (following,) = re.findall(r'href="(\?[^"]*page=2)"', first.content.decode())
    assert len(client.get(INDEX + following.replace("&amp;", "&")).context["rows"]) == 3
    assert client.get(INDEX, {"page": "x\0"}).status_code == 200


# -- moderation and personal data ----------------------------------------------------------------------------------


def test_a_reported_team_is_hidden_and_cannot_be_shared_again(client, as_ana, team):
    address = team.get_public_url()
    case = reported(address)
    assert (case.kind, case.owner) == ("teams.teamlist", team.owner)
    decided(case, "hidden", a_moderator("mo"))
    assert not opens(client, team.share_code)
    assert named(client) == []
    assert "moderators have hidden" in as_ana.get(team.get_absolute_url()).content.decode()
    share(as_ana, team, "private")
    assert share(as_ana, team, "listed").status_code == 400


def test_a_private_team_cannot_be_reported(client, team):
    address = f"/report{team.get_public_url()}"
    assert client.get(address).status_code == 200
    TeamList.objects.update(sharing="private")
    assert client.get(address).status_code == 404
    assert not ModerationCase.objects.exists()


def test_likes_are_exported_and_go_with_the_account(as_bo, bo, team):
    press(as_bo, team, "like")
    press(as_bo, team, "copy")
    come_in(as_bo, bo)
    mine = as_bo.post("/me/data/").json()["teams"]
    assert [like["team"] for like in mine["team_likes"]] == ["Stasis"]
    assert mine["team_lists"][0]["sharing"] == "private"
    assert ("Teams of others that you like", "1") in {
        (str(line.what), line.held) for line in as_bo.get("/me/kept/").context["kept"]
    }
    TeamList.objects.filter(pk=team.pk).update(sharing="private")
    assert as_bo.post("/me/data/").json()["teams"]["team_likes"][0]["team"] is None
    personal_data.erase(bo)
    assert not TeamLike.objects.exists()


def test_a_shared_team_goes_with_the_account_of_its_owner(client, as_bo, bo, team, ana):
    press(as_bo, team, "copy")
    code = team.share_code
    personal_data.erase(ana)
    assert not opens(client, code)
    assert TeamList.objects.of(bo).get().copied_from is None
