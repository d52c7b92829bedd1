"""Events, their players, rounds and standings."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django_filters import ChoiceFilter, FilterSet
from drf_spectacular.utils import OpenApiExample, PolymorphicProxySerializer, extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from accounts.models import User
from tournaments.api import serializers
from tournaments.events.models.formats import game_choices, ruleset_choices
from tournaments.models import Event, Match, Registration
from tournaments.players.services import dropping, registration
from tournaments.results.services import entry, reporting
from tournaments.rounds.services.pairing_table import rows_of
from tournaments.standings.services.table import standings_table


class AuthenticatedRequest(Request):
    """An API request of a signed-in user (DEFAULT_PERMISSION_CLASSES)."""

    user: User


def _one_of(choices: list[tuple[str, Any]]) -> ChoiceFilter:
    known = ", ".join(slug for slug, _title in choices)
    unknown = format_lazy(_("One of these is expected: {choices}."), choices=known)
    return ChoiceFilter(choices=choices, error_messages={"invalid_choice": unknown})


class EventFilter(FilterSet):
    game = _one_of(game_choices())
    ruleset = _one_of(ruleset_choices())

    class Meta:
        model = Event
        fields = ("state", "game", "ruleset", "team_format")


class EventViewSet(viewsets.ReadOnlyModelViewSet):
    """Events that you can see; `?state=running` filters by state."""

    serializer_class = serializers.EventSerializer
    write_scope = "events:write"
    lookup_field = "slug"
    filterset_class = EventFilter
    queryset = Event.objects.none()

    def get_queryset(self) -> Any:
        return Event.objects.visible_to(self.request.user)

    @extend_schema(responses=serializers.RegistrationSerializer(many=True))
    @action(detail=True)
    def players(self, request: Request, slug: str) -> Response:
        """All players of the event."""
        rows = self.get_object().registrations.taking_part().named()
        return Response(serializers.RegistrationSerializer(rows, many=True).data)

    @extend_schema(request=serializers.RegisterSerializer, responses={201: serializers.RegistrationSerializer})
    @action(detail=True, methods=["post"])
    def register(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Register yourself. The answer says whether you have a place or wait for one."""
        sent = serializers.RegisterSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        me = registration.register(event_id=self.get_object().pk, who=request.user, about=sent.validated_data)
        return Response(serializers.RegistrationSerializer(me).data, status=201)

    @extend_schema(request=None, responses=serializers.RegistrationSerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Withdraw from the event; once it is played, this is a drop."""
        event = self.get_object()
        me: Registration = get_object_or_404(event.registrations.of(request.user))
        leave = dropping.drop if event.is_playing else registration.withdraw
        return Response(serializers.RegistrationSerializer(leave(registration=me, who=request.user)).data)

    @extend_schema(responses=serializers.RoundSerializer(many=True))
    @action(detail=True)
    def rounds(self, request: Request, slug: str) -> Response:
        """The published rounds."""
        return Response(serializers.RoundSerializer(self.get_object().rounds.public(), many=True).data)

    @extend_schema(responses=serializers.PairingSerializer(many=True))
    @action(detail=True, url_path=r"rounds/(?P<number>\d{1,4})/pairings")
    def pairings(self, request: Request, slug: str, number: str) -> Response:
        """Tables, players and results of a round."""
        shown = get_object_or_404(self.get_object().rounds.public(), number=int(number))
        return Response([serializers.PairingSerializer.of(shown, row) for row in rows_of(shown)])

    @extend_schema(responses=serializers.StandingSerializer(many=True))
    @action(detail=True)
    def standings(self, request: Request, slug: str) -> Response:
        """The current standings, or those published after `?round=3`."""
        event, number = self.get_object(), request.query_params.get("round", "")
        if number and not (number.isdecimal() and len(number) < 5):
            raise Http404
        shown = get_object_or_404(event.rounds.public().swiss(), number=int(number)) if number else None
        table = standings_table(event, shown)
        return Response(serializers.StandingSerializer(table.rows, many=True).data)


# Matches, player reports and results.
TABLE = {"places": [2, 1, 3, 4], "tallies": [0, 5, 0, 0], "ending": "glory"}
ABSENT = {"places": [2, 1, 3, None], "tallies": [0, 5, 0, 0], "ending": "glory"}


def _score_of(table: Any, name: str) -> Any:
    """Return the schema of a score: a duel has a winner, a larger table has places."""
    return PolymorphicProxySerializer(
        component_name=name, serializers=[serializers.ScoreSerializer, table], resource_type_field_name=None
    )


class MatchViewSet(mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    """Matches of published rounds. A player reports, all others confirm or dispute; staff enter results."""

    serializer_class = serializers.MatchSerializer
    queryset = Match.objects.none()
    filter_backends = ()
    write_scope = "events:write"
    lookup_value_regex = r"\d{1,15}"

    def get_queryset(self) -> Any:
        events = Event.objects.visible_to(self.request.user).values("pk")
        return Match.objects.public().named().filter(round__event__in=events)

    @extend_schema(
        request=_score_of(serializers.TableReportSerializer, "ReportedScore"),
        responses=serializers.MatchSerializer,
        examples=[OpenApiExample("A table of four", TABLE, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def report(self, request: AuthenticatedRequest, pk: str) -> Response:
        """Report the result of your own match: winner and tallies of a duel, places and tallies of a larger table."""
        sent, match = self._sent_score(serializers.TableReportSerializer), self.get_object()
        score = sent.score(match.format.usual_endings[0])
        return self._respond(reporting.report_result(match_id=match.pk, who=request.user, score=score))

    @extend_schema(
        request=_score_of(serializers.TableResultSerializer, "EnteredScore"),
        responses=serializers.MatchSerializer,
        examples=[OpenApiExample("Whose fourth player did not come", ABSENT, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def enter(self, request: AuthenticatedRequest, pk: str) -> Response:
        """Enter a result as staff."""
        sent = self._sent_score(serializers.TableResultSerializer)
        version, match = sent.validated_data.get("version"), self.get_object()
        score = sent.score(match.format.usual_endings[0])
        return self._respond(entry.enter_result(match_id=match.pk, who=request.user, score=score, seen_version=version))

    @extend_schema(request=serializers.VersionSerializer, responses=serializers.MatchSerializer)
    @action(detail=True, methods=["post"])
    def confirm(self, request: AuthenticatedRequest, pk: str) -> Response:
        """Confirm what your opponent reported, as of the version that you saw."""
        data = self._validated(serializers.VersionSerializer).validated_data
        match_id = self.get_object().pk
        return self._respond(
            reporting.confirm_result(match_id=match_id, who=request.user, seen_version=data["version"])
        )

    @extend_schema(request=serializers.VersionSerializer, responses=serializers.MatchSerializer)
    @action(detail=True, methods=["post"])
    def dispute(self, request: AuthenticatedRequest, pk: str) -> Response:
        """Dispute the reported result, which calls a judge."""
        data = self._validated(serializers.VersionSerializer).validated_data
        arguments = {"match_id": self.get_object().pk, "seen_version": data["version"], "note": data["note"]}
        return self._respond(reporting.dispute_result(who=request.user, **arguments))

    def _validated(self, kind: Any) -> Any:
        sent = kind(data=self.request.data)
        sent.is_valid(raise_exception=True)
        return sent

    def _sent_score(self, table: Any) -> Any:
        """Parse a score by its fields. The services check whether it fits the match."""
        sent = self.request.data
        has_places = isinstance(sent, dict) and "places" in sent
        return self._validated(table if has_places else serializers.ScoreSerializer)

    def _respond(self, match: Match) -> Response:
        return Response(serializers.MatchSerializer(match).data)


router = SimpleRouter()
router.register("events", EventViewSet, basename="event")
router.register("matches", MatchViewSet, basename="match")
urlpatterns = router.urls
