"""A query whose SQL is made once answers as the query set would."""

import pytest
from django.utils import timezone

from accounts.models import User
from core.database.compiled import MOST_KEYS, NUMBER, TEXT, Compiled, CompiledForKeys, digest_of_row
from tests.tournaments import worlds
from tournaments.models import DailyIntroductions, Event, Registration, Series

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


def test_lists_are_read_once_and_each_row_has_its_own():
    events = [worlds.an_event(cut_seeds=seeds) for seeds in ([1, 2], [1, 2], [], ["a"], [[1], "a"])]
    seeds_of = Compiled(lambda name: Event.objects.exclude(name=name).order_by("pk").values_list("cut_seeds"), TEXT)
    for _ in range(2):
        rows = [seeds for (seeds,) in seeds_of.all("")]
        assert rows == [event.cut_seeds for event in events]
        rows[0].append(3)
        rows[3].append("b")


@pytest.mark.parametrize("number", [0, 1, 3, 4, MOST_KEYS + 1])
def test_rows_of_many_keys_are_read_in_few_queries(number, django_assert_max_num_queries):
    event = worlds.an_event()
    Registration.objects.bulk_create(Registration(event=event, guest_name=f"{n}", lot=n) for n in range(number + 1))
    names = CompiledForKeys(lambda pks: Registration.objects.filter(pk__in=pks).values_list("pk", "guest_name"))
    wanted = dict(event.registrations.order_by("pk").values_list("pk", "guest_name")[:number])
    with django_assert_max_num_queries(2):
        assert dict(names.all(wanted)) == wanted


def test_a_row_to_read_is_made_again_only_when_changed():
    event = worlds.an_event(name="Open")
    first, again = called.first_to_read(event.slug), called.first_to_read(event.slug)
    assert first is again
    Event.objects.filter(pk=event.pk).update(capacity=7)
    changed = called.first_to_read(event.slug)
    assert (first.capacity, changed.capacity) == (event.capacity, 7)
    assert digest_of_row(changed) == digest_of_row(called.first(event.slug)) != digest_of_row(first)
    assert called.first_to_read("another") is None


def test_a_copied_row_is_what_the_query_set_gives():
    series = Series.objects.create(name="Cups", slug="cups", owner=worlds.a_user())
    event = worlds.an_event(series=series, cut_seeds=[1, 2], start_snapshot={"here": [1, 2]})
    asked = Event.objects.select_related("series").get(pk=event.pk)
    for _ in range(2):
        found = called.first_copied(event.slug)
        named = [field.attname for field in Event._meta.concrete_fields]
        assert [getattr(found, name) for name in named] == [getattr(asked, name) for name in named]
        assert (found.series, found._state.adding, found._state.db) == (series, False, asked._state.db)
    assert called.first_copied("another") is None
    Event.objects.filter(pk=event.pk).update(capacity=7)
    assert called.first_copied(event.slug).capacity == 7


def test_a_copied_row_shares_nothing_that_can_be_changed():
    series = Series.objects.create(name="Cups", slug="cups", owner=worlds.a_user())
    event = worlds.an_event(name="Open", series=series, cut_seeds=[1, 2], start_snapshot={"here": [1, 2]})
    changed = called.first_copied(event.slug)
    changed.name, changed.series.name, changed.noted = "Other", "Other", True
    changed.cut_seeds.append(3)
    changed.start_snapshot["here"].append(3)
    again = called.first_copied(event.slug)
    assert (again.name, again.series.name, hasattr(again, "noted")) == ("Open", "Cups", False)
    assert (again.cut_seeds, again.start_snapshot) == ([1, 2], {"here": [1, 2]})


def test_only_changed_rows_of_a_list_are_made_again():
    events = [worlds.an_event(name="Open", place="Hall") for _ in range(2)]
    at_place = Compiled(lambda place: Event.objects.filter(place=place).order_by("pk"), TEXT)
    first = at_place.all_to_read("Hall")
    assert [row.pk for row in first] == [event.pk for event in events]
    Event.objects.filter(pk=events[1].pk).update(capacity=7)
    again = at_place.all_to_read("Hall")
    assert again[0] is first[0]
    assert (first[1].capacity, again[1].capacity) == (events[1].capacity, 7)
    assert at_place.all_to_read("elsewhere") == []


def test_it_counts_and_gives_values():
    event = worlds.an_event()
    players = [worlds.a_player(event) for _ in range(3)]
    everybody = Compiled(lambda event: Registration.objects.filter(event=event), NUMBER)
    numbers = Compiled(lambda event: Registration.objects.filter(event=event).order_by("pk").values_list("pk"), NUMBER)
    assert everybody.count(event.pk) == 3
    assert numbers.all(event.pk) == [(player.pk,) for player in players]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_no_row_has_a_number_that_no_column_holds(number):
    people = Compiled(lambda number: User.objects.filter(pk=number), NUMBER)
    assert (people.first(number), people.count(number)) == (None, 0)


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
