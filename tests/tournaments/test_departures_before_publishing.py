"""Somebody leaves or comes between the draft and its publication: it does not go out, and says of whom."""

from unittest import mock

import pytest

from core.errors import Refused
from core.privacy.personal_data import erase
from tests.tournaments import seated
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.base.services.locking import event_lock
from tournaments.corrections.services import correction
from tournaments.corrections.services.correction import changed_matches, reinstate_results, snapshot_matches
from tournaments.models import Match, Round, RoundState, Seat, Status
from tournaments.players.services import dropping, registration
from tournaments.results.services.entry import settle_by_rule
from tournaments.rounds.services import pairing, publishing, re_pairing
from tournaments.rounds.services.re_pairing import pair_open_tables_again

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return an_event(swiss_rounds=3)


@pytest.fixture
def players(event):
    return [a_player(event, name) for name in ("ana", "bo", "cy", "di", "eve", "flo")]


@pytest.fixture
def organiser(event, client):
    who = staff(event)
    client.force_login(who)
    return who


@pytest.fixture
def unpublished_round(event, players, organiser) -> Round:
    return pairing.pair_round(event_id=event.pk, who=organiser)


def step(client, unpublished: Round, what: str):
    now = Round.objects.get(pk=unpublished.pk)
    return client.post(
        f"/events/{now.event.slug}/rounds/{now.number}/{what}/", {"version": now.version, "why": "Ana left"}
    )


def drop(player, organiser):
    dropping.drop(registration=player, who=player.user)


def disqualify(player, organiser):
    dropping.disqualify(registration=player, who=organiser, why="shouted")


def go_and_swap(player, organiser):
    dropping.drop(registration=player, who=player.user)
    unpublished = Round.objects.get()
    other = unpublished.matches.exclude(seat_rows__registration=player).first().a_id
    re_pairing.swap(round_id=unpublished.pk, who=organiser, first=player.pk, second=other, why="asked")


@pytest.mark.parametrize("leaves", [drop, disqualify, go_and_swap], ids=lambda leaves: leaves.__name__)
def test_players_who_left_since_pairing_are_named_and_not_seated(client, unpublished_round, players, organiser, leaves):
    leaves(players[0], organiser)
    answer = step(client, unpublished_round, "publish")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'data-code="not-playing"' in page and "Ana:" in page and "/rounds/1/redraw/" in page
    assert Round.objects.get().state == RoundState.UNPUBLISHED


def test_after_drawing_again_the_round_goes_out_without_them(client, unpublished_round, players, organiser):
    drop(players[0], organiser)
    assert step(client, unpublished_round, "redraw").status_code == 302
    assert step(client, unpublished_round, "publish").status_code == 302
    assert Round.objects.get().state == RoundState.PUBLISHED
    assert not Seat.objects.filter(registration=players[0]).exists()


def test_players_who_arrived_since_pairing_are_named(client, event, unpublished_round, players, organiser):
    registration.add_player(event_id=event.pk, who=organiser, about={"guest_name": "Late Lou"})
    answer = step(client, unpublished_round, "publish")
    assert answer.status_code == 409
    assert 'data-code="not-seated"' in answer.content.decode() and "Late Lou:" in answer.content.decode()


def test_players_reinstated_since_pairing_are_named(client, event, players, organiser):
    drop(players[0], organiser)
    unpublished = pairing.pair_round(event_id=event.pk, who=organiser)
    dropping.reinstate(registration=players[0], who=organiser, why="back")
    assert 'data-code="not-seated"' in step(client, unpublished, "publish").content.decode()


def test_an_unpublished_round_is_checked_again(client, unpublished_round, players, organiser):
    publishing.publish_round(round_id=unpublished_round.pk, who=organiser)
    publishing.unpublish_round(round_id=unpublished_round.pk, who=organiser, why="wrong")
    drop(players[0], organiser)
    assert step(client, unpublished_round, "publish").status_code == 409


def test_a_drop_during_publication_is_a_forfeit(client, unpublished_round, players, organiser):
    """The drop comes after the look, so that it waits for the lock, and finds the round published."""
    publishing.publish_round(round_id=unpublished_round.pk, who=organiser)
    drop(players[0], organiser)
    assert not Match.objects.of(players[0]).undecided().exists()


def test_an_account_deleted_meanwhile_does_not_bring_a_player_back(unpublished_round, players, organiser):
    """The disqualification comes when the row has been read, and before it is written."""
    player = players[0]
    tokens = _after(lambda: disqualify(player, organiser))
    with mock.patch("tournaments.privacy.secrets.token_urlsafe", side_effect=tokens):
        erase(player.user)
    player.refresh_from_db()
    assert player.status == Status.DISQUALIFIED


def _after(first):
    """New tokens, and `first` before the first of them."""
    yield from [(first() and "") or "token-1", *(f"token-{n}" for n in range(2, 9))]


def test_the_unpublished_round_page_names_players_who_left(unpublished_round, players, organiser):
    drop(players[0], organiser)
    person = Person("reader")
    person.client.force_login(organiser)
    assert 'data-code="not-playing"' in person.sees(f"/events/{unpublished_round.event.slug}/rounds/1/")


@pytest.fixture
def settled(event, unpublished_round, players, organiser) -> Match:
    """Published; the first of the draft has dropped, and so lost."""
    publishing.publish_round(round_id=unpublished_round.pk, who=organiser)
    drop(players[0], organiser)
    return Match.objects.of(players[0]).get()


def test_a_match_of_who_has_left_is_not_played_again(settled, organiser):
    with pytest.raises(Refused) as refusal:
        correction.reopen_match(match_id=settled.pk, who=organiser, why="again")
    assert refusal.value.code == "player-has-left" and refusal.value.details["player"] in (settled.a_id, settled.b_id)
    assert not Match.objects.filter(pk=settled.pk).undecided().exists()


def test_a_revoked_ruling_opens_no_table_for_departed_players(event, unpublished_round, players, organiser):
    publishing.publish_round(round_id=unpublished_round.pk, who=organiser)
    match = Match.objects.of(players[0]).named().get()
    before = snapshot_matches([match])
    with event_lock(event.pk):
        settle_by_rule(match, outcome="a", ending="no-show", who=organiser, why="ruled")
    changed = changed_matches(before)
    drop(players[0], organiser)
    with event_lock(event.pk) as locked:
        reinstate_results(locked, changed, who=organiser, why="appeal")
    assert not Match.objects.of(players[0]).undecided().exists()


def test_open_tables_are_not_drawn_again_around_who_is_out(event, unpublished_round, players, organiser):
    publishing.publish_round(round_id=unpublished_round.pk, who=organiser)
    event.registrations.filter(pk__in=[players[0].pk, players[1].pk]).update(status=Status.WITHDRAWN)
    with pytest.raises(Refused) as refusal, event_lock(event.pk) as locked:
        pair_open_tables_again(locked, Round.objects.get(), who=organiser, why="corrected")
    assert refusal.value.code == "not-playing"


def test_changing_a_player_brings_back_nothing_of_a_deleted_account(event, players, organiser):
    """Their account is deleted when the row has been read, and before it is written."""
    player = players[0]
    player.club = "Blue"
    player.save(update_fields=["club"])
    deleted = mock.Mock(side_effect=lambda *_args: erase(player.user))
    with mock.patch("tournaments.players.services.registration._refuse_taken_table", deleted):
        registration.edit_player(registration=player, who=organiser, about={"paid": True})
    player.refresh_from_db()
    assert deleted.called and (player.club, player.paid) == ("", True)


def missed_a_round(event, organiser) -> list[str]:
    """Round 1 is over: at its first table the second player did not come."""
    played = pairing.pair_round(event_id=event.pk, who=organiser)
    publishing.publish_round(round_id=played.pk, who=organiser)
    gone, *others = list(played.matches.by_table())
    with event_lock(event.pk):
        settle_by_rule(gone, outcome="a", ending="no-show", who=organiser, why="no-show")
        for match in others:
            settle_by_rule(match, outcome="a", ending="concession", who=organiser, why="gave up")
    return [player.full_name for player in gone.seats()]


def test_who_missed_a_round_is_named_and_dropped_before_publishing(client, event, players, organiser):
    came, gone = missed_a_round(event, organiser)
    drawn = pairing.pair_round(event_id=event.pk, who=organiser)
    here = drawn.get_absolute_url()
    page = client.get(here).content.decode()
    assert page.count('data-code="not-seen"') == 1
    assert f"{gone} did not appear in the last round" in page and f"Drop {came}" not in page
    form = page.split('data-code="not-seen"')[1].split("</form>")[0]
    address = form.split('action="')[1].split('"')[0]
    assert client.post(address, {"do": "drop", "next": here}).headers["Location"] == here
    page = client.get(here).content.decode()
    assert 'data-code="not-seen"' not in page and 'data-code="not-playing"' in page
    assert "Pair again without them" in page and f'value="{gone} left the event"' in page
    assert step(client, drawn, "redraw").status_code == 302
    assert step(client, drawn, "publish").status_code == 302


def test_a_seat_left_empty_at_a_table_is_named(client):
    event, players = seated.at_tables()
    first = seated.a_round_of_tables(event, players[:4], players[4:], state=RoundState.CLOSED)
    one, other = first.matches.by_table()
    seated.settled(one, *seated.FOUR)
    seated.settled(other, [1, 2, 3, 4], [8, 4, 0, 0], absent=[3])
    seated.a_round_of_tables(event, players[:4], players[4:], state=RoundState.UNPUBLISHED)
    client.force_login(staff(event))
    page = client.get(f"/events/{event.slug}/rounds/2/").content.decode()
    assert page.count('data-code="not-seen"') == 1 and f"Drop {players[7].full_name}" in page
