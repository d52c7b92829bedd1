"""One person with a row of every kind, and a marked text in every field that can hold something about them."""

import json
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import timezone

from accounts.models import ApiToken, ContentReport, FormerName, ModerationCase, SecurityEvent, Suspension, User
from config.backup import archive
from core.models import AuditEntry
from core.records import audit
from judging.models import (
    Appeal,
    Case,
    Comparison,
    FurtherKey,
    Recording,
    Report,
    Ruling,
    Statement,
    Submission,
    UndoneEntry,
)
from teams.models import CardPicture, FactDecision, FactRevision, LegalityProfile, Pool, TeamList
from tests.judging import people
from tests.tournaments import worlds
from tournaments.models import (
    Announcement,
    Crew,
    DeckCheck,
    Draw,
    FactsPin,
    ForbiddenPair,
    ListReader,
    Match,
    OutgoingMail,
    PartnerLink,
    Penalty,
    Registration,
    Result,
    ResultReport,
    Round,
    RoundDetails,
    Series,
    Staff,
    SubmittedList,
)
from tournaments.results.services.scores import Score

NAME = 'Canary "Éva"'
ADDRESS = "Canary@example.org"
NETWORK = "203.0.113.7"
HOLDS_TEXT = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.GenericIPAddressField)

# Fields that hold nothing about a person, by reason. A new field stands here, or a row of it is planted.
FRAMEWORK = {
    *("socialaccount.SocialApp." + name for name in ("provider", "provider_id", "name", "client_id", "secret", "key")),
    *("socialaccount.SocialApp.settings", "socialaccount.SocialToken.token", "socialaccount.SocialToken.token_secret"),
    "socialaccount.SocialAccount.provider",
    *("auth.Group.name", "auth.Permission.name", "auth.Permission.codename"),
} | {f"contenttypes.ContentType.{name}" for name in ("app_label", "model")}
DRAWN_OR_HASHED = {
    *("account.EmailConfirmation.key", "accounts.ApiToken.digest", "accounts.User.password", "core.Erasure.key"),
    *("axes.AccessLog.session_hash", "usersessions.UserSession.session_key", "teams.Pool.code"),
    *("tournaments.Introduction.key", "tournaments.Introduction.batch", "tournaments.OptOut.digest"),
    *("tournaments.OnceKey.key", "tournaments.Registration.link_token", "tournaments.Registration.claim_token"),
    *("tournaments.PartnerLink.token", "tournaments.PlayerImport.key", "tournaments.Registration.imported_line"),
    *("tournaments.StaffInvitation.token", "tournaments.SubmittedList.salt", "tournaments.SubmittedList.commitment"),
    *("judging.Submission.sha256", "judging.Report.steps", "judging.Report.data_version", "judging.Report.facts"),
    *("teams.FactRevision.pack", "teams.FactsSnapshot.digest", "teams.FactsSnapshot.game"),
}
WRITTEN_BY_THE_PROGRAM = {
    *("admin.LogEntry.object_id", "core.AuditEntry.action", "core.AuditEntry.scope", "core.AuditEntry.subject"),
    *("core.AuditEntry.request", "core.DomainEvent.name", "core.DomainEvent.handler", "core.DomainEvent.payload"),
    *(
        "accounts.ModerationCase.kind",
        "accounts.SecurityEvent.action",
        "core.Topic.name",
        "accounts.ApiToken.scopes",
        "accounts.User.locale",
    ),
    *("accounts.User.time_zone", "tournaments.OnceKey.action", "tournaments.Registration.left_from"),
    *("judging.Case.cause", "judging.Report.engine", "tournaments.Match.bracket_slot"),
    *("tournaments.Event.start_snapshot", "tournaments.Event.cut_seeds", "tournaments.RoundDetails.frozen_standings"),
    *(
        "judging.Recording.taps",
        "judging.Recording.sealed_by",
        "judging.Recording.joined_by",
        "judging.Report.claims",
        "tournaments.FactsPin.changes",
        "tournaments.Draw.document",
    ),
    *("tournaments.RoundDetails.clinch", "tournaments.Event.time_zone", "teams.Pool.home"),
    *(
        f"tournaments.{model}.{name}"
        for model in ("Result", "ResultReport")
        for name in ("places", "tallies", "absent", "heat")
    ),
}
CARDS_AND_RULES = {
    *("teams.LegalityProfile.based_on", "teams.LegalityProfile.expansions", "teams.LegalityProfile.banned"),
    *("teams.LegalityProfile.bosses", "teams.TeamList.legality", "teams.TeamList.figures", "teams.TeamList.pool"),
    "teams.TeamList.ruleset",
    *(
        "teams.FactRevision.game",
        "teams.FactRevision.slug",
        "teams.CardPicture.slug",
        "teams.FactRevision.body",
        "teams.FactsSnapshot.content",
    ),  # without the sources
    *("teams.Pool.figures", "tournaments.Series.points_by_rank"),
    *("tournaments.Event.legality", "tournaments.Event.arenas", "tournaments.Event.tie_breaks"),
    "tournaments.Event.challenges",
    *("tournaments.Event.points_by_place", "tournaments.Event.penalty_ladder"),
    *("tournaments.SubmittedList.figures", "tournaments.SubmittedList.pool"),
    *("tournaments.DeckCheck.seen", "tournaments.Match.arena", "tournaments.Penalty.article"),
    *("judging.Ruling.article", "judging.Recording.copied"),
}
ADDRESSES_OF_PAGES = {"teams.LegalityProfile.slug", "tournaments.Series.slug", "tournaments.Event.slug"}
OF_GUESTS = {
    "tournaments.Registration.guest_name",
    "tournaments.Registration.guest_email",
    "tournaments.Match.demon_called",
}  # test_old_data, test_canaries
# Of a card; they go with the account: tests/teams/test_photographs.py, test_card_pictures.py.
PICTURES = {"teams.FactPhotograph.content", "teams.CardPicture.large", "teams.CardPicture.small"}
NOT_PERSONAL = (
    PICTURES | FRAMEWORK | DRAWN_OR_HASHED | WRITTEN_BY_THE_PROGRAM | CARDS_AND_RULES | ADDRESSES_OF_PAGES | OF_GUESTS
)


def fields() -> dict[str, Any]:
    """Every field of the database that can hold words, by its name."""
    return {
        f"{model._meta.label}.{field.name}": field
        for model in [*archive.kept_models(), UserSession]
        for field in model._meta.concrete_fields
        if isinstance(field, HOLDS_TEXT) and not field.choices
    }


def plant(eva: User) -> dict[str, str]:
    """Answers the mark of each field."""
    marks = _identify(eva)
    planted = {row._meta.label: row for row in (*_of_account(eva), *_of_teams(eva), *_of_event(eva), *_of_judging(eva))}
    for number, (name, field) in enumerate(sorted(fields().items())):
        row = planted.get(field.model._meta.label)
        if row is None or name in NOT_PERSONAL or name in marks:
            continue
        marks[name] = NETWORK if isinstance(field, models.GenericIPAddressField) else f"{NAME} {number:03}"
        if not isinstance(row, AuditEntry):
            field.model._base_manager.filter(pk=row.pk).update(**{field.name: _value(field, marks[name], row)})
    for row in planted.values():
        if isinstance(row, AuditEntry):
            texts = {name: marks[f"core.AuditEntry.{name}"] for name in ("before", "after", "why")}
            before, after = {"source": texts["before"]}, [texts["after"]]
            audit.record("match-reopened", who=eva, subject=eva, before=before, after=after, why=texts["why"])
    return marks


def _value(field: Any, mark: str, row: models.Model) -> Any:
    if isinstance(field, models.BinaryField):
        return ('{"players": {"A": {"name": "Canary \\"\\u00c9va\\""}}, "n": ' + json.dumps(mark) + ", broken").encode()
    if not isinstance(field, models.JSONField):
        return mark
    if field.name == "header":
        return people.header(players={"A": {"name": NAME, "note": mark}, "B": {"name": "Bo"}})
    return [{"note": mark}] if isinstance(getattr(row, field.name), list) else {"note": mark}


def _identify(eva: User) -> dict[str, str]:
    expected = {"public_name": NAME, "username": "canary-1", "first_name": "Canary", "last_name": "Canary-Last"}
    User.objects.filter(pk=eva.pk).update(**expected, email=ADDRESS)
    EmailAddress.objects.filter(user=eva).update(email=ADDRESS)
    FormerName.objects.create(user=eva, name="Canary of old")
    eva.refresh_from_db()
    tried = {f"axes.{model}.username": ADDRESS for model in ("AccessAttempt", "AccessFailureLog", "AccessLog")}
    return {
        **{f"accounts.User.{name}": value for name, value in expected.items()},
        **tried,
        "accounts.User.email": ADDRESS,
        "account.EmailAddress.email": ADDRESS,
        "accounts.FormerName.name": "Canary of old",
        "tournaments.OutgoingMail.to": ADDRESS,
    }


def _of_account(eva: User) -> list[models.Model]:
    token, _secret = ApiToken.issue(owner=eva, name="x", scopes=["read"])
    of_user = ContentType.objects.get_for_model(User)
    return [
        token,
        LogEntry.objects.create(user=eva, content_type=of_user, object_id=str(eva.pk), object_repr="x", action_flag=2),
        Authenticator.objects.create(user=eva, type="totp", data={}),
        UserSession.objects.create(user=eva, ip=NETWORK, session_key="x" * 32),
        SocialAccount.objects.create(user=eva, provider="oidc", uid="x"),
        SecurityEvent.objects.create(user=eva, action="signed-in"),
        case := ModerationCase.objects.create(kind="accounts.user", subject_id=eva.pk, owner=eva),
        ContentReport.objects.create(case=case, reporter=eva),
        Suspension.objects.create(user=eva, case=case, by=worlds.a_user("mo")),
        AccessAttempt.objects.create(username=ADDRESS, failures_since_start=1),
        AccessFailureLog.objects.create(username=ADDRESS),
        AccessLog.objects.create(username=ADDRESS),
        AuditEntry(who=eva),
    ]


def _of_teams(eva: User) -> list[models.Model]:
    revision = FactRevision.objects.create(kind="text", slug="bill-tell", body={}, proposed_by=eva)
    return [
        TeamList.objects.create(owner=eva),
        Pool.objects.create(owner=eva, name="x"),
        LegalityProfile.objects.create(owner=eva, slug="mine", title="x"),
        revision,
        CardPicture.objects.create(slug="bill-tell", large=b"", small=b"", alt="x", uploaded_by=eva),
        FactDecision.objects.create(revision=revision, outcome="confirmed", by=eva),
    ]


def _of_event(eva: User) -> list[models.Model]:
    match = Match.objects.select_related("round__event__series").get()
    event = match.round.event
    series = Series.objects.create(owner=eva, name="x", slug="x")
    event.series = series
    event.save()
    Staff.objects.create(event=event, user=eva, role="owner")
    Staff.objects.create(event=event, user=worlds.a_user("otto"), role="owner")
    team = SubmittedList.objects.create(registration=match.a, figures=[], legal=True, verdict={})
    return [
        series,
        event,
        match,
        match.a,
        team,
        Round.objects.get(),
        RoundDetails.objects.create(round=match.round),
        Announcement.objects.create(event=event, by=eva, text="x"),
        Draw.objects.create(event=event, number=1, by=eva, seed=1, document={}),
        FactsPin.objects.create(event=event, by=eva),
        _crew_of(match.a),
        PartnerLink.objects.create(player=match.a),
        ForbiddenPair.objects.create(event=event, first=match.a, second=people.player("bo")),
        ListReader.objects.create(
            event=event, user=eva, may_play_since=timezone.now(), may_play_by=eva, may_play_why="x"
        ),
        DeckCheck.objects.create(submitted=team, by=eva, outcome=DeckCheck.Outcome.values[0]),
        OutgoingMail.objects.create(event=event, to=ADDRESS, subject="x", body="x"),
        Penalty.objects.create(registration=match.a, match=match, kind="warning", why="x", by=eva),
        Result.objects.create(match=match, source="staff", by=eva, **Score.duel("a").columns()),
        ResultReport.objects.create(match=match, by=match.a, **Score.duel("a").columns()),
    ]


def _crew_of(player: Registration) -> Crew:
    crew = Crew.objects.create(event=player.event)
    Registration.objects.filter(pk=player.pk).update(crew=crew, crew_seat=1)
    return crew


def _of_judging(eva: User) -> list[models.Model]:
    match = Match.objects.get()
    log = Submission.objects.create(match=match, submitter=eva, key="x", sha256="x", size=1, source="page", content=b"")
    recording = Recording.objects.create(match=match, started_by=eva, header={}, submission=log)
    report = Report.objects.create(submission=log, verdict="malformed", body={})
    case = Case.objects.create(event=match.round.event, kind="judge-call", cause="x", match=match)
    ruling = Ruling.objects.create(case=case, judge=eva, remedy="stands", reason="x", message="x")
    return [
        log,
        report,
        FurtherKey.objects.create(submission=log, key="x"),
        Comparison.objects.create(report=report, result=Result.objects.get(), differences=[]),
        recording,
        UndoneEntry.objects.create(recording=recording, number=0, actions=[], entered_by=[], undone_by=eva.pk),
        Statement.objects.create(case=case, by=eva, text="x"),
        ruling,
        Appeal.objects.create(case=case, by=eva, against=ruling, text="x", at=timezone.now()),
    ]
