"""Small free-for-all events for tests: players at tables of four, through the services."""

from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.models import Event, Registration, Round
from tournaments.models.settings import Mode
from tournaments.services.rounds.pairing import pair_round
from tournaments.services.rounds.publishing import publish_round


def a_free_for_all(players: int, **fields) -> tuple[Event, list[Registration]]:
    event = an_event(mode=Mode.FREE_FOR_ALL, swiss_rounds=fields.pop("swiss_rounds", 3), **fields)
    return event, [a_player(event) for _player in range(players)]


def the_organiser(event: Event):
    return staff(event)


def drawn_round(event: Event, who) -> Round:
    return pair_round(event_id=event.pk, who=who)


def published_round(event: Event, who) -> Round:
    return publish_round(round_id=drawn_round(event, who).pk, who=who)


def sizes(drawn: Round) -> list[int]:
    return sorted(len(players) for players in drawn.matches.seat_lists().values())


def typed(places: list, glory: list[int], ending: str = "glory", **more) -> dict:
    """What the form of a table sends: a place, or "absent", and GG for each seat."""
    rows = {f"place_{seat}": place for seat, place in enumerate(places)}
    return {**rows, **{f"glory_{seat}": number for seat, number in enumerate(glory)}, "ending": ending, **more}
