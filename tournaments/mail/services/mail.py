"""E-mails about events. They are written in the transaction of the change they report, and sent outside of any lock
(mail_queue.py)."""

import datetime as dt
from collections.abc import Callable, Iterable

from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.sign_in.confirmed_addresses import confirmed_users
from core.pages.cities import city_of
from core.pages.links import absolute
from core.text.email_addresses import same
from core.text.names import in_one_line
from tournaments.base.services.seats import joined_names
from tournaments.mail.services.introductions import introduce, stop_line
from tournaments.models import Event, MailChoice, Match, OptOut, OutgoingMail, Registration, Round, Status, Topic


def reachable(players: Iterable[Registration]) -> list[Registration]:
    """Return the players with a confirmed address who have not opted out; only they get texts written by the
    organiser."""
    users = {player.pk: player.user for player in players if player.user}
    confirmed = confirmed_users(users.values())
    unwilling = OptOut.objects.among(user.email for user in users.values() if user.pk in confirmed)
    return [
        player
        for player in players
        if player.user and player.user.pk in confirmed and same(player.email) not in unwilling
    ]


def page_of(player: Registration) -> str:
    """Return the page to which e-mails to this player link."""
    return player.event.get_absolute_url()


def write(
    event: Event,
    players: Iterable[Registration],
    topic: str,
    subject: str,
    body: str,
    page: Callable[[Registration], str] = page_of,
) -> int:
    """Queue an e-mail to each player who wants this topic; call inside the transaction of the change.

    An unconfirmed address gets only the neutral introduction, once.
    """
    players = list(players)
    willing = readers_of(players, topic)
    OutgoingMail.objects.bulk_create(_email(event, player, subject, body, page(player)) for player in willing)
    introduce_strangers(event, players)
    return len(willing)


def readers_of(players: Iterable[Registration], topic: str) -> list[Registration]:
    """Return those of the players who can be reached and want e-mails about this topic."""
    readers = reachable(players)
    choices = {choice.user_id: choice for choice in MailChoice.objects.filter(user__in=[p.user_id for p in readers])}
    return [player for player in readers if choices.get(player.user_id or 0, MailChoice()).wants(topic)]


def introduce_strangers(event: Event, players: Iterable[Registration]) -> None:
    """Introduce players without a confirmed account."""
    players = list(players)
    confirmed = confirmed_users(player.user for player in players if player.user)
    introduce(event, [player for player in players if player.user_id not in confirmed])


def _email(event: Event, player: Registration, subject: str, body: str, page: str) -> OutgoingMail:
    """Build the e-mail: the text, then date and place of the event, and the link."""
    with translation.override(_locale_of(player)):
        about = [str(event), when(event, event.starts_at), event.place, absolute(page)]
        way_out = stop_line(player.email)
    whole = f"{body}\n\n" + "\n".join(filter(None, about)) + f"\n\n{way_out}"
    return OutgoingMail(event=event, to=player.email, subject=in_one_line(subject)[:200], body=whole)


def when(event: Event, moment: dt.datetime) -> str:
    """Format a time in the time zone of the event, and name its city, because an e-mail can be read anywhere."""
    return f"{date_format(moment.astimezone(event.zone), 'j F Y, H:i')} ({city_of(event.zone)})"


REGISTRATION_NEWS = {
    Status.PENDING: (
        gettext_lazy("%(event)s: your registration awaits approval"),
        gettext_lazy("Your registration for %(event)s awaits the approval of the organiser."),
    ),
    Status.WAITING: (
        gettext_lazy("%(event)s: you are on the waiting list"),
        gettext_lazy("You are on the waiting list of %(event)s. You get an e-mail when you move up."),
    ),
    Status.REGISTERED: (
        gettext_lazy("%(event)s: you are registered"),
        gettext_lazy("You are registered for %(event)s."),
    ),
    Status.WITHDRAWN: (
        gettext_lazy("%(event)s: your registration was withdrawn"),
        gettext_lazy("Your registration for %(event)s was withdrawn."),
    ),
    Status.REFUSED: (
        gettext_lazy("%(event)s: your registration was rejected"),
        gettext_lazy("Your registration for %(event)s was rejected."),
    ),
}


def notify_registration(player: Registration) -> None:
    event = player.event
    with translation.override(_locale_of(player)):
        subject, body = (str(text) % {"event": event} for text in REGISTRATION_NEWS[Status(player.status)])
        if event.has_started and player.is_checked_in and player.can_play:
            body += " " + _("You are checked in and play from round %(number)s on.") % {"number": player.entered_round}
        write(event, [player], Topic.REGISTRATION, subject, body)


def notify_partner(player: Registration, partner: Registration) -> None:
    """Tell a player that their partner has left the event."""
    event = player.event
    with translation.override(_locale_of(partner)):
        values = {"event": event, "name": player.shown_name}
        subject = _("%(event)s: %(name)s has left") % values
        body = _("%(name)s, who is in your crew, has left %(event)s. Your crew is no longer paired.") % values
        body += " " + _("If you have questions, ask the desk.")
        write(event, [partner], Topic.REGISTRATION, subject, body)


CREW_NEWS = {
    "asked": (
        gettext_lazy("%(event)s: %(name)s asks you to play together"),
        gettext_lazy("%(name)s wants to form a crew with you. Accept or decline on the page of the crews."),
    ),
    "accepted": (gettext_lazy("%(event)s: you play with %(name)s"), gettext_lazy("%(name)s and you are a crew now.")),
    "declined": (
        gettext_lazy("%(event)s: %(name)s has declined"),
        gettext_lazy("%(name)s does not form a crew with you. You can ask somebody else."),
    ),
    "left": (
        gettext_lazy("%(event)s: %(name)s has left your crew"),
        gettext_lazy(
            "%(name)s does not play with you any more, but you are still in the event. You can ask somebody else."
        ),
    ),
    "returned": (
        gettext_lazy("%(event)s: you play with %(name)s again"),
        gettext_lazy("%(name)s is back in your crew."),
    ),
}


def notify_of_crew(news: str, player: Registration, other: Registration) -> None:
    """Tell a player what `other` has done about a crew with them."""
    with translation.override(_locale_of(player)):
        values = {"event": player.event, "name": other.shown_name}
        subject, body = CREW_NEWS[news]
        write(player.event, [player], Topic.REGISTRATION, str(subject) % values, str(body) % values, _page_of_crews)


def _page_of_crews(player: Registration) -> str:
    return reverse("tournaments:crews", args=[player.event.slug])


def notify_missing_list(event: Event, players: list[Registration]) -> int:
    sent = 0
    for locale, readers in _by_locale(players).items():
        with translation.override(locale):
            subject = _("%(event)s: your team list is missing") % {"event": event}
            asked = _("Please submit your team list for %(event)s.") % {"event": event}
            if event.list_deadline:
                asked += " " + _("You can submit it until %(when)s.") % {"when": when(event, event.list_deadline)}
            sent += write(event, readers, Topic.DEADLINE, subject, asked, _page_of_the_list)
    return sent


def notify_cancelled(event: Event, players: list[Registration], why: str) -> None:
    for locale, readers in _by_locale(players).items():
        with translation.override(locale):
            subject = _("%(event)s is cancelled") % {"event": event}
            body = _("%(event)s is cancelled. The reason: %(why)s") % {"event": event, "why": why}
            write(event, readers, Topic.REGISTRATION, subject, body)


def notify_resumed(event: Event, players: list[Registration]) -> None:
    for locale, readers in _by_locale(players).items():
        with translation.override(locale):
            subject = _("%(event)s takes place after all") % {"event": event}
            body = _("%(event)s is not cancelled: it takes place after all. Your place is kept.") % {"event": event}
            write(event, readers, Topic.REGISTRATION, subject, body)


def notify_list_replaced(event: Event, player: Registration, opponents: list[Registration], why: str) -> None:
    """Tell a player that their locked list was replaced, and those who play against them now."""
    for locale, readers in _by_locale([player, *opponents]).items():
        with translation.override(locale):
            values = {"event": event, "name": player.shown_name, "why": why}
            subject = _("%(event)s: the list of %(name)s was replaced") % values
            body = _("The locked team list of %(name)s was replaced by a judge. The reason: %(why)s") % values
            write(event, readers, Topic.RULING, subject, body, _page_of_list_of(player))


def _page_of_list_of(player: Registration) -> Callable[[Registration], str]:
    return lambda _reader: reverse("tournaments:list", args=[player.event.slug, player.pk])


def _page_of_the_list(player: Registration) -> str:
    return reverse("tournaments:my_list", args=[player.event.slug])


def _by_locale(players: Iterable[Registration]) -> dict[str | None, list[Registration]]:
    """Group players by language; None stands for the default language of the site."""
    readers: dict[str | None, list[Registration]] = {}
    for player in players:
        readers.setdefault(_locale_of(player), []).append(player)
    return readers


def _locale_of(player: Registration) -> str | None:
    return (player.user.locale or None) if player.user else None


def notify_pairings(event: Event, published: Round) -> None:
    """Send table and opponent to each player who wants it, in a constant number of queries for the whole round."""
    seats = [(match, seat) for match in published.matches.named() for seat in match.players()]
    users = [seat.user_id for _match, seat in seats if seat.user_id]
    chosen = set(MailChoice.objects.filter(user__in=users, pairing=True).values_list("user_id", flat=True))
    readers = {player.pk for player in reachable([seat for _match, seat in seats if seat.user_id in chosen])}
    mails = [_pairing(event, published, match, seat) for match, seat in seats if seat.pk in readers]
    OutgoingMail.objects.bulk_create(mails)


def _pairing(event: Event, published: Round, match: Match, seat: Registration) -> OutgoingMail:
    with translation.override(_locale_of(seat)):
        subject = _("%(event)s: %(round)s") % {"event": event, "round": published.name_in_sentence}
        return _email(event, seat, subject, _line(match, seat), match.get_absolute_url())


def _line(match: Match, seat: Registration) -> str:
    if match.is_bye:
        return _("You have the bye in this round.")
    opponents, partners = joined_names(match.opponents_of(seat)), joined_names(match.partners_of(seat))
    names = {"opponent": opponents, "opponents": opponents, "partner": partners}
    return str(match.format.words.mail) % {"table": match.table, **names}
