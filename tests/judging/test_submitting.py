"""Taking in a log: a receipt only for a stored row, and one row however often the same is sent."""

from typing import Any

import pytest
from django.urls import reverse

from core.errors import NotAllowed, Refused
from core.models import AuditEntry
from judging.logs.services.submission import submit_log
from judging.models import Submission
from rules.games import MAX_BYTES
from tests.tournaments import worlds
from tournaments.models import Match, Registration, Role, Round, RoundState

LOG = b'{"format": "krosmaster-log/1"}'


@pytest.fixture
def match(db):
    return worlds.a_match()


@pytest.fixture
def player(match):
    return match.a.user


def refusal(**what) -> tuple[str, int]:
    with pytest.raises((Refused, NotAllowed)) as refused:
        submit_log(**what)
    answer: Any = refused.value
    return answer.code, answer.status


def test_the_bytes_are_kept_as_they_came(match, player):
    odd = b'\xef\xbb\xbf {"a":1,\r\n "a":2} '
    stored = submit_log(content=odd, submitter=player, match=match, address="192.0.2.7")
    row = Submission.objects.get(pk=stored.pk)
    assert bytes(row.content) == odd
    assert (row.size, row.address, row.state) == (len(odd), "192.0.2.7", "queued")


def test_a_stored_log_wakes_the_workers(match, player, wake_ups, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        submit_log(content=LOG, submitter=player, match=match)
        assert not wake_ups.called, "it is not committed yet"
    assert wake_ups.call_count == 1


def test_who_submitted_what_is_in_the_audit_log(match, player):
    stored = submit_log(content=LOG, submitter=player, match=match)
    entry = AuditEntry.objects.get(action="log-received")
    assert (entry.who, entry.after) == (player, {"sha256": stored.sha256})


def test_the_same_key_and_bytes_return_the_same_submission(match, player):
    first = submit_log(content=LOG, submitter=player, match=match, key="k")
    assert submit_log(content=LOG, submitter=player, match=match, key="k") == first
    assert Submission.objects.count() == 1


def test_the_same_bytes_under_another_key_are_the_same_row(match, player):
    first = submit_log(content=LOG, submitter=player, match=match, key="k")
    assert submit_log(content=LOG, submitter=player, match=match, key="other") == first


def test_another_key_of_the_same_bytes_returns_that_submission(match, player):
    first = submit_log(content=LOG, submitter=player, match=match, key="k")
    for _ in range(2):
        assert submit_log(content=LOG, submitter=player, match=match, key="other") == first
    assert refusal(content=LOG + b" ", submitter=player, match=match, key="other") == ("key-reused", 409)


def test_a_key_used_for_other_bytes_is_refused(match, player):
    submit_log(content=LOG, submitter=player, match=match, key="k")
    assert refusal(content=LOG + b" ", submitter=player, match=match, key="k") == ("key-reused", 409)


def test_both_players_may_hand_in_the_same_bytes(match):
    rows = {submit_log(content=LOG, submitter=seat.user, match=match).pk for seat in match.seats()}
    assert len(rows) == 2


def test_a_log_without_a_match_is_taken_too(player):
    assert submit_log(content=LOG, submitter=player) == submit_log(content=LOG, submitter=player)


def test_nobody_hands_in_for_a_match_of_others(match):
    stranger = worlds.a_user("cy")
    assert refusal(content=LOG, submitter=stranger, match=match) == ("not-your-match", 403)


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.ORGANISER])
def test_the_staff_hands_in_for_any_match(match, role):
    assert submit_log(content=LOG, submitter=worlds.staff(match.round.event, role), match=match)


def test_a_log_over_two_mebibytes_is_refused_and_not_stored(match, player):
    code, status = refusal(content=b"x" * (MAX_BYTES + 1), submitter=player, match=match)
    assert (code, status) == ("too-large", 413)
    assert not Submission.objects.exists()


@pytest.mark.parametrize("nothing", [b"", b" \n\t "])
def test_nothing_is_no_log(player, nothing):
    assert refusal(content=nothing, submitter=player)[0] == "empty"


def test_a_person_submits_at_most_twenty_logs_per_match(match, player):
    for number in range(20):
        submit_log(content=LOG + b" " * number, submitter=player, match=match)
    assert refusal(content=b"one more", submitter=player, match=match)[0] == "too-many-logs"
    assert submit_log(content=LOG, submitter=player, match=match), "what is stored already is still answered"
    assert submit_log(content=b"{}", submitter=match.b.user, match=match), "the other player is not held up"


def test_logs_of_published_rounds_are_validated_first(match, player):
    live = submit_log(content=LOG, submitter=player, match=match)
    Round.objects.update(state=RoundState.CLOSED)
    match.round.refresh_from_db()
    past = submit_log(content=b"{}", submitter=player, match=match)
    alone = submit_log(content=LOG, submitter=player)
    assert live.priority < past.priority < alone.priority


def test_what_was_handed_in_is_never_deleted(player):
    with pytest.raises(TypeError):
        submit_log(content=LOG, submitter=player).delete()


def log_door(player: Registration, match: Match) -> str:
    return reverse("judging:personal_log", args=[player.link_token, match.pk])


def test_a_guest_submits_a_log_by_the_personal_link(client, db):
    event = worlds.an_event()
    owner = worlds.staff(event, Role.OWNER)
    guests = [Registration.objects.create(event=event, guest_name=name) for name in ("Gil", "Gus")]
    match = worlds.a_round(event, tuple(guests)).matches.get()
    for guest in guests:
        part, path = reverse("judging:personal_judging", args=[guest.link_token]), log_door(guest, match)
        assert part in client.get(reverse("tournaments:personal", args=[guest.link_token])).content.decode()
        assert client.post(path, {"text": "{}"}).status_code == 302
        assert client.post(path, {"text": "{}"}).status_code == 302
        assert path in client.get(part).content.decode()
    logs = Submission.objects.order_by("pk")
    assert [(str(log.author), log.submitter) for log in logs] == [("Gil", owner), ("Gus", owner)]
    client.force_login(owner)
    assert "Gus" in client.get(f"/matches/{match.pk}/logs/").content.decode()
    assert not client.get("/logs/").context["logs"], "the log of a guest is not the organiser's own"


def test_a_guest_submits_at_most_twenty_logs_per_match(client, db):
    event = worlds.an_event()
    worlds.staff(event, Role.OWNER)
    gil, gus = (Registration.objects.create(event=event, guest_name=name) for name in ("Gil", "Gus"))
    match = worlds.a_round(event, (gil, gus)).matches.get()
    sent = [client.post(log_door(gil, match), {"text": "{}" + " " * n}).status_code for n in range(21)]
    assert sent == [302] * 20 + [429]
    assert client.post(log_door(gus, match), {"text": "{}"}).status_code == 302


def test_an_account_submits_no_log_by_a_personal_link(client, db):
    match = worlds.a_match()
    assert client.post(log_door(match.a, match), {"text": "{}"}).status_code == 404
