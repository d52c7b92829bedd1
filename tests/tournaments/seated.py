"""Events at tables of three and four for tests, made from the data model: published rounds, some with results."""

from django.utils import timezone

from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Ending, Event, Match, MatchState, Registration, Result, Round, RoundState, Seat
from tournaments.models.settings import Mode

FOUR, THREE = ([1, 2, 3, 4], [8, 4, 0, 0]), ([1, 1, 3], [5, 5, 0])


def at_tables(mode: str = Mode.FREE_FOR_ALL, players: int = 8, **fields) -> tuple[Event, list[Registration]]:
    """Eight players without a round."""
    event = an_event(mode=mode, swiss_rounds=3, **fields)
    return event, [a_player(event, f"{name}{event.pk}") for name in NAMES[:players]]


NAMES = ("ana", "bo", "cleo", "di", "eve", "flo", "gus", "hal")


def a_round_of_tables(event: Event, *tables: list[Registration], state: str = RoundState.PUBLISHED) -> Round:
    """One player alone has the bye; in a two-against-two event the first and the third at a table are partners."""
    number = event.rounds.count() + 1
    played = Round.objects.create(
        event=event, number=number, state=state, minutes=60, published_at=timezone.now(), started_at=timezone.now()
    )
    for table, players in enumerate(tables, start=1):
        bye = len(players) == 1
        done = MatchState.DONE if bye else MatchState.OPEN
        match = Match.objects.create_for(*players, round=played, table=None if bye else table, state=done)
        if event.mode == Mode.TWO_V_TWO:
            for number_, side in zip(range(1, 5), (1, 2, 1, 2), strict=True):
                Seat.objects.filter(match=match, number=number_).update(side=side)
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


def a_day_of_crews() -> tuple[Event, list[Registration]]:
    """Two tables of two against two; one is settled."""
    event, players = at_tables(Mode.TWO_V_TWO)
    played = a_round_of_tables(event, players[:4], players[4:])
    settled(played.matches.by_table()[0], [1, 3, 1, 3], [5, 0, 2, 0])
    return event, players
