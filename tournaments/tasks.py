"""Background tasks: waiting e-mails, passed list deadlines, and places that were given up. All are idempotent."""

from celery import shared_task

from core.records import mail
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.players.services.closing_lists import close_due_lists
from tournaments.players.services.contacts import delete_old_contacts
from tournaments.players.services.registration import release_places


@shared_task(name="tournaments.send_mails", ignore_result=True)
def send_mails() -> None:
    mail.send_waiting()
    send_waiting()


@shared_task(name="tournaments.lock_lists", ignore_result=True)
def lock_lists() -> None:
    close_due_lists()
    release_places()


@shared_task(name="tournaments.delete_old_contacts", ignore_result=True)
def delete_contacts() -> None:
    delete_old_contacts()
