"""What an app publishes reaches every subscriber, also when a process dies or a handler fails."""

import datetime as dt

import pytest
from django.db import transaction
from django.utils import timezone

from core.models import DomainEvent, Topic
from core.pages import live
from core.records import outbox

calls: list[dict[str, object]] = []


def note(**facts):
    calls.append(facts)


def fail(**_facts):
    raise ValueError("planted")


def touch_and_fail(**_facts):
    Topic.objects.create(name="half-done")
    raise ValueError("planted")


@pytest.fixture(autouse=True)
def own_subscribers(monkeypatch):
    monkeypatch.setattr(outbox, "_handlers", outbox.defaultdict(list))
    monkeypatch.setattr(outbox, "_outside", set())
    calls.clear()


def overdue():
    DomainEvent.objects.update(due_at=timezone.now() - dt.timedelta(seconds=1))


@pytest.mark.django_db(transaction=True)
def test_a_handler_is_called_after_the_commit_and_not_before():
    outbox.subscribe(note, "happened")
    with transaction.atomic():
        outbox.publish("happened", number=7)
        assert calls == []
    assert calls == [{"number": 7}]
    assert not DomainEvent.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_reaches_no_subscriber():
    outbox.subscribe(note, "happened")
    with pytest.raises(ValueError, match="planted"), transaction.atomic():
        outbox.publish("happened")
        raise ValueError("planted")
    assert calls == []
    assert not DomainEvent.objects.exists()


@pytest.mark.django_db
def test_what_a_dead_process_left_is_delivered_by_another():
    outbox.subscribe(note, "happened")
    outbox.publish("happened", number=7)  # no commit in this test, so nobody has delivered it
    assert outbox.deliver_overdue() == 0, "its own process has some seconds to do so"
    overdue()
    assert outbox.deliver_overdue() == 1
    assert calls == [{"number": 7}]


@pytest.mark.django_db
def test_an_event_stored_before_an_upgrade_finds_its_handler():
    outbox.subscribe(note, "happened")
    outbox.publish("happened", number=7)
    DomainEvent.objects.update(handler="a.module_of_yesterday.note")
    overdue()
    outbox.deliver_overdue()
    assert calls == [{"number": 7}]


@pytest.mark.django_db(transaction=True)
def test_a_failing_handler_is_tried_again_and_stops_no_other():
    outbox.subscribe(fail, "happened")
    outbox.subscribe(note, "happened")
    with transaction.atomic():
        outbox.publish("happened", number=7)
    assert calls == [{"number": 7}]
    left = DomainEvent.objects.get()
    assert (left.handler, left.attempts) == (f"{__name__}.fail", 1)
    assert left.due_at > timezone.now()


@pytest.mark.django_db(transaction=True)
def test_a_failing_handler_leaves_no_change_behind():
    outbox.subscribe(touch_and_fail, "happened")
    with transaction.atomic():
        outbox.publish("happened")
    assert not Topic.objects.filter(name="half-done").exists()
    assert DomainEvent.objects.count() == 1


@pytest.mark.django_db
def test_pauses_grow_up_to_ten_minutes():
    outbox.subscribe(fail, "happened")
    outbox.publish("happened")
    for _ in range(30):
        overdue()
        outbox.deliver_overdue()
    assert DomainEvent.objects.get().due_at <= timezone.now() + outbox.LONGEST_RETRY_DELAY


@pytest.mark.django_db
def test_nothing_is_stored_where_nobody_subscribed():
    outbox.publish("happened")
    assert not DomainEvent.objects.exists()


@pytest.mark.django_db
def test_a_topic_notified_by_a_crashed_process_gets_its_version():
    outbox.subscribe(live.announce, "topics-changed")
    outbox.publish("topics-changed", topics=["event:7"])
    assert live.version("event:7") == 0
    overdue()
    outbox.deliver_overdue()
    assert live.version("event:7") == 1
