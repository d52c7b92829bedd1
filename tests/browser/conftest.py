"""What the pages of the recorder are tried with."""

import pytest

from judging.models import Recording
from judging.services.recorder.recording import start_recording
from tests.browser import script


@pytest.fixture
def table():
    return start_recording(header=script.header(), dice=Recording.Dice.RECORDED, who=None)
