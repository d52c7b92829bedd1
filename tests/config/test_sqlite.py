"""A query is read and refused as by Django's own SQLite (config/sqlite3)."""

import asyncio
import datetime as dt
from threading import Thread

import pytest
from django.core.exceptions import SynchronousOnlyOperation
from django.db import DatabaseError, connection, connections, transaction
from django.db.transaction import TransactionManagementError

from core.compiled import TEXT, Compiled
from core.live import Topic

pytestmark = pytest.mark.django_db
AT = dt.datetime(2026, 5, 4, 12, 30, 15, 250, tzinfo=dt.UTC)
called = Compiled(lambda name: Topic.objects.filter(name=name), TEXT)
nowhere = Compiled(lambda name: Topic.objects.filter(name=name).extra(where=["nowhere = 1"]), TEXT)


def test_a_percent_sign_is_no_placeholder():
    Topic.objects.create(name="50%s")
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM core_topic WHERE name LIKE '50%%' AND version = %s", [1])
        assert cursor.fetchall() == [("50%s",)]
    assert called.first("50%s").name == "50%s"


@pytest.mark.parametrize("read", [lambda: Topic.objects.get(name="a"), lambda: called.first("a")])
def test_times_are_read_as_times(read):
    Topic.objects.create(name="a", changed=AT)
    assert read().changed == AT


def test_a_wrong_query_is_a_django_error_ending_the_transaction():
    with pytest.raises(DatabaseError), transaction.atomic():
        nowhere.first("a")
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            called.first("a")
        transaction.set_rollback(False)


def test_an_async_context_is_refused(monkeypatch):
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)  # set by the tests in a browser
    called.first("a")

    async def reads() -> None:
        called.first("a")

    with pytest.raises(SynchronousOnlyOperation):
        asyncio.run(reads())


def test_the_connection_of_another_thread_is_refused():
    called.first("a")
    here, refused = connections["default"], []

    def read() -> None:
        connections["default"] = here
        try:
            called.first("a")
        except DatabaseError as error:
            refused.append(error)

    thread = Thread(target=read)
    thread.start()
    thread.join()
    assert "can only be used in that same thread" in str(refused[0])
