"""Matches, player reports and results."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, PolymorphicProxySerializer, extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from accounts.profile.requests import AuthenticatedRequest
from tournaments.api import serializers
from tournaments.models import Event, Match
from tournaments.results.services import entry, reporting

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
