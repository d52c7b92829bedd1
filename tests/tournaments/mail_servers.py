"""Mail servers that fail as real ones do, for the outbox."""

import smtplib
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend


class Picky(EmailBackend):
    """Knows nobody called gone@, is too busy for busy@, finds bulk@ to be spam, and hangs up on dead@."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        for message in messages:
            [address] = message.to
            match address.split("@")[0]:
                case "gone":
                    raise smtplib.SMTPRecipientsRefused({address: (550, b"no such user")})
                case "busy":
                    raise smtplib.SMTPRecipientsRefused({address: (450, b"try again later")})
                case "bulk":
                    raise smtplib.SMTPDataError(554, b"looks like spam")
                case "dead":
                    raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")
        return super().send_messages(messages)


class Down(EmailBackend):
    def open(self) -> bool:
        raise ConnectionRefusedError(111, "Connection refused")

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        raise AssertionError("nothing is sent where there is no connection")


class HangsUp(EmailBackend):
    """Takes the connection and answers nothing."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        raise TimeoutError("timed out")
