"""The settings of an event call an arena as the recorder and the replay do."""

from judging.recorder.forms.duels import built_in_arenas
from tournaments.lists.services.event_facts import boards_of
from tournaments.models import Event


def test_settings_and_recorder_call_an_arena_the_same(db):
    known = boards_of(Event())
    assert known == built_in_arenas()
    assert known["bonta-1"] == "Bonta I"
