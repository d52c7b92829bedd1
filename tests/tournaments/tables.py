"""Small free-for-all events for tests: players at tables of four, through the services."""

from copy import copy

from django.test import Client

from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.events.models.settings import Mode
from tournaments.models import Event, Match, MatchState, Registration, Round, Stage
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round
from tournaments.standings.services.ranking import standings


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
    rows = {f"place_{seat}": place for seat, place in zip("abcd", places, strict=False)}
    rows |= {f"glory_{seat}": number for seat, number in zip("abcd", glory, strict=False)}
    return {**rows, "ending": ending, **more}


class Hall:
    """The organiser and the players, who use the pages."""

    def __init__(self, client, players, **fields):
        self.client = client
        self.event, _players = a_free_for_all(players, state="check-in", **fields)
        self.organiser = staff(self.event)
        self.here = self.event.get_absolute_url()

    def again(self, client) -> "Hall":
        """For one more test on the same event."""
        hall = copy(self)
        hall.client, hall.event = client, Event.objects.get(pk=self.event.pk)
        return hall

    def posts(self, address, as_=None, **data):
        self.client.force_login(as_ or self.organiser)
        answer = self.client.post(address, data)
        assert answer.status_code == 302, answer.content.decode()[-2000:]
        return answer

    def sees(self, address, as_=None):
        self.client.force_login(as_ or self.organiser)
        answer = self.client.get(address)
        assert answer.status_code == 200
        return answer.content.decode()

    def moves(self, to):
        self.posts(f"{self.here}move/", to=to)

    def publishes(self, number):
        """The next round, whose tables are as good as can be; of the cut they follow from its seeds."""
        if not self.event.rounds.filter(number=number).exists():
            self.posts(f"{self.here}rounds/pair/")
        drawn = self.event.rounds.get(number=number)
        assert ("best-possible" in self.sees(drawn.get_absolute_url())) == (drawn.stage == Stage.SWISS)
        self.posts(f"{self.here}rounds/{number}/publish/", version=drawn.version)
        return list(Match.objects.filter(round=drawn).at_tables().by_table())

    def agrees(self, match, places, glory=None, ending="glory"):
        """The first at the table reports, all others confirm."""
        glory = glory or [5 if place == 1 else 0 for place in places]
        first, *others = [player for player in match.seats() if player.can_play]
        self.posts(f"/matches/{match.pk}/report/", first.user, **typed(places, glory, ending))
        for player in others:
            match.refresh_from_db()
            self.posts(f"/matches/{match.pk}/confirm/", player.user, version=match.version)
        match.refresh_from_db()
        assert match.state == MatchState.DONE

    def enters(self, match, places, glory=None, ending="glory"):
        """The staff, from the slip."""
        glory = glory or [5 if place == 1 else 0 for place in places]
        self.posts(f"/matches/{match.pk}/enter/", version=match.version, **typed(places, glory, ending))

    def points(self):
        return {row.player: row.points for row in standings(self.event)}


def before_the_cut(players: int, cut_size: int, **fields) -> Hall:
    """An event whose one Swiss round is played, with a cut of this size to come."""
    hall = Hall(Client(), players, swiss_rounds=1, cut_size=cut_size, **fields)
    hall.moves("running")
    for match in hall.publishes(1):
        hall.enters(match, list(range(1, len(match.seats()) + 1)))
    return hall
