"""An event at each of its stages, with the same people in every role: where the links of its pages are followed."""

from config.demo.people import Hosts, user_of
from config.demo.rounds import next_round, play_out, publish
from config.demo.setup import change_state, create_demo_event, register, start
from tests.permissions import judging
from tests.permissions.routes import World
from tournaments.models import Event, EventState, Role, Staff
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

STAFF = {"judge": Role.JUDGE, "conflicted": Role.JUDGE, "scorekeeper": Role.SCOREKEEPER, "owner": Role.OWNER}
SEATED = ("player", "opponent", "conflicted", "outsider")


def world() -> World:
    """A limited event in round 2, with a log, a case and a recording; a constructed one at each of its stages."""
    found = judging.world()
    people = found.people
    hosts = Hosts(people["organiser"], people["head-judge"], people["judge"], people["player"])
    for reach in (announced, running, in_the_cut, finished):
        event = create_demo_event(hosts, reach.__name__.title(), days=1, capacity=8, swiss_rounds=2, cut_size=2)
        for name, role in STAFF.items():
            Staff.objects.get_or_create(event=event, user=people[name], role=role)
        change_state(event, hosts, EventState.REGISTRATION)
        register(event, hosts, [found.people[name] for name in SEATED])
        reach(event, hosts)
    return found


def announced(event: Event, hosts: Hosts) -> None:
    change_state(event, hosts, EventState.CHECK_IN)


def running(event: Event, hosts: Hosts) -> None:
    """One round is over; in the next one a result is open and one is disputed."""
    start(event, hosts)
    play_out(hosts, next_round(event, hosts))
    reported, disputed = next_round(event, hosts)
    for match in (reported, disputed):
        report_result(match_id=match.pk, who=user_of(match.a), score=Score.duel("a", 4, 0))
    disputed.refresh_from_db()
    dispute_result(match_id=disputed.pk, who=user_of(disputed.b), seen_version=disputed.version, note="No.")


def in_the_cut(event: Event, hosts: Hosts) -> None:
    start(event, hosts)
    for _round in range(2):
        play_out(hosts, next_round(event, hosts))
    change_state(event, hosts, EventState.CUT)
    publish(hosts, event.rounds.get(state="draft"))


def finished(event: Event, hosts: Hosts) -> None:
    in_the_cut(event, hosts)
    play_out(hosts, list(event.rounds.get(number=3).matches.named()))
    change_state(event, hosts, EventState.FINISHED)
