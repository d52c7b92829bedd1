"""Serializers of events. Names are those that everyone sees."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.text.names import one_line
from tournaments.base.services.seats import seat_rows
from tournaments.core.scores import MOST_OF_A_HEAT, last_place
from tournaments.events.models.formats import GAMES, Format
from tournaments.events.models.limits import HIGHEST_RATING
from tournaments.models import DuelOutcome, Ending, Event, Match, Registration, Result, Round
from tournaments.results.models import MOST_GLORY
from tournaments.results.services.scores import Score
from tournaments.rounds.models.seats import SeatRole
from tournaments.rounds.services.pairing_table import TableRow

MOST_SEATS = 4


class EventSerializer(serializers.ModelSerializer):
    imported_by = serializers.CharField(source="imported_by.shown_name", default=None, read_only=True)

    class Meta:
        model = Event
        fields = [
            *("slug", "name", "game", "ruleset", "state", "place", "time_zone"),
            *("starts_at", "ends_at", "capacity", "entry_fee"),
            *("mode", "team_format", "limited_kind", "legality", "rewards", "scenery", "arenas"),
            *("lists_required", "list_deadline"),
            *("team_size", "simple_game", "superior_favors", "board_seats", "challenges", "open_challenges"),
            "hero_level",
            *("swiss_rounds", "cut_size", "round_minutes", "points_win", "points_draw", "points_loss"),
            *("tie_breaks", "glory_cap"),
            *("team_level", "points_by_place", "bye_points", "tables_of_three"),
            *("imported_at", "imported_by"),
        ]


class RegistrationSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="shown_name", read_only=True)
    checked_in = serializers.BooleanField(source="is_checked_in", read_only=True)

    class Meta:
        model = Registration
        fields = ["id", "name", "club", "status", "checked_in"]


class RegisterSerializer(serializers.Serializer):
    club = serializers.CharField(max_length=80, required=False, allow_blank=True, validators=[one_line])
    household = serializers.CharField(max_length=80, required=False, allow_blank=True, validators=[one_line])
    rating = serializers.IntegerField(min_value=0, max_value=HIGHEST_RATING, required=False)
    is_minor = serializers.BooleanField(required=False)
    guardian = serializers.CharField(max_length=200, required=False, allow_blank=True)


class RoundSerializer(serializers.ModelSerializer):
    class Meta:
        model = Round
        fields = ["number", "stage", "state", "published_at", "started_at", "paused_at", "ends_at"]


class ResultSerializer(serializers.ModelSerializer):
    """Places and tallies in the order of the seats. Outcome and glory describe a duel, and are null at larger
    tables."""

    outcome = serializers.SerializerMethodField()
    glory_a = serializers.SerializerMethodField()
    glory_b = serializers.SerializerMethodField()

    class Meta:
        model = Result
        fields = ["outcome", "glory_a", "glory_b", "places", "tallies", "heat", "ending", "at", "is_correction"]

    @extend_schema_field(serializers.ChoiceField(choices=DuelOutcome.choices, allow_null=True))
    def get_outcome(self, result: Result) -> str | None:
        return result.score().get("outcome")

    def get_glory_a(self, result: Result) -> int | None:
        return result.score().get("glory_a")

    def get_glory_b(self, result: Result) -> int | None:
        return result.score().get("glory_b")


class SeatOfPairingSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    tally = serializers.IntegerField(source="glory", allow_null=True)


class PairingSerializer(serializers.Serializer):
    """`a` and `b` are the players of a duel; at larger tables they are null, and `seats` lists the players."""

    match = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    a = serializers.CharField(allow_null=True, default=None)
    b = serializers.CharField(allow_null=True, default=None)
    a_id = serializers.IntegerField(allow_null=True, default=None)
    b_id = serializers.IntegerField(allow_null=True, default=None)
    a_points = serializers.IntegerField(allow_null=True, default=None)
    b_points = serializers.IntegerField(allow_null=True, default=None)
    state = serializers.CharField()
    score = serializers.CharField(default="")
    seats = SeatOfPairingSerializer(many=True, default=list)

    @classmethod
    def of(cls, shown: Round, row: TableRow) -> Any:
        """Serialize a row; of a duel by its two sides."""
        fields, names = row._asdict(), shown.event.format.named_sides
        for name in names:
            fields |= {name: "", f"{name}_points": 0, "seats": []}
        for name, seat in zip(names, row.seats, strict=False):
            fields |= {name: seat.name, f"{name}_id": seat.player, f"{name}_points": seat.points}
        return cls(fields).data


class StandingSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    status = serializers.CharField()
    figures = serializers.ListField(child=serializers.CharField())
    record = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Rounds won, drawn and lost; at tables of four how many ended in first, second, third and fourth "
        "place. Empty where it is not known any more.",
    )


class SeatSerializer(serializers.Serializer):
    """A seat. Place and tally (Gallons of Glory, or what its game counts) are set once the match has a result."""

    number = serializers.IntegerField()
    side = serializers.IntegerField()
    role = serializers.ChoiceField(choices=SeatRole.choices)
    player = RegistrationSerializer()
    place = serializers.IntegerField(allow_null=True)
    tally = serializers.IntegerField(allow_null=True)


def _side(match: Match, name: str) -> dict[str, Any] | None:
    player = dict(zip(match.format.named_sides, match.seats(), strict=False)).get(name)
    return dict(RegistrationSerializer(player).data) if player else None


class MatchSerializer(serializers.ModelSerializer):
    """`a` and `b` are the players of a duel, null at larger tables; `seats` lists all players in order."""

    round = serializers.IntegerField(source="round.number", read_only=True)
    a = serializers.SerializerMethodField()
    b = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    demon = serializers.CharField(source="demon_name", read_only=True, help_text="Who plays the Demon of a heat")
    result = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = ["id", "round", "table", "a", "b", "seats", "demon", "state", "version", "result"]

    @extend_schema_field(RegistrationSerializer(allow_null=True))
    def get_a(self, match: Match) -> dict[str, Any] | None:
        return _side(match, "a")

    @extend_schema_field(RegistrationSerializer(allow_null=True))
    def get_b(self, match: Match) -> dict[str, Any] | None:
        return _side(match, "b")

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, match: Match) -> list[dict[str, Any]]:
        rows = seat_rows(match, self._current(match))
        return [dict(row) for row in SeatSerializer(rows, many=True).data]

    def get_result(self, match: Match) -> dict[str, Any] | None:
        current = self._current(match)
        return dict(ResultSerializer(current).data) if current else None

    def _current(self, match: Match) -> Result | None:
        return match.results.current().first()


ENDING_LEFT_OUT = "Left out: the usual one of the game, such as `glory`"


class ScoreSerializer(serializers.Serializer):
    outcome = serializers.ChoiceField(choices=DuelOutcome.choices)
    glory_a = serializers.IntegerField(min_value=0, max_value=MOST_GLORY)
    glory_b = serializers.IntegerField(min_value=0, max_value=MOST_GLORY)
    ending = serializers.ChoiceField(choices=Ending.choices, required=False, help_text=ENDING_LEFT_OUT)
    version = serializers.IntegerField(required=False, help_text="the version of the match that was looked at")

    def score(self, usual_ending: str) -> Score:
        data = self.validated_data
        return Score.duel(data["outcome"], data["glory_a"], data["glory_b"], data.get("ending", usual_ending))


def _ending(by_format: Callable[[Format], Sequence[str]]) -> Any:
    """The endings of all games at larger tables; which of them the event has is checked with the result."""
    tables = [form for game in GAMES.values() for form in game.formats.values() if not form.outcomes]
    codes = dict.fromkeys(code for form in tables for code in by_format(form))
    choices = [(code, Ending(code).label) for code in codes]
    return serializers.ChoiceField(choices=choices, required=False, help_text=ENDING_LEFT_OUT)


class TableReportSerializer(serializers.Serializer):
    """The result of a table of three or four, in the order of its seats. Players can only share a place if time ran
    out; the next place is then omitted: 1-2-2-4."""

    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_SEATS), min_length=1, max_length=MOST_SEATS
    )
    tallies = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_GLORY),
        min_length=1,
        max_length=MOST_SEATS,
        help_text="What players of this game count: Gallons of Glory, or glyphs",
    )
    heat = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_OF_A_HEAT),
        required=False,
        default=list,
        max_length=2,
        help_text="Of a heat, whose crew has place 1 when it won and 2 when it lost: Demon turns and KOs",
    )
    ending = _ending(lambda form: form.endings_by_players)
    version = serializers.IntegerField(required=False, help_text="the version of the match that was looked at")

    def score(self, usual_ending: str) -> Score:
        data = self.validated_data
        places: list[int | None] = data["places"]
        return Score(
            tuple(last_place(len(places)) if place is None else place for place in places),
            tuple(data["tallies"]),
            data.get("ending", usual_ending),
            tuple(seat for seat, place in enumerate(places) if place is None),
            tuple(data["heat"]),
        )


class TableResultSerializer(TableReportSerializer):
    """The result as the staff enter it. A place of null means that the player did not come."""

    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True),
        min_length=1,
        max_length=MOST_SEATS,
    )
    ending = _ending(lambda form: form.endings)


class VersionSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="the version of the match that was looked at")
    note = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
