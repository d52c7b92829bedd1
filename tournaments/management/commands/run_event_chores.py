"""Without a worker: sends the mails that wait and locks the lists whose deadline has passed."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services.base.mail_queue import send_waiting
from tournaments.services.lists.submission import lock_due_lists


class Command(BaseCommand):
    help = "Sends waiting mails and locks the team lists whose deadline has passed; meant to be run each minute."

    def handle(self, *args: Any, **options: Any) -> None:
        locked, sent = lock_due_lists(), send_waiting()
        self.stdout.write(f"{locked} events locked their lists, {sent} mails were sent")
