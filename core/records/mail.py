"""Account e-mails that must not be lost: stored with the change that they report, sent after the commit, at least once.

E-mails that a person just asked for (a link to set a password, a code) are sent at once and never stored: if that
fails, they see it and ask again. The e-mails of events have their own queue (tournaments/mail/services/mail_queue.py),
which works the same way, because of its limits and recipients.
"""

import datetime as dt
import logging
import smtplib
from email.errors import MessageError

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from core.records import outbox

log = logging.getLogger(__name__)

EVENT = "email-written"
TO_THE_LOG = "config.email_backend.LogBackend"  # of a site without a mail server
GIVEN_UP_AFTER = dt.timedelta(days=2)


def can_be_sent() -> bool:
    """Whether the site has a mail server. A laptop in a hall has none: its pages promise no e-mail and say what works
    there instead."""
    return settings.EMAIL_BACKEND != TO_THE_LOG


def send_after_commit(message: EmailMessage) -> None:
    """Store an e-mail to be sent after the commit. Call inside the transaction of the change, if there is one."""
    outbox.publish(
        EVENT,
        to=message.to,
        subject=message.subject,
        body=message.body,
        sender=message.from_email,
        written_at=timezone.now().isoformat(),
    )


def hand_over(*, to: list[str], subject: str, body: str, sender: str, written_at: str) -> None:
    """Send a stored e-mail. Give up on permanent refusals and after two days. The log names no recipient."""
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
    """Whether the mail server refused for good: RFC 5321 defines 5xx as permanent and 4xx as temporary."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _said in error.recipients.values())
    return not isinstance(error, smtplib.SMTPDataError) or error.smtp_code >= 500


def send_waiting() -> int:
    """Retry stored e-mails and return how many were tried. Stops when the mail server is unavailable."""
    return outbox.deliver_overdue_outside()


def forget(address: str) -> None:
    """Delete unsent e-mails to an account that is being deleted."""
    waiting = outbox.DomainEvent.objects.filter(name=EVENT)
    gone = [event.pk for event in waiting if address.casefold() in map(str.casefold, event.payload["to"])]
    waiting.filter(pk__in=gone).delete()
