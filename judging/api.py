"""The API of judging: submitting logs, reading verdicts, and the cases of an event for its judges."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, Q
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from core.pages.links import absolute
from core.pages.parsers import RawBody
from core.pages.requests import client_address
from judging.cases.models import AUTHORS
from judging.cases.services.settled import SETTLED, comes_after_seal
from judging.errors import WrongEncoding
from judging.logs.services.submission import submit_log
from judging.models import Case, Report, Ruling, Statement, Submission
from judging.rights import may_rule, may_see
from rules.games import DEFAULT, MAX_BYTES
from tournaments.base.views.form_fields import whole_number
from tournaments.models import Event, Match, players_of


# Serializers of logs, reports and cases.
class LogSerializer(serializers.ModelSerializer):
    id = serializers.UUIDField(source="uuid")
    match = serializers.IntegerField(source="match_id", allow_null=True)
    corrects = serializers.UUIDField(
        source="corrects.uuid", allow_null=True, read_only=True, help_text="Of a judge's copy: the log that it amends."
    )
    verdict = serializers.SerializerMethodField()
    ended = serializers.SerializerMethodField()
    reports = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()
    notice = serializers.SerializerMethodField(
        help_text="What somebody should read, as that the match was settled before. Empty in lists."
    )

    class Meta:
        model = Submission
        fields = [
            *("id", "state", "verdict", "ended", "match", "corrects", "sha256", "size", "received_at"),
            *("reports", "page", "notice"),
        ]

    def get_verdict(self, log: Submission) -> str | None:
        """Return the verdict; None until a worker has answered."""
        return next((report.verdict for report in log.reports.all() if report.current), None)

    def get_ended(self, log: Submission) -> bool | None:
        """Return whether the game is over; an incomplete log proves no result, whatever its verdict."""
        return next((report.ended for report in log.reports.all() if report.current), None)

    def get_reports(self, log: Submission) -> str:
        return absolute(reverse("log-reports", args=[log.uuid]), self.context.get("request"))

    def get_page(self, log: Submission) -> str:
        request: Any = self.context.get("request")
        return absolute(log.get_absolute_url(), request)

    def get_notice(self, log: Submission) -> str:
        return str(SETTLED) if self.context["view"].action != "list" and comes_after_seal(log) else ""


class ReportSerializer(serializers.ModelSerializer):
    report = serializers.DictField(source="body", help_text="The report as `validate_log --json` prints it.")

    class Meta:
        model = Report
        fields = ["verdict", "ended", "current", "created_at", "engine", "data_version", "report"]


class StatementSerializer(serializers.ModelSerializer):
    by = serializers.CharField(source="author.shown_name")

    class Meta:
        model = Statement
        fields = ["by", "at", "text"]


class RulingSerializer(serializers.ModelSerializer):
    judge = serializers.CharField(source="judge.shown_name")

    class Meta:
        model = Ruling
        fields = [
            *("id", "judge", "at", "remedy", "details", "penalty_kind", "penalised", "article", "reason", "message"),
            *("is_final", "supersedes"),
        ]


class CaseSerializer(serializers.ModelSerializer):
    event: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    log = serializers.UUIDField(source="submission.uuid", allow_null=True, default=None)
    statements = StatementSerializer(many=True)
    rulings = RulingSerializer(many=True)

    class Meta:
        model = Case
        fields = [
            *("id", "event", "kind", "status", "opened_at", "match", "registration", "log", "claimed_by"),
            *("statements", "rulings"),
        ]


RECEIPT = {
    "id": "5f2c1d9e-6f3b-4c57-9a55-0d7a5c1b8f10",
    "state": "queued",
    "verdict": None,
    "ended": None,
    "match": 12,
    "corrects": None,
    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "size": 18422,
    "received_at": "2026-11-21T14:03:07Z",
    "reports": "https://tournaments.example/api/v1/logs/5f2c1d9e-6f3b-4c57-9a55-0d7a5c1b8f10/reports/",
    "page": "https://tournaments.example/logs/5f2c1d9e-6f3b-4c57-9a55-0d7a5c1b8f10/",
    "notice": "",
}
FINDING = {
    "action": 41,
    "severity": "error",
    "article": "4.14.2.d",
    "code": "locked-unit-kept-ap",
    "message": "a2 was locked by b1 and lost 3 AP: 0 AP are left, the spell costs 3.",
}
REPORT = {
    "verdict": "invalid",
    "ended": True,
    "current": True,
    "created_at": "2026-11-21T14:03:08Z",
    "engine": DEFAULT.engine,
    "data_version": "0d7a5c1b8f10",
    "report": {
        "verdict": "invalid",
        "findings": [FINDING],
        "winner": "A",
        "won_by": "glory",
        "glory": {"A": 8, "B": 0},
        "ended": True,
        "proof": {"proved": 212, "believed": 1, "unchecked": 0, "faulty": 1, "by_card": {"naz-rael": 1}},
        "believed": [{"action": 38, "card": "naz-rael", "field": "range", "spell": "feline-leap"}],
    },
}
LOG: dict[str, Any] = {
    "format": DEFAULT.formats[0],
    "ruleset": DEFAULT.slug,
    "arena": "the-pit",
    "actions": [{"do": "end-turn"}],
}


RULING = {
    "id": 3,
    "judge": "Jo",
    "at": "2026-11-21T14:10:40Z",
    "remedy": "correct-result",
    "details": {"score": {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "ruling"}},
    "penalty_kind": "game-loss",
    "penalised": 41,
    "article": "4.14.2.d",
    "reason": "0 AP were left.",
    "message": "The game was lost at action 42.",
    "is_final": False,
    "supersedes": None,
}
CASE = {
    "id": 7,
    "event": "autumn-open",
    "kind": "invalid-log",
    "status": "ruled",
    "opened_at": "2026-11-21T14:03:08Z",
    "match": 12,
    "registration": None,
    "log": RECEIPT["id"],
    "claimed_by": None,
    "statements": [{"by": "Ana", "at": "2026-11-21T14:05:00Z", "text": "It was E3."}],
    "rulings": [RULING],
}


class RawLog(RawBody):
    media_type = "application/json"
    most_bytes = MAX_BYTES


@extend_schema_view(list=extend_schema(examples=[OpenApiExample("A log of mine", RECEIPT)]))
class LogViewSet(mixins.ListModelMixin, viewsets.GenericViewSet):
    """Game logs that you submitted. Others can be read by id if you play in their match or judge their event."""

    write_scope = "judging:write"
    permission_classes = (IsAuthenticated,)
    serializer_class = LogSerializer
    parser_classes = (RawLog,)
    lookup_field = "uuid"
    lookup_value_regex = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    filter_backends = ()
    queryset = Submission.objects.none()

    def get_queryset(self) -> Any:
        current = Prefetch(
            "reports", queryset=Report.objects.filter(current=True).only("verdict", "ended", "current", "submission")
        )
        mine = Submission.objects.filter(submitter=self.request.user, guest__isnull=True)
        return mine.select_related("corrects").defer("corrects__content").prefetch_related(current)

    def get_object(self) -> Submission:
        logs = Submission.objects.select_related("match__round__event", "corrects").prefetch_related(
            players_of("match")
        )
        log = get_object_or_404(logs.defer("corrects__content"), uuid=self.kwargs["uuid"])
        if not may_see(log, self.request.user):
            raise PermissionDenied(_("Only the players of this match and the event's staff can see this log."))
        return log

    @extend_schema(
        operation_id="logs_create",
        parameters=[
            OpenApiParameter("match", int, description="The match played; without it the log is only checked."),
            OpenApiParameter(
                "Idempotency-Key", str, "header", description="The same key and bytes again: the same answer."
            ),
        ],
        request={"application/json": dict},
        responses={
            202: OpenApiResponse(LogSerializer, "Stored. The verdict comes at the address in Location."),
            409: OpenApiResponse(
                description="The key was used for other bytes (`key-reused`), or the log is of another ruleset than "
                "the event (`ruleset-differs`)."
            ),
            413: OpenApiResponse(description="More than 2 MiB (`too-large`)."),
            415: OpenApiResponse(description="Sent compressed (`compressed`)."),
            429: OpenApiResponse(description="More than 20 logs of one match (`too-many-logs`)."),
        },
        examples=[
            OpenApiExample("A log", LOG, request_only=True),
            OpenApiExample("Receipt", RECEIPT, response_only=True, status_codes=["202"]),
        ],
    )
    def create(self, request: Any) -> Response:
        if request.headers.get("Content-Encoding", "identity") != "identity":
            raise WrongEncoding("compressed", _("Send logs uncompressed."))
        log = submit_log(
            content=request.data if isinstance(request.data, bytes) else b"",
            submitter=request.user,
            match=_match(request.query_params.get("match", "")),
            key=request.headers.get("Idempotency-Key", ""),
            source=Submission.Source.API,
            address=client_address(request._request) or None,
        )
        address = absolute(reverse("log-detail", args=[log.uuid]), request)
        return Response(self.get_serializer(log).data, status=202, headers={"Location": address})

    @extend_schema(operation_id="logs_retrieve", examples=[OpenApiExample("Receipt", RECEIPT)])
    def retrieve(self, request: Request, uuid: Any) -> Response:
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        operation_id="logs_reports",
        responses=ReportSerializer(many=True),
        examples=[OpenApiExample("Reports", REPORT)],
    )
    @action(detail=True, pagination_class=None)
    def reports(self, request: Request, uuid: Any) -> Response:
        """Every report on this log, the latest first; one of them is current."""
        return Response(ReportSerializer(self.get_object().reports.all(), many=True).data)


def _match(text: str) -> Match | None:
    if not text:
        return None
    matches = Match.objects.select_related("round__event").with_players()
    return get_object_or_404(matches, pk=whole_number(text, digits=18))


@extend_schema_view(
    list=extend_schema(examples=[OpenApiExample("A case", CASE)]),
    retrieve=extend_schema(examples=[OpenApiExample("A case", CASE)]),
)
class CaseViewSet(viewsets.ReadOnlyModelViewSet):
    """The cases of the events that you judge, except those with a conflict of interest."""

    permission_classes = (IsAuthenticated,)
    serializer_class = CaseSerializer
    filterset_fields = {"event__slug": ["exact"], "kind": ["exact"], "status": ["exact"]}
    lookup_value_regex = r"\d{1,18}"
    queryset = Case.objects.none()

    def get_queryset(self) -> Any:
        events = [event.pk for event in self._events() if may_rule(event, self.request.user)]
        cases = Case.objects.filter(event__in=events).not_in_conflict_with(self.request.user).most_urgent_first()
        return (
            cases.select_related("event", "submission")
            .defer("submission__content")
            .prefetch_related(*AUTHORS, "rulings__judge")
        )

    def _events(self) -> Any:
        user = self.request.user
        return Event.objects.all() if user.is_superuser else Event.objects.filter(Q(staff__user=user)).distinct()


router = SimpleRouter()
router.register("logs", LogViewSet, basename="log")
router.register("cases", CaseViewSet, basename="case")
urlpatterns = router.urls
