"""The mail queue. Waiting e-mails are sent separately, so that one failure does not stop the others."""

import datetime as dt
import logging
import smtplib
import time
from contextlib import suppress
from email.errors import MessageError

from django.core.mail import EmailMessage, get_connection
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.confirmed_addresses import confirmed_among
from core.errors import Refused
from core.pages.links import absolute
from core.text.names import in_one_line
from tournaments.base.services.locking import event_lock, require
from tournaments.mail.models import LEASE, MOST_TRIES
from tournaments.mail.services.introductions import goes_to_stranger_again, held_until, is_still_wanted
from tournaments.models import DailyIntroductions, GivenUp, OptOut, OutgoingMail, Right

log = logging.getLogger(__name__)

MOST_AT_ONCE = 200
LONGEST_RUN = 25  # seconds, well within the time limit of a task
MAX_CONNECTION_FAILURES = 3  # after this many the run stops; the next one continues
LONGEST_OUTAGE = dt.timedelta(days=3)
LONGEST_HOLD = dt.timedelta(days=14)
GIVEN_UP_KEPT = dt.timedelta(days=30)


class NoConnection(Exception):
    """The mail server failed, rather than this one e-mail."""


def send_waiting() -> int:
    """Send the e-mails that are due and return how many were sent. Workers may run this concurrently."""
    forget_old()
    if not OutgoingMail.objects.due(timezone.now()).exists():
        return 0
    connection = MailConnection()
    sent = failures = 0
    stop_at = time.monotonic() + LONGEST_RUN
    for _number in range(MOST_AT_ONCE):
        if failures >= MAX_CONNECTION_FAILURES or time.monotonic() > stop_at:
            break
        if not connection.ensure_open():
            _give_up_after_a_long_outage()
            break
        mail = claim_next()
        if mail is None:
            break
        try:
            sent += _process(connection, mail)
            failures = 0
        except NoConnection:
            connection.close()
            failures += 1
    connection.close()
    return sent


class MailConnection:
    """One connection for all e-mails of a run, opened again when it breaks."""

    def __init__(self) -> None:
        self.connection = get_connection()
        self.is_open = False

    def ensure_open(self) -> bool:
        if not self.is_open:
            try:
                self.connection.open()
            except OSError as error:  # includes smtplib's errors
                log.warning("the mail server cannot be reached: %s", type(error).__name__)
                return False
            self.is_open = True
        return True

    def close(self) -> None:
        with suppress(OSError):
            self.connection.close()
        self.is_open = False


def claim_next() -> OutgoingMail | None:
    """Claim the next e-mail that is due. Incrementing its attempts is atomic, so only one worker gets it until the
    lease ends."""
    now = timezone.now()
    due = OutgoingMail.objects.due(now).select_related("event", "organiser", "registration__user")
    while mail := due.first():
        if _claim(mail, now):
            mail.attempts += 1
            return mail
    return None


def _claim(mail: OutgoingMail, now: dt.datetime) -> bool:
    unchanged = OutgoingMail.objects.waiting().filter(pk=mail.pk, attempts=mail.attempts, due_at=mail.due_at)
    return bool(unchanged.update(attempts=F("attempts") + 1, due_at=now + LEASE))


def _process(connection: MailConnection, mail: OutgoingMail) -> int:
    """Send, postpone, give up or drop the e-mail, and update its row; return the number sent."""
    if mail.attempts > MOST_TRIES:  # every worker that tried to send it died
        _give_up(mail, GivenUp.TRIES)
    elif not _is_wanted(mail):
        _claimed(mail).delete()
    elif mail.introduces and (until := held_until(mail)):
        _hold(mail, until)
    elif mail.introduces and (OptOut.objects.among([mail.to]) or goes_to_stranger_again(mail)):
        _claimed(mail).delete()  # counted all the same: from the count the staff could learn who has an account
    else:
        return _send(connection, mail)
    return 0


def _is_wanted(mail: OutgoingMail) -> bool:
    if mail.introduces:
        return is_still_wanted(mail)
    return bool(confirmed_among([mail.to])) and not OptOut.objects.among([mail.to])


def _hold(mail: OutgoingMail, until: dt.datetime) -> None:
    """Postpone all e-mails of this organiser at once, so that they do not delay those of others."""
    if timezone.now() - mail.created_at > LONGEST_HOLD:
        _give_up(mail, GivenUp.WAITED)
        return
    _claimed(mail).update(attempts=0, due_at=until)
    others = OutgoingMail.objects.waiting().introductions().filter(organiser=mail.organiser, attempts=0)
    others.filter(due_at__lt=until).update(due_at=until)


def _send(connection: MailConnection, mail: OutgoingMail) -> int:
    try:
        connection.connection.send_messages([_message(mail)])
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _said in refused.recipients.values()]
        _fail(mail, refused, GivenUp.ADDRESS if all(500 <= code < 600 for code in codes) else None)
    except smtplib.SMTPDataError as refused:
        _fail(mail, refused, GivenUp.CONTENT if 500 <= refused.smtp_code < 600 else None)
    except (
        smtplib.SMTPNotSupportedError,
        MessageError,
        ValueError,
    ) as error:  # the address or a header cannot be encoded
        _fail(mail, error, GivenUp.ADDRESS)
    except OSError as error:
        _fail(mail, error, None)
        raise NoConnection from error
    else:
        _claimed(mail).delete()
        return 1
    return 0


def _message(mail: OutgoingMail) -> EmailMessage:
    """Build the message with the unsubscribe headers of RFC 2369 and RFC 8058."""
    headers = {
        "List-Unsubscribe": f"<{absolute(OptOut.path_for(mail.to))}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(in_one_line(mail.subject), mail.body, None, [mail.to], headers=headers)


def _claimed(mail: OutgoingMail) -> QuerySet[OutgoingMail]:
    """Return the row, unless the lease has ended and another worker has claimed it."""
    return OutgoingMail.objects.waiting().filter(pk=mail.pk, attempts=mail.attempts)


def _fail(mail: OutgoingMail, error: Exception, final: GivenUp | None) -> None:
    """Postpone the e-mail or give up. Only the id of the row is logged, never the address."""
    log.warning("e-mail %s, try %s: %s", mail.pk, mail.attempts, type(error).__name__)
    if final or mail.attempts >= MOST_TRIES:
        _give_up(mail, final or GivenUp.TRIES)
    else:
        _claimed(mail).update(due_at=timezone.now() + mail.next_wait)


def _give_up(mail: OutgoingMail, reason: GivenUp) -> None:
    _claimed(mail).update(failed_at=timezone.now(), reason=reason)


def _give_up_after_a_long_outage() -> None:
    now = timezone.now()
    old = OutgoingMail.objects.due(now).filter(created_at__lt=now - LONGEST_OUTAGE, introduces=False)
    OutgoingMail.objects.filter(pk__in=old.values("pk")).update(failed_at=now, reason=GivenUp.OUTAGE)


def forget_old() -> None:
    """Delete e-mails that were given up long ago, together with their addresses."""
    now = timezone.now()
    OutgoingMail.objects.given_up().filter(failed_at__lt=now - GIVEN_UP_KEPT).delete()
    DailyIntroductions.objects.filter(day__lt=now.date()).delete()


def send_again(*, event_id: int, who: User, mail_id: int) -> None:
    """Put a failed e-mail back into the queue with all its attempts."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        mail = OutgoingMail.objects.given_up().filter(event=event, pk=mail_id)
        now = timezone.now()
        if not mail.update(failed_at=None, reason="", attempts=0, due_at=now, created_at=now):
            raise Refused("mail-is-gone", _("This e-mail is not among those that could not be sent."))
