"""What happened, as the replay and the recorder tell it: one is not many, and a sentence begins with a capital."""

import pytest

from judging.board.event_text import describe_events
from teams.wording import NO_NAMES


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "injured", "unit": "Oscar", "by": "", "amount": 1}, "Oscar suffers 1 injury."),
        ({"event": "injured", "unit": "Oscar", "by": "Lil", "amount": 2}, "Oscar suffers 2 injuries from Lil."),
        ({"event": "rolled", "unit": "Lil", "roll": "critical", "successes": 1}, "Lil rolls 1 critical hit."),
        ({"event": "rolled", "unit": "Lil", "roll": "critical", "successes": 2}, "Lil rolls 2 critical hits."),
        (
            {"event": "rolled", "unit": "Lil", "roll": "critical", "successes": 0, "dice": ["armour"]},
            "Lil rolls no critical hit (armour).",
        ),
        ({"event": "rolled", "unit": "Lil", "roll": "armour", "successes": 1}, "Lil rolls 1 Armour."),
        ({"event": "rolled", "unit": "Lil", "roll": "armour", "successes": 0}, "Lil rolls no Armour."),
        (
            {"event": "blocked", "by": "Lil", "unit": "Oscar", "lock": 1, "dodge": 0, "lost": 2},
            "Lil rolls 1 Lock, Oscar 0 Dodge: Oscar loses 2 MP and AP.",
        ),
        ({"event": "kamas", "player": "Ana", "amount": 0}, ""),
        ({"event": "glory", "player": "Ana", "amount": 1}, "Player Ana wins 1 GG."),
        ({"event": "gained", "unit": "Oscar", "ap": 0, "mp": -3}, "Oscar gets -3 MP at once."),
        ({"event": "gained", "unit": "Oscar", "ap": 2, "mp": 0}, "Oscar gets +2 AP at once."),
        ({"event": "gained", "unit": "Oscar", "ap": 1, "mp": -1}, "Oscar gets +1 AP and -1 MP at once."),
        ({"event": "flipped", "rank": "granite", "pile": 1, "reward": "Token"}, "Granite pile 1 shows Token."),
        ({"event": "cast", "unit": "Lil", "spell": "unseen", "target": "C3"}, "Lil casts a spell of the card at C3."),
    ],
)
def test_an_event_is_described_in_a_sentence(event, said):
    assert describe_events([event], NO_NAMES) == said


def test_partners_win_together_by_their_names():
    won = {"event": "game-over", "winner": "A, C", "won_by": "glory"}
    assert describe_events([won], {"A": "Ana", "C": "Bo"}) == "Ana, Bo win."
    assert describe_events([{**won, "winner": "A"}], {"A": "Ana", "C": "Bo"}) == "Ana wins."
