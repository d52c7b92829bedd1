"""Does the periodic tasks without a worker: sends waiting e-mails, locks due lists, and fills places that were given
up."""

from typing import Any

from django.core.management.base import BaseCommand

from core import mail
from tournaments.services.base.mail_queue import send_waiting
from tournaments.services.lists.submission import lock_due_lists
from tournaments.services.players.registration import release_places


class Command(BaseCommand):
    help = "Sends waiting mails, locks due team lists and fills free places; meant to be run each minute."

    def handle(self, *args: Any, **options: Any) -> None:
        locked, released, sent = lock_due_lists(), release_places(), mail.send_waiting() + send_waiting()
        self.stdout.write(f"{locked} events locked their lists, {released} players moved up, {sent} mails were sent")
