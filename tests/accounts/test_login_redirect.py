"""Anyone who must sign in first comes back to the page they were on, never to an address that answers no page."""

import pytest
from django.urls import reverse

from tests.permissions import judging, tournaments
from tests.permissions.routes import Door, doors

SITE = "http://testserver"
FORMS = [
    door
    for room in (tournaments, judging)
    for door in doors(room.TABLE)
    if door.method == "POST" and door.answers[0] == "L" and ":" in door.route
]


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield judging.world()
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("door", FORMS, ids=str)
def test_a_form_sent_signed_out_leads_back_to_its_page(client, world, door: Door):
    answer = client.post(world.address(door.route), headers={"Referer": f"{SITE}/events/?page=2"})
    assert answer.status_code == 302
    assert answer.url in {
        f"{reverse('account_login')}?next=/events/%3Fpage%3D2",
        f"{reverse('account_login')}?next={reverse('judging:record', args=[world.arguments['judging:record uuid']])}",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("came_from", ["", "https://elsewhere.example/page", "//elsewhere.example"])
def test_a_form_from_another_site_leads_to_the_start_page(client, came_from):
    answer = client.post(reverse("accounts:withdraw-token", args=[1]), headers={"Referer": came_from})
    assert answer.url == f"{reverse('account_login')}?next=/"


@pytest.mark.django_db
def test_a_page_requested_signed_out_opens_after_signing_in(client):
    page = reverse("accounts:tokens")
    assert client.get(f"{page}?a=1").url == f"{reverse('account_login')}?next={page}%3Fa%3D1"


@pytest.mark.django_db
def test_a_fragment_redirects_the_whole_page_to_the_sign_in(client):
    page = reverse("accounts:tokens")
    answer = client.get(page, headers={"HX-Request": "true", "Referer": f"{SITE}/cards/"})
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?next=/cards/"
