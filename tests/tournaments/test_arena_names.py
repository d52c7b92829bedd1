"""The settings of an event call an arena as the recorder and the replay do."""

from judging.recorder.forms import built_in_arenas
from tournaments.events.forms import arena_choices


def test_settings_and_recorder_call_an_arena_the_same():
    assert dict(arena_choices()) == built_in_arenas()
    assert dict(arena_choices())["bonta-1"] == "Bonta I"
