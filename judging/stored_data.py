"""Descriptions of the personal data that judging stores, for the privacy page."""

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from accounts.profile.models import User
from core.privacy.stored_data import StoredData, ending, number_held, rows_held
from judging.logs.services.ip_addresses import ADDRESS_RETENTION
from judging.models import Appeal, Recording, Ruling, Statement
from judging.privacy import logs_of


def stored_data(user: User) -> list[StoredData]:
    nameless = _("for good; without your name once you delete your account")
    known = Q(address__isnull=False)
    logs = logs_of(user).aggregate(
        number=Count("pk"), addresses=Count("pk", filter=known), last=Max("received_at", filter=known)
    )
    words = rows_held(Statement, "by", user) + rows_held(Appeal, "by", user)
    return [
        StoredData(_("Game logs"), str(logs["number"] or ""), nameless),
        StoredData(
            _("Network addresses from which game logs came"),
            str(logs["addresses"] or ""),
            _("90 days each"),
            ending(logs["last"], ADDRESS_RETENTION),
        ),
        StoredData(_("Recorded games"), number_held(Recording, "started_by", user), nameless),
        StoredData(_("Statements and appeals"), str(words or ""), _("until you delete your account")),
        StoredData(_("Rulings that you gave"), number_held(Ruling, "judge", user), nameless),
    ]
