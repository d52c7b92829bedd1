"""What programs read and send. Names are those that everyone sees."""

from typing import Any

from rest_framework import serializers

from core.names import one_line
from tournaments.models import Ending, Event, Match, Outcome, Registration, Result, Round, Seat
from tournaments.models.limits import HIGHEST_RATING
from tournaments.models.results import MOST_GLORY
from tournaments.services.results.scores import Score


class EventSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = [
            *("slug", "name", "state", "place", "time_zone", "starts_at", "ends_at", "capacity", "entry_fee"),
            *("team_format", "limited_kind", "legality", "rewards", "arenas", "lists_required", "list_deadline"),
            *("swiss_rounds", "cut_size", "round_minutes", "points_win", "points_draw", "points_loss"),
            *("tie_breaks", "glory_cap"),
            *("mode", "team_level", "points_by_place", "bye_points", "tables_of_three"),
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
    outcome = serializers.ChoiceField(choices=Outcome.choices, read_only=True)
    glory_a = serializers.IntegerField(read_only=True)
    glory_b = serializers.IntegerField(read_only=True)

    class Meta:
        model = Result
        fields = ["outcome", "glory_a", "glory_b", "ending", "at", "is_correction"]


class PairingSerializer(serializers.Serializer):
    match = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    a = serializers.CharField()
    b = serializers.CharField()
    a_id = serializers.IntegerField()
    b_id = serializers.IntegerField(allow_null=True)
    a_points = serializers.IntegerField()
    b_points = serializers.IntegerField()
    state = serializers.CharField()
    score = serializers.CharField()


class StandingSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    status = serializers.CharField()
    figures = serializers.ListField(child=serializers.CharField())


class SeatSerializer(serializers.ModelSerializer):
    player = RegistrationSerializer(source="registration", read_only=True)

    class Meta:
        model = Seat
        fields = ["number", "side", "role", "player"]


class MatchSerializer(serializers.ModelSerializer):
    """`a` and `b` are the players of a duel, whom `seats` lists too, in the order as written."""

    round = serializers.IntegerField(source="round.number", read_only=True)
    a = RegistrationSerializer(read_only=True)
    b = RegistrationSerializer(read_only=True, allow_null=True)
    seats = SeatSerializer(source="seated", many=True, read_only=True)
    result = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = ["id", "round", "table", "a", "b", "seats", "state", "version", "result"]

    def get_result(self, match: Match) -> dict[str, Any] | None:
        current = match.results.current().first()
        return dict(ResultSerializer(current).data) if current else None


class ScoreSerializer(serializers.Serializer):
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    glory_a = serializers.IntegerField(min_value=0, max_value=MOST_GLORY)
    glory_b = serializers.IntegerField(min_value=0, max_value=MOST_GLORY)
    ending = serializers.ChoiceField(choices=Ending.choices, default=Ending.GLORY)
    version = serializers.IntegerField(required=False, help_text="the version of the match that was looked at")

    def score(self) -> Score:
        data = self.validated_data
        return Score(data["outcome"], data["glory_a"], data["glory_b"], data["ending"])


class VersionSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="the version of the match that was looked at")
    note = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
