"""All tokens stand in one table, in which their ranks are ticked and proposed at once."""

import pytest
from django.urls import reverse

from teams.cards.editor.reading import built_in_bodies
from teams.cards.services.facts import confirm_pack
from teams.cards.services.token_ranks import token_ranks
from teams.models import FactRevision
from tests.teams.facts_people import reviewer

pytestmark = pytest.mark.django_db

PAGE = reverse("teams:token-ranks")


def ticked(rank: str = "jade") -> dict[str, str]:
    return {f"rank-{each.slug}": rank for each in token_ranks()}


def test_every_token_stands_in_the_table_with_each_rank(as_ana):
    page = as_ana.get(PAGE).content.decode()
    tokens = [key.removeprefix("reward:") for key in built_in_bodies() if key.startswith("reward:")]
    assert len(tokens) >= 60
    assert [slug for slug in tokens if page.count(f'name="rank-{slug}"') != 4] == []


def test_tokens_of_one_report_stand_alone_in_the_table(as_ana):
    first, second, *others = [each.slug for each in token_ranks() if not each.known]
    address = f"{PAGE}?of={first},{second},no-such-token"
    page = as_ana.get(address).content.decode()
    assert [slug for slug in (first, second) if f'name="rank-{slug}"' not in page] == []
    assert [slug for slug in others if f'name="rank-{slug}"' in page] == []
    assert as_ana.post(address, {f"rank-{first}": "jade", f"rank-{second}": "silver"}).status_code == 302
    assert {(row.slug, row.body["rank"]) for row in FactRevision.objects.waiting()} == {
        (first, "jade"),
        (second, "silver"),
    }


def test_all_ranks_are_proposed_and_confirmed_at_once(as_ana):
    unknown = [each.slug for each in token_ranks() if each.known != "jade"]
    assert as_ana.post(PAGE, ticked() | {"source": "my box"}).status_code == 302
    rows = FactRevision.objects.waiting()
    assert {(row.slug, row.body["rank"], row.source) for row in rows} == {(slug, "jade", "my box") for slug in unknown}
    (pack,) = {row.pack for row in rows}
    assert confirm_pack(pack=pack, who=reviewer()) == len(unknown)
    assert {each.known for each in token_ranks()} == {"jade"}


def test_ranks_sent_twice_are_proposed_once(as_ana):
    for _again in range(2):
        as_ana.post(PAGE, ticked())
    rows = FactRevision.objects.waiting()
    assert rows.count() == len({row.slug for row in rows})


def test_a_wrong_rank_stands_beside_its_row(as_ana):
    slugs = [each.slug for each in token_ranks() if not each.known][:2]
    answer = as_ana.post(PAGE, {f"rank-{slugs[0]}": "wood", f"rank-{slugs[1]}": "gold"})
    assert answer.status_code == 400
    assert [each.slug for each in answer.context["tokens"] if each.errors] == [slugs[0]]
    assert FactRevision.objects.get().slug == slugs[1]


@pytest.mark.parametrize("source", ["x" * 501, "box\u202e"])
def test_a_source_that_cannot_be_kept_loses_no_rank(as_ana, source):
    answer = as_ana.post(PAGE, ticked("gold") | {"source": source})
    assert answer.status_code == 400
    assert "rank-" in answer.content.decode() and not FactRevision.objects.exists()
    assert {each.chosen for each in answer.context["tokens"]} == {"gold"}
