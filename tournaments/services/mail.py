"""Mails are written down with the change that gives the reason, and sent by the task: never inside a lock."""

import datetime as dt
from collections.abc import Callable, Iterable
from typing import Any

from django.core.mail import send_mail
from django.db.models import F
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.links import absolute
from tournaments.models import Event, MailChoice, Match, OutgoingMail, Registration, Round, Status, Topic

MOST_ATTEMPTS = 5
MOST_AT_ONCE = 200


def wants(registration: Registration, topic: str, choices: dict[int, MailChoice]) -> bool:
    """People without an account get what concerns their registration, if they left an address."""
    if not registration.email:
        return False
    choice = choices.get(registration.user_id or 0) or MailChoice()
    return choice.wants(topic)


def page_of(player: Registration) -> str:
    """Where the player goes on: who has no account has a link."""
    if player.user_id:
        return player.event.get_absolute_url()
    return reverse("tournaments:personal", args=[player.link_token])


def write(
    event: Event,
    players: Iterable[Registration],
    topic: str,
    subject: str,
    body: str,
    page: Callable[[Registration], str] = page_of,
) -> int:
    """One mail for each of the players who wants this kind; call inside the transaction of the change."""
    players = list(players)
    users = [player.user_id for player in players if player.user_id]
    choices = {choice.user_id: choice for choice in MailChoice.objects.filter(user__in=users)}
    mails = [_letter(event, player, subject, body, page(player)) for player in players if wants(player, topic, choices)]
    OutgoingMail.objects.bulk_create(mails)
    return len(mails)


def _letter(event: Event, player: Registration, subject: str, body: str, page: str) -> OutgoingMail:
    """What is said, then day and place of the event, and where to go on."""
    with translation.override(_locale_of(player)):
        about = [str(event), when(event, event.starts_at), event.place, absolute(page)]
    whole = f"{body}\n\n" + "\n".join(filter(None, about))
    return OutgoingMail(event=event, to=player.email, subject=subject[:200], body=whole)


def when(event: Event, moment: dt.datetime) -> str:
    """On the clock of the hall, which it names: a letter does not know where it is read."""
    return f"{date_format(moment.astimezone(event.zone), 'j F Y, H:i')} ({event.zone})"


def tell_registration(player: Registration) -> None:
    event = player.event
    with translation.override(_locale_of(player)):
        subject = _("%(event)s: %(status)s") % {"event": event, "status": Status(player.status).label}
        body = _("Your registration for %(event)s is now: %(status)s.") % {
            "event": event,
            "status": Status(player.status).label,
        }
        write(event, [player], Topic.REGISTRATION, subject, body)


def send_waiting() -> int:
    """Sends what waits. A mail is claimed by its attempt, so two senders do not send it twice."""
    sent = 0
    for mail in OutgoingMail.objects.filter(attempts__lt=MOST_ATTEMPTS)[:MOST_AT_ONCE]:
        mine = OutgoingMail.objects.filter(pk=mail.pk, attempts=mail.attempts)
        if mine.update(attempts=F("attempts") + 1):
            sent += _send(mail)
    return sent


def _send(mail: Any) -> int:
    try:
        send_mail(mail.subject, mail.body, None, [mail.to])
    except OSError:
        return 0
    mail.delete()
    return 1


def tell_missing_list(event: Event, players: list[Registration]) -> int:
    told = 0
    for locale, readers in _by_locale(players).items():
        with translation.override(locale):
            subject = _("%(event)s: your team list is missing") % {"event": event}
            asked = _("Please submit your team list for %(event)s.") % {"event": event}
            if event.list_deadline:
                asked += " " + _("It is taken until %(when)s.") % {"when": when(event, event.list_deadline)}
            told += write(event, readers, Topic.DEADLINE, subject, asked, _page_of_the_list)
    return told


def _page_of_the_list(player: Registration) -> str:
    """A list is handed in with an account: who has none takes the registration into one first."""
    if player.user_id:
        return reverse("tournaments:my_list", args=[player.event.slug])
    return reverse("tournaments:claim", args=[player.claim_token])


def _by_locale(players: Iterable[Registration]) -> dict[str | None, list[Registration]]:
    """Each is written to in his own language; without one, in that of the site."""
    readers: dict[str | None, list[Registration]] = {}
    for player in players:
        readers.setdefault(_locale_of(player), []).append(player)
    return readers


def _locale_of(player: Registration) -> str | None:
    return (player.user.locale or None) if player.user else None


def tell_pairings(event: Event, published: Round) -> None:
    """Each who asked for it gets table and opponent; choices and rows are read once for the whole round."""
    matches = list(published.matches.named())
    users = [seat.user_id for match in matches for seat in match.seats() if seat.user_id]
    choices = {choice.user_id: choice for choice in MailChoice.objects.filter(user__in=users, pairing=True)}
    mails = [
        _pairing(event, published, match, seat)
        for match in matches
        for seat in match.seats()
        if seat.user_id in choices
    ]
    OutgoingMail.objects.bulk_create(mails)


def _pairing(event: Event, published: Round, match: Match, seat: Registration) -> OutgoingMail:
    with translation.override(_locale_of(seat)):
        subject = _("%(event)s: round %(number)s") % {"event": event, "number": published.number}
        return _letter(event, seat, subject, _line(match, seat), match.get_absolute_url())


def _line(match: Match, seat: Registration) -> str:
    opponent = match.opponent_of(seat)
    if opponent is None:
        return _("You have the bye in this round.")
    return _("Table %(table)s against %(opponent)s.") % {"table": match.table, "opponent": opponent.shown_name}
