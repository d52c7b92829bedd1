"""Those concerned learn of a ruling at once: their open pages by a hint, the rest by mail as each has chosen."""

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.live import touch
from judging.models import Appeal, Case, Ruling
from tournaments.models import Registration, Topic
from tournaments.services.mail import write


def tell_ruling(ruling: Ruling) -> None:
    _hint(ruling.case)
    for person in ruling.case.people():
        with translation.override(person.user.locale if person.user and person.user.locale else None):
            _mail(ruling, person)


def tell_appeal(appeal: Appeal) -> None:
    _hint(appeal.case)


def _mail(ruling: Ruling, person: Registration) -> None:
    event = ruling.case.event
    lines = [f"{ruling.case.get_kind_display()}: {ruling.get_remedy_display()}", ruling.message]
    if ruling.penalised is not None:
        lines.insert(1, f"{ruling.get_penalty_kind_display()}: {ruling.penalised.shown_name}")
    write(event, [person], Topic.RULING, _("%(event)s: a judge has ruled") % {"event": event}, "\n\n".join(lines))


def _hint(case: Case) -> None:
    match = [case.match.topic] if case.match else []
    touch(case.topic, *match, *(person.topic for person in case.people()), *case.event.topics("cases"))
