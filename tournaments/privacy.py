"""Personal data of events: export and erasure. Results are kept."""

import secrets
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.profile.models import User
from accounts.profile.privacy import identity_of, scrub_audit_log
from core.privacy.forgetting import documents, scrub
from core.privacy.personal_data import ErasureRefused, StoredData
from core.records.audit import AuditEntry, key
from tournaments.events.models.event_texts import TEXTS
from tournaments.events.models.settings import OVER, LiveGames
from tournaments.models import (
    Announcement,
    DailyIntroductions,
    DeckCheck,
    Draw,
    Event,
    FactsPin,
    ListReader,
    ListReading,
    MailChoice,
    OptOut,
    OutgoingMail,
    PartnerLink,
    Penalty,
    Registration,
    Result,
    ResultReport,
    Role,
    Series,
    Staff,
    SubmittedList,
    digest_of,
)
from tournaments.players.services.dropping import leave_events
from tournaments.standings.services.player_record import games_of


def export(user: User) -> dict[str, Any]:
    mine = Registration.objects.filter(user=user).select_related("event")
    return {
        "registrations": [_registration(row) for row in mine],
        "staff": list(Staff.objects.filter(user=user).values("event__name", "role", "since")),
        "declared_not_to_play": list(
            ListReader.objects.filter(user=user).values("event__name", "declared_at", "may_play_since", "may_play_why")
        ),
        "lists_opened": list(ListReading.objects.filter(reader__user=user).values("reader__event__name", "at")),
        "mails": MailChoice.objects.filter(user=user)
        .values("registration", "pairing", "deadline", "announcement", "ruling")
        .first(),
        "events": documents(Event.objects.filter(staff__user=user, staff__role=Role.OWNER), "seed", "pods_seed"),
        "series": documents(Series.objects.filter(owner=user), "id", "owner_id"),
        "announcements": list(Announcement.objects.filter(by=user).values("event__name", "text", "at")),
        "card_texts_pinned": list(FactsPin.objects.filter(by=user).values("event__name", "at", "why")),
        "penalties_given": list(Penalty.objects.filter(by=user).values("kind", "article", "why", "at")),
        "results_entered": [
            {name: getattr(row, name) for name in ("match_id", "why", "at")} | row.score()
            for row in Result.objects.filter(by=user)
        ],
        "draws": list(Draw.objects.filter(by=user).values("event__name", "number", "why", "discarded_because", "at")),
        "deck_checks": list(DeckCheck.objects.filter(by=user).values("outcome", "note", "at")),
        "waiting_e_mails": list(mails_to(user).values("to", "subject", "body", "created_at")),
        "wants_no_mails": OptOut.objects.filter(digest=digest_of(user.email)).exists(),
    }


OF_REPORT = ("match_id", "says", "note", "at", "set_aside_at")


def _registration(row: Registration) -> dict[str, Any]:
    return {
        "event": row.event.name,
        "status": row.status,
        "registered_at": row.created_at.isoformat(),
        "club": row.club,
        "household": row.household,
        "crew": row.crew.name if row.crew else "",
        "guardian": row.guardian,
        "rating": row.rating,
        "note": row.note,
        "games_are_public": row.public_games,
        "games_are_live": row.live_games,
        "manual_order": row.manual_why,
        "lists": list(row.lists.values("name", "figures", "pool", "verdict", "why", "submitted_at", "locked_at")),
        "games": [(game.round, game.outcome, game.glory, game.glory_against, game.place) for game in games_of(row)],
        "reports": [
            {name: getattr(report, name) for name in OF_REPORT} | report.score() for report in row.reports.all()
        ],
        "penalties": list(row.penalties.current().values("kind", "article", "why", "at")),
    }


def mails_to(user: User) -> QuerySet[OutgoingMail]:
    sent_to = Q(registration__user=user)
    for address in identity_of(user).addresses:
        sent_to |= Q(to__iexact=address)
    return OutgoingMail.objects.filter(sent_to)


FORGOTTEN = [
    *("club", "household", "guardian", "note", "manual_why", "rating", "is_minor", "link_token", "claim_token"),
    "public_games",
    "live_games",
    "wished_partner",
]


def erase(user: User) -> None:
    """Erase the user's texts. Results, pairings and rulings stay under the pseudonym of the account."""
    leave_events(user)
    _forget_in_events(user)
    mine = Registration.objects.filter(user=user)
    ResultReport.objects.filter(by__in=mine).update(note="")
    SubmittedList.objects.filter(registration__in=mine).update(name="")
    mails_to(user).delete()
    DailyIntroductions.objects.filter(organiser=user).delete()
    PartnerLink.objects.filter(player__in=mine).delete()
    MailChoice.objects.filter(user=user).delete()
    for row in mine:
        row.club = row.household = row.guardian = row.note = row.manual_why = ""
        row.rating, row.is_minor, row.public_games, row.wished_partner = None, False, False, None
        row.live_games = LiveGames.NONE
        row.link_token, row.claim_token = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
        row.save(update_fields=FORGOTTEN)  # only these fields: another transaction may be changing the rest of the row
    Staff.objects.filter(user=user).exclude(role=Role.OWNER).delete()


def _forget_in_events(user: User) -> None:
    """Remove the user's name from texts by others in all events in which they had a part."""
    part = Q(registrations__user=user) | Q(staff__user=user) | Q(series__owner=user)
    part |= Q(invitations__invited_by=user) | Q(invitations__accepted_by=user)
    events = Event.objects.filter(pk__in=Event.objects.filter(part).values("pk"))
    identity = identity_of(user)
    series = Series.objects.filter(Q(owner=user) | Q(events__in=events))
    scrub(series, identity, "name", "description", "description_html")
    for texts in TEXTS:
        scrub(texts.of(events), identity, *texts.columns)
    scrub_audit_log(AuditEntry.objects.filter(scope__in=[key(event) for event in events]), identity)


def leaves_no_event_ownerless(user: User) -> None:
    others = Staff.objects.filter(event=OuterRef("pk"), role=Role.OWNER, user__is_active=True).exclude(user=user)
    owned = Event.objects.filter(~Exists(others), staff__user=user, staff__role=Role.OWNER)
    for event in owned.exclude(state__in=OVER):
        raise ErasureRefused(
            _("You are the only owner of “%(event)s”. Invite another owner, or finish or cancel the event first.")
            % {"event": event.name}
        )


def stored_data(user: User) -> list[StoredData]:
    registrations = user.registrations.select_related("event").order_by("event__starts_at")
    roles = Staff.objects.filter(user=user).select_related("event").order_by("since")
    stays = _("the results for good, without your name once you delete your account; the rest until then")
    rows = [
        StoredData(_("Registration, team lists and results: %(event)s") % {"event": row.event.name}, _words(row), stays)
        for row in registrations
    ]
    rows += [
        StoredData(
            _("Role: %(event)s") % {"event": role.event.name}, role.get_role_display(), _("until you leave the staff")
        )
        for role in roles
    ]
    waiting = mails_to(user).count()
    rows.append(StoredData(_("E-mails that wait to be sent"), str(waiting or ""), _("until sent, 30 days at most")))
    return rows


def _words(row: Registration) -> str:
    """Summarise what the player or the staff wrote, for the player to read."""
    consent = _("agreed to public games") if row.public_games else ""
    return ", ".join(filter(None, [row.get_status_display(), row.club, row.household, row.guardian, consent]))
