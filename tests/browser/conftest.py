"""What the pages of the recorder are tried with."""

import pytest

from judging.models import Recording
from judging.services.recorder.recording import start_recording
from tests.browser import sample_game


@pytest.fixture
def table():
    return start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=None)
