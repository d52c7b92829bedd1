"""Notifications of a ruling: live updates of open pages, and e-mail to those who want it."""

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from core.pages.links import absolute
from core.records.mail import send_after_commit
from judging.models import Appeal, Ruling
from judging.rulings.services.corrected_words import corrected_words
from teams.wording import colon
from tournaments.mail.services.mail import when, write
from tournaments.models import Registration, Topic
from tournaments.results.services.scores import describe_score as score_in_words


def notify_of_ruling(ruling: Ruling) -> None:
    for person in ruling.case.people():
        with translation.override(person.user.locale if person.user and person.user.locale else None):
            _mail(ruling, person)


def notify_of_appeal(appeal: Appeal, *, administrators: Iterable[User]) -> None:
    """Write to the administrators of the site where only they can hear the appeal."""
    for user in (each for each in administrators if each.email):
        with translation.override(user.locale or None):
            _mail_administrator(appeal, user)


def _mail_administrator(appeal: Appeal, user: User) -> None:
    case = appeal.case
    said = _(
        "%(player)s appeals against a ruling of %(judge)s. The event has no other judge for it: please hear the appeal."
    ) % {"player": appeal.author, "judge": appeal.against.judge}
    body = f"{said}\n\n{appeal.text}\n\n{absolute(case.get_absolute_url())}"
    subject = _("%(event)s: appeal") % {"event": case.event}
    send_after_commit(EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [user.email]))


def _mail(ruling: Ruling, person: Registration) -> None:
    event = ruling.case.event
    subject = _("%(event)s: ruling replaced") if ruling.supersedes else _("%(event)s: ruling")
    write(event, [person], Topic.RULING, subject % {"event": event}, "\n\n".join(_lines(ruling)))


def _lines(ruling: Ruling) -> Iterator[str]:
    if ruling.supersedes:
        describe_score = {"when": when(ruling.case.event, ruling.supersedes.at), "judge": ruling.supersedes.judge}
        yield _("This replaces the ruling of %(when)s by %(judge)s, which no longer counts.") % describe_score
    yield f"{colon(ruling.case.get_kind_display())} {ruling.get_remedy_display()}"
    if ruling.case.match and (score := ruling.details.get("score")):
        yield score_in_words(ruling.case.match, score)
    if corrected := corrected_words(ruling):
        yield corrected
    if ruling.penalised is not None:
        yield f"{colon(ruling.get_penalty_kind_display())} {ruling.penalised.shown_name}"
    yield ruling.message
