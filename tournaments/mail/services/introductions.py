"""Introductions: the one e-mail to an unconfirmed address. It contains no text typed by a user, is sent only if the
organiser has confirmed their own address, and counts against a daily limit that grows with the age of their account."""

import dataclasses
import datetime as dt
import secrets
from collections.abc import Iterable
from functools import cache

from django.conf import settings
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.profile.models import User
from accounts.sign_in.confirmed_addresses import confirmed_among, confirmed_users, is_confirmed
from core.pages.links import absolute, site_url
from core.text.email_addresses import same
from tournaments.events.models.events import Event
from tournaments.events.models.staff import Role, Staff
from tournaments.mail.models import DailyIntroductions, Introduction, OptOut, OutgoingMail, digest_of
from tournaments.players.models.players import Registration

CLAIM, STOP = (secrets.token_hex(16) for _place in range(2))
LOOK_AGAIN = dt.timedelta(minutes=10)  # to see whether the organiser has confirmed an address


def organiser_of(event: Event) -> User | None:
    """Return the person responsible for the e-mails of an event: its first owner."""
    owner = Staff.objects.filter(event=event, role=Role.OWNER).select_related("user").order_by("pk").first()
    return owner.user if owner else None


def introduce(event: Event, players: Iterable[Registration]) -> int:
    """Queue an introduction to each of these players whose address has had none from this event. Call inside the
    transaction of the change.

    Whether an account has confirmed the address is only looked at when the e-mail could be sent
    (`goes_to_stranger_again`): the staff see how many e-mails wait, and must not learn from it who has an account.
    """
    player_of = {same(player.email): player for player in players if player.email}
    organiser = organiser_of(event) if player_of else None
    if organiser is None:
        return 0
    keys = {digest_of(f"{address} {event.pk}"): address for address in sorted(player_of)}
    first, words = _first_to_write(keys), cache(_words)
    strangers = [player_of[address] for key, address in keys.items() if key in first]
    mails = [
        _introduction(
            event, player, organiser, words(player.user and (player.user.locale or None), player.user is None)
        )
        for player in strangers
    ]
    OutgoingMail.objects.bulk_create(mails)
    return len(mails)


def _first_to_write(keys: Iterable[str]) -> set[str]:
    """Store the keys and return those that were new; the database gives each to the first writer."""
    batch = secrets.token_hex(16)
    rows = [Introduction(key=key, batch=batch) for key in keys]
    Introduction.objects.bulk_create(rows, ignore_conflicts=True)
    return set(Introduction.objects.filter(batch=batch).values_list("key", flat=True))


def _introduction(event: Event, player: Registration, organiser: User, words: tuple[str, str]) -> OutgoingMail:
    subject, body = words
    body = body.replace(CLAIM, player.claim_token).replace(STOP, OptOut.token_for(player.email))
    return OutgoingMail(
        event=event,
        to=player.email,
        subject=subject,
        body=body,
        introduces=True,
        organiser=organiser,
        registration=player,
    )


def _words(locale: str | None, is_guest: bool) -> tuple[str, str]:
    """Return subject and body without any text that users typed: no names, event titles or places. CLAIM and STOP stand
    for what differs between the links of two players."""
    with translation.override(locale):
        if is_guest:
            page = reverse("tournaments:claim", args=[CLAIM])
            message = _("To see it and claim the registration, open this page:")
        else:
            page = reverse("account_email")
            message = _("To get e-mails about it, confirm this address in your account:")
        lines = [
            _("This e-mail address was entered for a player of a tournament on this site:"),
            site_url(),
            "",
            message,
            absolute(page),
            "",
            _("If this is not you, there is nothing to do."),
            "",
            _stop_line(OptOut.path_of(STOP)),
        ]
        return _("A registration for a tournament with your e-mail address"), "\n".join(lines)


def stop_line(address: str) -> str:
    return _stop_line(OptOut.path_for(address))


def _stop_line(path: str) -> str:
    return _("To get no e-mails from this site: %(link)s") % {"link": absolute(path)}


def introduce_again(event: Event, player: Registration) -> None:
    """Introduce the corrected address of a player, and delete unsent e-mails to the old one."""
    OutgoingMail.objects.introductions().filter(registration=player).exclude(to=player.email).delete()
    introduce(event, [player])


def withdraw_introductions(event: Event, players: QuerySet[Registration]) -> None:
    """Delete what waits for these players, who are removed: if they come again, they are introduced again."""
    waiting = OutgoingMail.objects.filter(registration__in=players)
    addresses = waiting.introductions().values_list("to", flat=True)
    Introduction.objects.filter(key__in=[digest_of(f"{same(address)} {event.pk}") for address in addresses]).delete()
    waiting.delete()


def is_still_wanted(mail: OutgoingMail) -> bool:
    """Whether to send the e-mail: by now the player may have claimed the registration, or the event may be over."""
    player = mail.registration
    if player is None or mail.event.is_over or same(player.email) != same(mail.to):
        return False
    return player.user is None or not confirmed_users([player.user])


def goes_to_stranger_again(mail: OutgoingMail) -> bool:
    """Whether another introduction went to this address, which no account has confirmed: it gets one ever, whatever
    the event. Asked again at each attempt to send this one."""
    if confirmed_among([mail.to]):
        return False
    mine = {"batch": str(mail.pk)}
    return Introduction.objects.get_or_create(key=digest_of(same(mail.to)), defaults=mine)[0].batch != str(mail.pk)


def most_a_day(organiser: User) -> int:
    """Return the organiser's daily limit. The age of an account is never negative, even if the clock was wrong at
    sign-up."""
    age = max(0, (timezone.now() - organiser.date_joined).days)
    return max(most for days, most in settings.INTRODUCTIONS_A_DAY.items() if age >= days)


def held_until(mail: OutgoingMail) -> dt.datetime | None:
    """Return when to try again, or None if the e-mail may be sent now. The first attempt counts against the daily
    limit."""
    now = timezone.now()
    if mail.organiser is None or not is_confirmed(mail.organiser):
        return now + LOOK_AGAIN
    if mail.attempts == 1 and not _takes_one(mail.organiser, now.date()):
        return dt.datetime.combine(now.date() + dt.timedelta(days=1), dt.time(), dt.UTC)
    return None


def _takes_one(organiser: User, day: dt.date) -> bool:
    """Count one e-mail against the daily limit; return whether it was within it. Safe with concurrent workers."""
    DailyIntroductions.objects.get_or_create(organiser=organiser, day=day)
    left = DailyIntroductions.objects.filter(organiser=organiser, day=day, sent__lt=most_a_day(organiser))
    return bool(left.update(sent=F("sent") + 1))


@dataclasses.dataclass(frozen=True)
class Waiting:
    """The status of an event's introductions, for its staff."""

    mails: int  # of this event
    before: int  # of this organiser's events, these included
    a_day: int
    left_today: int
    is_confirmed: bool  # the organiser's own address

    @property
    def goes_today(self) -> bool:
        return self.is_confirmed and self.before <= self.left_today


def waiting_introductions(event: Event) -> Waiting | None:
    """Nothing where none waits."""
    waiting = OutgoingMail.objects.waiting().introductions()
    organiser = organiser_of(event) if waiting.filter(event=event).exists() else None
    if organiser is None:
        return None
    waiting = waiting.filter(organiser=organiser)
    mails = waiting.filter(event=event).count()
    if not mails:
        return None
    today = DailyIntroductions.objects.filter(organiser=organiser, day=timezone.now().date()).first()
    most = most_a_day(organiser)
    return Waiting(
        mails=mails,
        before=waiting.count(),
        a_day=most,
        left_today=max(0, most - (today.sent if today else 0)),
        is_confirmed=is_confirmed(organiser),
    )
