"""Serializers of logs, reports and cases."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from core.pages.links import absolute
from judging.models import Case, Report, Ruling, Statement, Submission


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

    class Meta:
        model = Submission
        fields = [
            *("id", "state", "verdict", "ended", "match", "corrects", "sha256", "size", "received_at"),
            *("reports", "page"),
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
