"""Does the periodic tasks without a worker: sends waiting e-mails, locks due lists, and fills free places from the
waiting list."""

from typing import Any

from django.core.management.base import BaseCommand

from core.records import mail
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.players.services.closing_lists import close_due_lists
from tournaments.players.services.registration import release_places


class Command(BaseCommand):
    help = "Sends waiting mails, locks due team lists and fills free places; meant to be run each minute."

    def handle(self, *args: Any, **options: Any) -> None:
        closed, released = close_due_lists(), release_places()
        sent = mail.send_waiting() + send_waiting()
        moved_up = closed.moved_up + released
        self.stdout.write(
            f"{closed.events} events locked their lists, {moved_up} players moved up, {sent} mails were sent"
        )
