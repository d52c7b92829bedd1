from typing import Any

from django.core.management.base import BaseCommand

from accounts.tasks import delete_old_records
from core.privacy.erasures import write_file
from judging.logs.services.submission import delete_old_addresses
from tournaments.players.services.contacts import delete_old_contacts


class Command(BaseCommand):
    help = "Deletes personal data whose time is over. The worker does it every hour; without one, call this daily."

    def handle(self, *args: Any, **options: Any) -> None:
        delete_old_records()
        players, logs = delete_old_contacts(), delete_old_addresses()
        write_file()
        self.stdout.write(f"contacts of {players} players and addresses of {logs} logs deleted")
