"""How much the pages of an account cost, in queries: numbers that a change must not raise."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from tests.tournaments import worlds
from tests.work import queries_of

pytestmark = pytest.mark.django_db
ME = "/me/"
# with session, reader, last use, permissions twice, services
PAGES = {ME: 7, "/me/kept/": 47, "/me/devices/": 10}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_account_takes_few_queries(reader, page):
    assert queries_of(lambda: reader.get(page)) <= PAGES[page]


def test_the_time_zone_is_chosen_by_a_city(reader, user):
    assert reader.post(ME, {"public_name": user.public_name, "time_zone": "montreal"}).status_code == 302
    assert User.objects.get(pk=user.pk).time_zone == "America/Toronto"
    assert 'value="Toronto"' in reader.get(ME).content.decode()
    assert reader.post(ME, {"public_name": user.public_name, "time_zone": ""}).status_code == 302
    assert User.objects.get(pk=user.pk).time_zone == ""
    french = reader.get(ME, headers={"Accept-Language": "fr"}).content.decode()
    assert 'placeholder="comme mon navigateur"' in french


def test_an_unknown_time_zone_is_refused(reader, user):
    sent = {"public_name": user.public_name, "time_zone": "Europe/Nowhere"}
    answer = reader.post(ME, sent)
    assert answer.status_code == 400
    assert "time_zone" in answer.context["form"].errors
    assert reader.post(ME, sent | {"time_zone": "Europe/Paris"}).status_code == 302
    assert User.objects.get(pk=user.pk).time_zone == "Europe/Paris"


def test_tabs_of_moderators_are_theirs_alone(reader):
    other = worlds.a_user()
    other.user_permissions.add(Permission.objects.get(codename="moderate"))
    moderator = Client()
    moderator.force_login(other)
    for at, may in ((reader, False), (moderator, True), (reader, False)):
        html = at.get(ME).content.decode()
        assert ('href="/moderation/"' in html) == may
        assert '<a href="/me/" aria-current="page">' in html
