from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from config.demo import events, other_games
from config.demo.people import PASSWORD, hosts, opponent_now, shared_teams
from core.records.outbox import deliver_overdue

OF_FOUR = (events.tables_evening, events.finished_cup, events.crew_day)
OF_DUELS = (events.announced, events.drafting, events.running, events.finished, events.first_box)
OF_OTHER_GAMES = (other_games.blast_evening, other_games.quest_league)


class Command(BaseCommand):
    help = (
        "Fill the site with ten demonstration events: one announced, a draft in its pods, one running, one finished; "
        "one by the rule book of 2013; at tables of four one running and one finished; of two against two one running; "
        "an evening of Blast with made-up cards and a league of Quest."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("This makes accounts with a password that everybody knows: not in production.")
        if User.objects.filter(username="demo-organiser").exists():
            self.stdout.write("The demonstration is there already.")
            return
        people = hosts()
        for make in (*OF_DUELS, *OF_FOUR, *OF_OTHER_GAMES):
            self.stdout.write(f"  {make(people).name}")
        shared_teams(people)
        call_command("validate_worker", once=True)
        deliver_overdue()
        self.stdout.write(f"Sign in as organiser, judge or player @demo.example; the password is {PASSWORD}.")
        self.stdout.write(f"Two phones at one table: {people.player.email} and {opponent_now(people.player).email}.")
