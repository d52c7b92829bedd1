"""What the pages of the recorder are tried with."""

import pytest

from judging.models import Recording
from judging.recorder.services.recording import start_recording
from tests.browser import sample_game


@pytest.fixture
def table():
    return start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=None)


@pytest.fixture(autouse=True)
def laid_positions(monkeypatch):
    """`sample_game` sets figures down as a judge would correct a log: here the recorder takes that from a test."""
    monkeypatch.setattr("rules.arena.engine.correct.is_a_judges", lambda _game: True)
