"""Open pages count by the server's clock: stream and answers say what it shows, and the pages themselves hold nothing
that passes."""

import asyncio
import json

import pytest
from django.urls import reverse

from config import live as live_stream
from core.pages import live
from tests.config.broker import hints
from tests.config.test_live import LONG, Page, in_its_own_loop

NOW = 1_772_884_800_123


@pytest.fixture(autouse=True)
def _noon(monkeypatch):
    monkeypatch.setattr(live.time, "time_ns", lambda: NOW * 1_000_000)


@pytest.mark.django_db(transaction=True)
def test_a_stream_says_the_time_first_and_with_heartbeats(settings, monkeypatch):
    monkeypatch.setattr(live_stream, "HEARTBEAT_SECONDS", 0.01)

    async def scene() -> None:
        async with Page("topic=event:1:timer") as page:
            assert await page.event() == {"versions": {"event:1:timer": 0}, "now": NOW}
            beat = await asyncio.wait_for(page.sent.get(), LONG)
            assert beat["body"] == b"event: beat\ndata: %d\n\n" % NOW

    with hints(settings, monkeypatch):
        in_its_own_loop(scene())


@pytest.mark.django_db
def test_an_answer_says_the_time(client):
    answer = client.get(reverse("accounts:live-versions"), {"topic": "event:1:timer"})
    assert json.loads(answer.content) == {"versions": {"event:1:timer": 0}, "now": NOW}


def test_a_page_without_topics_asks_for_the_time_alone(client):
    assert client.get(reverse("accounts:live-versions")).json() == {"versions": {}, "now": NOW}
