import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.profile.privacy import SIGN_IN_RETENTION
from accounts.security.models import exported


class Command(BaseCommand):
    help = "Prints the security log as JSON lines, the oldest first: sign-ins, factors, tokens, rights."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--since", help="a day or a moment, as in 2026-11-21 or 2026-11-21T09:00:00+00:00")

    def handle(self, *args: Any, since: str | None = None, **options: Any) -> None:
        for line in exported(_moment(since) if since else timezone.now() - SIGN_IN_RETENTION):
            self.stdout.write(line, ending="")


def _moment(text: str) -> dt.datetime:
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"--since {text} is no day: write it as 2026-11-21") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
