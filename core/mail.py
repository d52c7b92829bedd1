"""E-mails that must not be lost: stored with the change that they report, sent after the commit, at least once.

For notices about an account. What a person has just asked for (a link to set a password, a code) is sent at once and
never stored: if it fails, they see it and ask again. The e-mails of events have a queue of their own
(tournaments/services/base/mail_queue.py), written in the same way, for their limits and their readers.
"""

import datetime as dt
import logging
import smtplib
from email.errors import MessageError

from django.core.mail import EmailMessage
from django.utils import timezone

from core import outbox

log = logging.getLogger(__name__)

EVENT = "email-written"
GIVEN_UP_AFTER = dt.timedelta(days=2)


def send_after_commit(message: EmailMessage) -> None:
    """Call inside the transaction of the change, where there is one."""
    outbox.publish(
        EVENT,
        to=message.to,
        subject=message.subject,
        body=message.body,
        sender=message.from_email,
        written_at=timezone.now().isoformat(),
    )


def hand_over(*, to: list[str], subject: str, body: str, sender: str, written_at: str) -> None:
    """To the mail server. What it will never take, or did not take for two days, is given up. The log names nobody."""
    if timezone.now() - dt.datetime.fromisoformat(written_at) > GIVEN_UP_AFTER:
        log.error("an e-mail could not be sent for two days and was given up")
        return
    try:
        EmailMessage(subject, body, sender, to).send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, MessageError, ValueError) as error:
        if not _is_final(error):
            raise
        log.warning("the mail server will not take an e-mail: %s", type(error).__name__)


def _is_final(error: Exception) -> bool:
    """RFC 5321: 5xx is a refusal, 4xx asks to come back later."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _said in error.recipients.values())
    return not isinstance(error, smtplib.SMTPDataError) or error.smtp_code >= 500


def send_waiting() -> int:
    """What could not be handed over before; answers how many were tried. Stops when the mail server is away."""
    return outbox.deliver_overdue_outside()


def forget(address: str) -> None:
    """Of an account that is deleted: the e-mails that were still to be sent to it."""
    waiting = outbox.DomainEvent.objects.filter(name=EVENT)
    gone = [event.pk for event in waiting if address.casefold() in map(str.casefold, event.payload["to"])]
    waiting.filter(pk__in=gone).delete()
