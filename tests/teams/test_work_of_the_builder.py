"""How much the team builder costs, in queries: numbers that a change must not raise."""

import pytest
from django.urls import reverse

from teams.builder.picks import _obstacles_of
from teams.models import CardPicture, Pool
from tests.teams.addresses import build_url
from tests.teams.conftest import LEGAL
from tests.work import queries_of

pytestmark = pytest.mark.django_db
QUERIES = 8  # session, reader, last use, confirmed texts, pictures, public teams, organisers' lists, own pools


def test_the_builder_takes_few_queries(as_ana):
    url = build_url(LEGAL[:2])
    assert queries_of(lambda: as_ana.get(url)) <= QUERIES


def test_a_pool_that_changed_offers_its_figures_at_once(as_ana, ana):
    pool = Pool.objects.create(owner=ana, name="Ours", figures=["ush", "kivin", "bill-tell"])
    url = build_url([], format="limited", pool=pool.pk)

    def offered() -> set[str]:
        return {pick.slug for pick in as_ana.get(url).context["picks"].cards}

    assert offered() == {"ush", "kivin", "bill-tell"}
    Pool.objects.filter(pk=pool.pk).update(figures=["ush", "oscar-kass"])
    assert offered() == {"ush", "oscar-kass"}


def test_rows_name_what_is_in_the_team_and_its_picture(as_ana, ana):
    url = build_url(["bill-tell"], show="480")
    assert "1 in your team" in as_ana.get(url).content.decode()
    shown = as_ana.get(build_url(["ush"], q="Bill Tell")).context["picks"].cards
    assert not any(pick.in_team for pick in shown)
    CardPicture.objects.create(slug="bill-tell", alt="ours", uploaded_by=ana)
    picture = CardPicture.objects.get()
    assert picture.as_shown().small in as_ana.get(url).content.decode()


def test_reasons_are_in_the_language_of_the_reader(client):
    url = f"{reverse('teams:build')}?" + "&".join(f"f={slug}" for slug in (*LEGAL, "ush"))
    _obstacles_of.cache_clear()
    english = client.get(url).context["picks"].cards[-1].why_not
    french = client.get(url, headers={"Accept-Language": "fr"}).context["picks"].cards[-1].why_not
    assert english and french and english != french
