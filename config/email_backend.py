"""The e-mail backend of a site without a mail server: it writes each e-mail to the log."""

import logging
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger(__name__)


class LogBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            log.warning("no EMAIL_URL to send with: %s | %s\n%s", ", ".join(message.to), message.subject, message.body)
        return len(email_messages)
