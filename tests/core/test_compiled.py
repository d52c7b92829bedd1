"""A query whose SQL is made once answers as the query set would."""

import pytest
from django.utils import timezone

from accounts.models import User
from core.database.compiled import NUMBER, TEXT, Compiled
from tests.tournaments import worlds
from tournaments.models import DailyIntroductions, Event, Registration

pytestmark = pytest.mark.django_db
called = Compiled(lambda slug: Event.objects.select_related("series").filter(slug=slug), TEXT)
playing = Compiled(
    lambda event, user: Registration.objects.filter(event=event, user=user).select_related("user", "pool"),
    NUMBER,
    NUMBER,
)


def test_it_gives_the_same_rows_as_the_query_set(django_assert_num_queries):
    event = worlds.an_event(name="Open", cut_seeds=[1, 2])
    asked = Event.objects.select_related("series").get(pk=event.pk)
    found = called.first(event.slug)
    assert [getattr(found, field.attname) for field in Event._meta.concrete_fields] == [
        getattr(asked, field.attname) for field in Event._meta.concrete_fields
    ]
    assert called.first("another") is None
    player, _other = worlds.a_player(event), worlds.a_player(event)
    with django_assert_num_queries(1):
        mine = playing.first(event.pk, player.user_id)
        assert (mine.pk, mine.user, mine.pool) == (player.pk, player.user, None)


def test_each_row_has_lists_of_its_own():
    seeds = worlds.an_event(name="Open", cut_seeds=[1, 2]).cut_seeds
    seeds_of = Compiled(lambda name: Event.objects.filter(name=name).values_list("cut_seeds"), TEXT)
    for _ in range(2):
        ((found,),) = seeds_of.all("Open")
        assert found == seeds
        found.append(3)


def test_it_gives_values():
    event = worlds.an_event()
    players = [worlds.a_player(event) for _ in range(3)]
    numbers = Compiled(lambda event: Registration.objects.filter(event=event).order_by("pk").values_list("pk"), NUMBER)
    assert numbers.all(event.pk) == [(player.pk,) for player in players]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_no_row_has_a_number_that_no_column_holds(number):
    people = Compiled(lambda number: User.objects.filter(pk=number), NUMBER)
    assert people.first(number) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda pk: Event.objects.filter(pk=pk, starts_at__lt=timezone.now()),
        lambda pk: DailyIntroductions.objects.filter(pk=pk, day=timezone.localdate()),
    ],
)
def test_a_time_worked_out_when_built_is_refused(make):
    with pytest.raises(ValueError, match="worked out"):
        Compiled(make, NUMBER).all(1)


def test_a_person_who_is_gone_is_not_found():
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=987)
