"""Events at tables of three and four for tests, made from the data model: published rounds, some with results."""

from django.utils import timezone

from tests.tournaments import worlds
from tests.tournaments.worlds import a_player, an_event
from tournaments.events.models.settings import Mode
from tournaments.models import Ending, Event, Match, MatchState, Registration, Result, Round, RoundState

FOUR, THREE = ([1, 2, 3, 4], [8, 4, 0, 0]), ([1, 1, 3], [5, 5, 0])


def at_tables(players: int = 8, **fields) -> tuple[Event, list[Registration]]:
    """Eight players without a round."""
    event = an_event(mode=Mode.FREE_FOR_ALL, swiss_rounds=3, **fields)
    return event, [a_player(event, f"{name}{event.pk}") for name in NAMES[:players]]


NAMES = ("ana", "bo", "cleo", "di", "eve", "flo", "gus", "hal")


def a_round_of_tables(event: Event, *tables: list[Registration], state: str = RoundState.PUBLISHED) -> Round:
    """One player alone has the bye."""
    number = event.rounds.count() + 1
    played = Round.objects.create(
        event=event, number=number, state=state, minutes=60, published_at=timezone.now(), started_at=timezone.now()
    )
    for table, players in enumerate(tables, start=1):
        bye = len(players) == 1
        done = MatchState.DONE if bye else MatchState.OPEN
        worlds.seat(*players, round=played, table=None if bye else table, state=done)
    return played


def settled(match: Match, places: list[int], tallies: list[int], **more) -> Result:
    match.state = MatchState.DONE
    match.save()
    fields = {"ending": Ending.GLORY, "source": Result.Source.STAFF, **more}
    return Result.objects.create(match=match, places=places, tallies=tallies, **fields)


def an_evening() -> tuple[Event, list[Registration]]:
    """Round 1 over (tables of four and three, a bye), in round 2 one table is settled and one is playing."""
    event, players = at_tables(lists_required=True)
    first = a_round_of_tables(event, players[:4], players[4:7], players[7:], state=RoundState.CLOSED)
    four, three, _bye = first.matches.by_table()
    settled(four, *FOUR)
    settled(three, *THREE, ending=Ending.TIME)
    second = a_round_of_tables(event, players[4:], players[:3], players[3:4])
    settled(second.matches.by_table()[0], [4, 2, 2, 1], [0, 3, 3, 6])
    return event, players
