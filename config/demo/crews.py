"""The two-against-two day of the demonstration: six crews, two of three rounds played."""

from django.utils.translation import gettext as _

from config.demo.people import Hosts, players
from config.demo.rounds import next_round, play_out
from config.demo.setup import change_state, create_demo_event, register, start
from tournaments.events.models.settings import Mode
from tournaments.models import Event, EventState
from tournaments.players.services.crews import form_crew

NAMES = ("Team Bouftou", "Pink Piwis", "", "", "", "")  # a crew without a name is named after its players


def day(hosts: Hosts) -> Event:
    people = players(2 * len(NAMES) + 1)[1:]
    event = create_demo_event(
        hosts, _("Two-Against-Two Day"), days=0, capacity=16, mode=Mode.TWO_V_TWO, swiss_rounds=3, cut_size=4
    )
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, people)
    numbers = list(event.registrations.order_by("pk").values_list("pk", flat=True))
    for name, couple in zip(NAMES, zip(numbers[::2], numbers[1::2], strict=True), strict=True):
        form_crew(event_id=event.pk, who=hosts.organiser, players=couple, name=name)
    start(event, hosts)
    for _round in range(2):
        play_out(hosts, next_round(event, hosts))
    return event
