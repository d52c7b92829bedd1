"""Draft pods: at most eight at a pod, seats by lot, pairing inside the pod, in round 1 across it."""

import pytest

from core.records.audit import AuditEntry
from teams.models import Pool
from tests.expected_errors import refused
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.core.pairing import Player, explain, pair
from tournaments.core.pods import PodSeat, group_by_pod, pod_sizes, seat_pods
from tournaments.lists.services import pods, pools
from tournaments.models import Event, Match, Registration
from tournaments.players.services import dropping
from tournaments.results.services import entry
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing as drafting
from tournaments.rounds.services import publishing, re_pairing

FEWER_THAN_SIX = {4: [4], 5: [5], 9: [5, 4], 10: [5, 5], 11: [6, 5], 17: [6, 6, 5]}


@pytest.mark.parametrize("players", range(4, 201))
def test_pods_are_as_the_template_of_a_draft_says(players):
    """At most eight players, evenly filled, as few pods as possible; six at least wherever they can be."""
    sizes = pod_sizes(players)
    assert sum(sizes) == players
    assert max(sizes) <= 8 and max(sizes) - min(sizes) <= 1 and len(sizes) == -(-players // 8)
    can_be_six = any(6 * pods <= players <= 8 * pods for pods in range(1, players))
    assert sizes == FEWER_THAN_SIX[players] if players in FEWER_THAN_SIX else min(sizes) >= 6
    assert can_be_six == (players not in FEWER_THAN_SIX)


@pytest.mark.parametrize(("size", "distance"), [(4, 2), (6, 3), (8, 4), (7, 3), (5, 2)])
def test_round_one_pairs_across_the_pod(size, distance):
    players = [Player(f"p{seat}", seat=seat) for seat in range(1, size + 1)]
    pairing = pair(players[::-1], seed=size, opening="seats")
    ring = [player.id for player in players if player.id != pairing.bye]
    assert (pairing.bye is None) == (size % 2 == 0)
    assert {frozenset(one) for one in pairing.pairs} == {
        frozenset((ring[seat], ring[seat + distance])) for seat in range(distance)
    }
    assert all(each.reasons[0].code == "across-the-pod" for each in explain(players, pairing) if len(each.about) == 2)


def test_forbidden_pairs_and_clubs_are_kept_apart_across_the_pod():
    players = [Player(f"p{seat}", seat=seat, club="X" if seat in (2, 6) else None) for seat in range(1, 9)]
    pairing = pair(players, seed=1, opening="seats", forbidden=[("p1", "p5")])
    pairs = {frozenset(one) for one in pairing.pairs}
    assert pairing.forbidden == 0
    assert frozenset(("p2", "p6")) not in pairs
    assert len(pairs & {frozenset(("p3", "p7")), frozenset(("p4", "p8"))}) >= 1
    later = [player._replace(met=("p0",), points=1) for player in players]
    assert not any(reason.code == "across-the-pod" for one in explain(later, pairing) for reason in one.reasons)


def test_pod_seats_depend_on_the_seed_not_on_order():
    names = [f"p{n}" for n in range(23)]
    assert seat_pods(names, seed=4) == seat_pods(names[::-1], seed=4)
    assert seat_pods(names, seed=4) != seat_pods(names, seed=5)
    assert sorted(name for pod in seat_pods(names, seed=4) for name in pod) == sorted(names)


def test_players_are_paired_within_their_pod():
    players = [Player(f"p{n}", points=n % 4) for n in range(22)]
    pod_of = {name: number for number, pod in enumerate(seat_pods([p.id for p in players], seed=1)) for name in pod}
    crowds = group_by_pod(players, {str(name): PodSeat(pod, 1) for name, pod in pod_of.items()})
    pairings = [pair(everybody, seed=1) for everybody in crowds]
    assert len(pairings) == 3
    assert all(pod_of[one] == pod_of[other] for pairing in pairings for one, other in pairing.pairs)


def a_draft(players: int, **fields) -> Event:
    event = an_event("running", team_format="limited", limited_kind="draft", swiss_rounds=4, pod_rounds=3, **fields)
    for _player in range(players):
        a_player(event)
    return event


def seats(event: Event) -> dict[int, tuple[int | None, int | None]]:
    return {pk: (pod, seat) for pk, pod, seat in event.registrations.values_list("pk", "pod", "pod_seat")}


def tables(event: Event) -> list[tuple[int, int | None]]:
    return list(Match.objects.filter(round=event.rounds.latest("number")).pairs())


@pytest.mark.django_db
def test_pods_can_be_redrawn_until_drafting_starts(client):
    event = a_draft(13)
    organiser = staff(event)
    client.force_login(organiser)
    assert client.get(f"/events/{event.slug}/pods/").context["sizes"] == "7, 6"
    client.post(f"/events/{event.slug}/pods/draw/", {"once": "a"})
    first = seats(event)
    assert sorted(first.values()) == [(1, n) for n in range(1, 8)] + [(2, n) for n in range(1, 7)]
    client.post(f"/events/{event.slug}/pods/draw/", {"once": "a"})
    assert seats(event) == first  # a form sent twice draws once
    client.post(f"/events/{event.slug}/pods/draw/", {"once": "b"})
    assert seats(event) != first
    assert AuditEntry.objects.filter(action="pods-drawn").count() == 2
    player = event.registrations.first()
    pool = pools.open_pool(registration=player, who=player.user)
    Pool.objects.filter(pk=pool.pk).update(figures=["ush"])
    refused("drafting-has-begun", lambda: pods.draw_pods(event_id=event.pk, who=organiser))
    page = client.get(f"/events/{event.slug}/pods/")
    assert not page.context["may_draw"]


@pytest.mark.django_db
def test_every_player_finds_the_own_pod_and_seat(client):
    event = a_draft(8)
    pods.draw_pods(event_id=event.pk, who=staff(event))
    me = event.registrations.select_related("user").last()
    client.force_login(me.user)
    assert f"Pod 1, seat {me.pod_seat}" in client.get(f"/events/{event.slug}/").content.decode()
    assert client.get(f"/events/{event.slug}/pods/").context["me"] == me
    assert client.get(f"/events/{event.slug}/print/pods/").content.decode().count("<li value") == 8


@pytest.mark.check
@pytest.mark.django_db
def test_odd_pods_have_byes_until_everyone_mixes():
    event = a_draft(13)
    organiser = staff(event)
    refused("no-pods", lambda: drafting.pair_round(event_id=event.pk, who=organiser))
    pods.draw_pods(event_id=event.pk, who=organiser)
    dropping.drop(registration=event.registrations.filter(pod=2).first(), who=organiser)
    pod_of = {pk: pod for pk, (pod, _seat) in seats(event).items()}
    for _round in range(3):
        draft = drafting.pair_round(event_id=event.pk, who=organiser)
        publishing.publish_round(round_id=draft.pk, who=organiser)
        assert all(b is None or pod_of[a] == pod_of[b] for a, b in tables(event))
        assert sorted(pod_of[a] for a, b in tables(event) if b is None) == [1, 2]
        for match in draft.matches.filter(bye=False):
            entry.enter_result(match_id=match.pk, who=organiser, score=Score.duel("a", 4, 0))
    drafting.pair_round(event_id=event.pk, who=organiser)
    assert not any(b is None for a, b in tables(event))
    assert any(pod_of[a] != pod_of[b] for a, b in tables(event))


@pytest.mark.django_db
@pytest.mark.parametrize(("first_round", "distance"), [("random", 4), ("rating", 1)])
def test_round_one_is_paired_across_the_pods(client, first_round, distance):
    event = a_draft(16, first_round=first_round)
    organiser = staff(event)
    pods.draw_pods(event_id=event.pk, who=organiser)
    for player in event.registrations.all():
        player.rating = 1000 - player.pod_seat + 100 * (player.pod_seat % 2)  # 1, 3, 5, 7 meet 2, 4, 6, 8
        player.save()
    client.force_login(organiser)
    assert client.post(f"/events/{event.slug}/rounds/pair/", {"once": "a"}).status_code == 302
    of = seats(event)
    apart = {(of[a][0] == of[b][0], abs(of[a][1] - of[b][1])) for a, b in tables(event) if b}
    assert apart == {(True, distance)}
    page = client.get(event.rounds.get().get_absolute_url()).content.decode()
    assert ("across the pod" in page) == (first_round == "random")


@pytest.mark.django_db
def test_manual_swaps_may_mix_pods():
    event = a_draft(12)
    organiser = staff(event)
    pods.draw_pods(event_id=event.pk, who=organiser)
    draft = drafting.pair_round(event_id=event.pk, who=organiser)
    first, second = event.registrations.filter(pod=1).first(), event.registrations.filter(pod=2).first()
    re_pairing.swap(round_id=draft.pk, who=organiser, first=first.pk, second=second.pk, why="brothers")
    assert publishing.publish_round(round_id=draft.pk, who=organiser).is_open


@pytest.mark.django_db
def test_late_players_join_the_smallest_pod():
    event = a_draft(13)
    organiser = staff(event)
    pods.draw_pods(event_id=event.pk, who=organiser)
    late = a_player(event)
    refused("not-all-in-pods", lambda: drafting.pair_round(event_id=event.pk, who=organiser))
    pods.seat_the_rest(event_id=event.pk, who=organiser)
    late.refresh_from_db()
    assert (late.pod, late.pod_seat) == (2, 7)


@pytest.mark.django_db
def test_pods_need_players_and_a_limited_event():
    few, constructed = a_draft(3), an_event("running")
    refused("too-few-players", lambda: pods.draw_pods(event_id=few.pk, who=staff(few)))
    refused("not-limited", lambda: pods.draw_pods(event_id=constructed.pk, who=staff(constructed)))


def comes(event: Event, client) -> Registration:
    """Late, and written down by the staff."""
    client.force_login(staff(event))
    client.post(f"/events/{event.slug}/manage/players/add/", {"guest_name": "Late"})
    return event.registrations.get(guest_name="Late")


@pytest.mark.django_db
def test_a_late_entry_is_seated_automatically(client):
    event = a_draft(13)
    pods.draw_pods(event_id=event.pk, who=staff(event))
    late = comes(event, client)
    assert (late.pod, late.pod_seat) == (2, 7)
    assert AuditEntry.objects.filter(action="pod-joined").count() == 1


@pytest.mark.django_db
def test_full_pods_refuse_players_before_drafting(client):
    event = a_draft(8)
    organiser = staff(event)
    pods.draw_pods(event_id=event.pk, who=organiser)
    late = comes(event, client)
    assert late.pod is None
    assert client.get(f"/events/{event.slug}/pods/").context["unseated"] == [late]
    refused("pods-full", lambda: pods.seat_the_rest(event_id=event.pk, who=organiser))


@pytest.mark.django_db
def test_full_pods_accept_a_ninth_player_after_drafting_started(client):
    event = a_draft(8)
    pods.draw_pods(event_id=event.pk, who=staff(event))
    drafting.pair_round(event_id=event.pk, who=staff(event))
    late = comes(event, client)
    assert (late.pod, late.pod_seat) == (1, 9)


@pytest.mark.django_db
def test_players_without_a_pod_are_informed(client):
    event = a_draft(8)
    pods.draw_pods(event_id=event.pk, who=staff(event))
    stranded = a_player(event)
    client.force_login(stranded.user)
    assert client.get(f"/events/{event.slug}/pods/").context["i_stand"]
    client.force_login(event.registrations.filter(pod=1).first().user)
    assert not client.get(f"/events/{event.slug}/pods/").context["i_stand"]
