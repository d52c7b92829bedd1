"""Descriptions of the personal data that judging stores, for the privacy page."""

from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.users import User
from core.stored_data import StoredData, ending
from judging.models import Appeal, Recording, Ruling, Statement
from judging.privacy import logs_of
from judging.services.logs.ip_addresses import ADDRESS_RETENTION


def stored_data(user: User) -> list[StoredData]:
    logs = logs_of(user)
    from_where = logs.filter(address__isnull=False)
    nameless = _("for good; without your name once you delete your account")
    last = from_where.aggregate(last=Max("received_at"))["last"]
    words = Statement.objects.filter(by=user).count() + Appeal.objects.filter(by=user).count()
    return [
        StoredData(_("Game logs"), str(logs.count() or ""), nameless),
        StoredData(
            _("Network addresses from which game logs came"),
            str(from_where.count() or ""),
            _("90 days each"),
            ending(last, ADDRESS_RETENTION),
        ),
        StoredData(_("Recorded games"), str(Recording.objects.filter(started_by=user).count() or ""), nameless),
        StoredData(_("Statements and appeals"), str(words or ""), _("until you delete your account")),
        StoredData(_("Rulings that you gave"), str(Ruling.objects.filter(judge=user).count() or ""), nameless),
    ]
