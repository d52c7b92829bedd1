"""An exported event is complete: imported elsewhere it says the same, and goes on. A CSV names every faulty line."""

import json

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from jsonschema import Draft202012Validator

from core.errors import Invalid
from core.models import AuditEntry
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tools.document_schemas import path_of
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event, ForbiddenPair, Match, Penalty, Registration, SubmittedList
from tournaments.players.services.checked_lines import read_players
from tournaments.players.services.importing import import_players
from tournaments.players.services.penalties import apply_penalty, revoke_penalty
from tournaments.results.services import entry
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Event:
    """Seven players, round 1 played and frozen, round 2 published with one correction."""
    event = an_event(swiss_rounds=3, cut_size=4, starts_at="2030-01-01T10:00:00Z")
    event.refresh_from_db()
    keeper = staff(event, "owner")
    players = [a_player(event, club="Blue" if n % 2 else "") for n in range(7)]
    ForbiddenPair.objects.create(event=event, first=players[0], second=players[1])
    SubmittedList.objects.create(
        registration=players[0], name="Old", figures=[], legal=False, verdict={}, superseded_at=event.starts_at
    )
    SubmittedList.objects.create(registration=players[0], name="Team", figures=[], legal=True, verdict={})
    for _round in range(2):
        unpublished_round = pairing.pair_round(event_id=event.pk, who=keeper)
        publishing.publish_round(round_id=unpublished_round.pk, who=keeper)
        for match in Match.objects.filter(round=unpublished_round, bye=False):
            entry.enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 4, 0))
    return event


@pytest.mark.check
def test_an_imported_event_is_equal_and_can_continue(played):
    newcomer = a_user()
    copy = import_event(data=json.dumps(export_event(played)).encode(), who=newcomer)
    assert table_of(copy) == table_of(played)
    unpublished_round = pairing.pair_round(event_id=copy.pk, who=newcomer)
    publishing.publish_round(round_id=unpublished_round.pk, who=newcomer)
    met = [frozenset(pair) for pair in Match.objects.filter(round__event=copy, bye=False).pairs()]
    assert len(met) == len(set(met)) == 9


def table_of(event: Event) -> list:
    names = {row.pk: row.full_name for row in event.registrations.named()}
    return [
        (row.rank, names[int(row.player)], [row.format_value(code) for code in event.tie_breaks])
        for row in standings(event)
    ]


def test_exporting_what_was_imported_gives_the_same_document(played):
    first = export_event(played)
    second = export_event(import_event(data=json.dumps(first).encode(), who=a_user()))
    source = second.pop("imported")
    assert shape(first) == shape(second) and not source["played_here"]


def test_a_minor_by_account_is_a_minor_in_a_copy():
    event = an_event(starts_at="2030-01-01T10:00:00Z")
    event.refresh_from_db()
    Registration.objects.create(event=event, user=a_user("alice", is_minor=True), lot=1)
    copy = import_event(data=json.dumps(export_event(event)).encode(), who=a_user())
    assert copy.registrations.get().is_minor
    assert copy.registrations.get().shown_name == "A."


def test_revoked_penalties_are_imported_in_bulk_with_what_revoked_them(played, django_assert_max_num_queries):
    keeper = played.staff.get().user
    for player in played.registrations.all():
        caution = apply_penalty(registration=player, who=keeper, kind="caution", why="late")
        revoke_penalty(penalty=caution, who=keeper, why="was here")
    document = json.dumps(export_event(played)).encode()
    with django_assert_max_num_queries(60):
        copy = import_event(data=document, who=a_user())
    revoking = Penalty.objects.filter(registration__event=copy, revokes__isnull=False)
    assert revoking.count() == 7
    assert all(row.revokes.registration == row.registration for row in revoking)


def shape(document: dict) -> dict:
    """Everything but the numbers of the rows, which are another site's own."""
    numbers = {"id", "registration", "match", "round", "a", "b", "by", "first", "second", "submitted", "revokes"}
    numbers |= {"reasons", "frozen_standings", "cut_seeds", "clinch"}
    return {
        part: [
            {k: v for k, v in row.items() if k not in numbers} for row in ([rows] if isinstance(rows, dict) else rows)
        ]
        for part, rows in document.items()
        if part != "format"
    }


def test_bidirectional_characters_are_removed_on_import(played):
    document = json.loads(json.dumps(export_event(played)))
    document["registrations"][0]["name"] = "\u202eEve"
    copy = import_event(data=json.dumps(document).encode(), who=a_user())
    assert copy.registrations.filter(guest_name="Eve").exists()


def test_an_export_holds_no_secret_links(played):
    text = json.dumps(export_event(played))
    assert not any(row.link_token in text or row.claim_token in text for row in played.registrations.all())


def test_an_import_agrees_to_public_games_for_nobody(played):
    played.registrations.update(public_games=True)
    document = json.loads(json.dumps(export_event(played)))
    for player in document["registrations"]:
        player["public_games"] = True
    copy = import_event(data=json.dumps(document).encode(), who=a_user())
    assert not copy.registrations.filter(public_games=True).exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d.pop("event"),
        lambda d: d["matches"][0].update(a=999_999),
        lambda d: d["matches"].append(d["matches"][0] | {"id": 77_777}),
        lambda d: d["results"][0].update(outcome="nonsense"),
        lambda d: d["results"][0].update(glory_a=-1),
        lambda d: d["results"][0].update(match=next(row["id"] for row in d["matches"] if row["b"] is None)),
        lambda d: d["matches"][0].pop("a"),
        lambda d: d["matches"][0].update(b=d["matches"][0]["a"]),
        lambda d: d["event"].update(capacity="many"),
        lambda d: d.update(rounds=7),
        lambda d: d["registrations"][0].update(name=None),
    ],
)
def test_a_damaged_export_is_refused_whole(played, damage):
    document = json.loads(json.dumps(export_event(played)))
    damage(document)
    with pytest.raises(Invalid):
        import_event(data=json.dumps(document).encode(), who=a_user())
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("damage", "code", "place"),
    [
        (lambda d: d["event"].update(capacity="many"), "broken-export", "/event/capacity"),
        (lambda d: d["matches"][0].update(a="first"), "broken-export", "/matches/0/a"),
        (lambda d: d["results"][1].update(outcome="nonsense"), "broken-export", "/results/1/outcome"),
        (lambda d: d["rounds"][0].update(closed_at="yesterday"), "broken-export", "/rounds/0/closed_at"),
        (lambda d: d.update(rounds=7), "broken-export", "/rounds"),
        (lambda d: d["lists"][0].update(figures=[1]), "broken-export", "/lists/0/figures/0"),
        (lambda d: d["event"].update(pinned_legality={"banned": ["?"]}), "broken-export", "/event/pinned_legality/ban"),
        (lambda d: d["registrations"][0].pop("name"), "missing-in-export", "registrations/0/name"),
    ],
)
def test_a_refused_export_names_the_place(played, damage, code, place):
    document = json.loads(json.dumps(export_event(played)))
    damage(document)
    with pytest.raises(Invalid) as caught:
        import_event(data=json.dumps(document).encode(), who=a_user())
    assert caught.value.code == code
    assert place in str(caught.value.message)


def test_the_schema_accepts_every_export(played):
    document = json.loads(json.dumps(export_event(played)))
    schema = Draft202012Validator(json.loads(path_of("krosmaster-event-1").read_text("utf-8")))
    assert [error.json_path for error in schema.iter_errors(document)] == []
    document["results"][0]["outcome"] = "nonsense"
    assert [error.json_path for error in schema.iter_errors(document)] == ["$.results[0].outcome"]


def test_unknown_fields_of_an_export_are_reported(client, played):
    document = json.loads(json.dumps(export_event(played)))
    document["series"] = []
    document["event"] |= {"mascot": "Tofu", "pinned_legality": {"title": "Club", "theme": "sea"}}
    for match in document["matches"]:
        match["weather"] = "sunny"
    client.force_login(who := a_user())
    file = SimpleUploadedFile("event.json", json.dumps(document).encode())
    page = client.post(reverse("tournaments:import_event"), {"file": file, "again": "on"}, follow=True)
    assert table_of(Event.objects.get(staff__user=who)) == table_of(played)
    assert AuditEntry.objects.get(action="event-imported").after == {
        "not_read": ["event/pinned_legality/theme", "event/mascot", "matches/weather", "series"]
    }
    assert b"event/pinned_legality/theme, event/mascot, matches/weather, series" in page.content


def test_a_truncated_export_names_the_missing_part():
    with pytest.raises(Invalid) as caught:
        import_event(data=b'{"format": "krosmaster-event/1"}', who=a_user())
    assert caught.value.code == "missing-in-export"
    assert "“event”" in str(caught.value.message)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"format": "x"}', b"\xff", b'{"a":' * 100, b'{"a": NaN}'])
def test_what_is_no_export_is_refused(data):
    with pytest.raises(Invalid):
        import_event(data=data, who=a_user())


def test_large_exports_can_be_imported_through_the_form(client, played):
    who = a_user()
    client.force_login(who)
    text = json.dumps(export_event(played)).encode()
    padded = text.ljust(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    fields = {"file": SimpleUploadedFile("event.json", padded), "again": "on"}
    answer = client.post(reverse("tournaments:import_event"), fields)
    assert answer.status_code == 302
    assert table_of(Event.objects.get(staff__user=who)) == table_of(played)


def test_a_second_import_of_an_event_asks_first(client, played):
    document = json.dumps(export_event(played)).encode()
    played.state = "draft"  # which only its own staff see
    played.save()
    client.force_login(who := a_user())

    def sends(**fields):
        return client.post("/events/import/", {"file": SimpleUploadedFile("event.json", document), **fields})

    assert sends().status_code == 302
    refused = sends()
    assert (refused.status_code, codes_of(refused)) == (400, ["event-is-here"])
    assert b'name="again"' in refused.content
    assert b'name="again"' not in client.get("/events/import/").content
    assert Event.objects.filter(staff__user=who).count() == 1
    assert sends(again="on").status_code == 302
    assert Event.objects.filter(staff__user=who).count() == 2


def codes_of(page) -> list[str]:
    return [error.code for error in page.context["form"].non_field_errors().as_data()]


def test_import_queries_do_not_grow_with_rows(played, django_assert_max_num_queries):
    for number in range(60):
        a_player(played, f"late{number}")
    text = json.dumps(export_event(played)).encode()
    who = a_user()
    with django_assert_max_num_queries(60):
        import_event(data=text, who=who)


def test_the_lines_without_an_error_come_in():
    event = an_event("registration", capacity=50)
    text = "name;email;rating\nAna;ana@example.org;1200\n;x@example.org;\nBo;not an address;\nANA;;\nCy;;lots\n"
    lines = read_players(event, text).lines
    assert [line.number for line in lines if line.errors] == [3, 4, 5, 6]
    done = import_players(event_id=event.pk, who=staff(event), text=text)
    assert [one.guest_name for one in done.added] == ["Ana"]
    assert [line.number for line in done.rest] == [3, 4, 5, 6]


def test_a_csv_of_errors_is_refused_with_all_lines():
    event = an_event("registration", capacity=50)
    with pytest.raises(Invalid) as caught:
        import_players(event_id=event.pk, who=staff(event), text="name;rating\n;1\nCy;lots\n")
    assert [error["message"].split(":")[0] for error in caught.value.details["errors"]] == ["2", "3"]
    assert not Registration.objects.filter(event=event).exists()


def test_names_alone_are_a_file_too():
    event = an_event("registration", capacity=2)
    added = import_players(event_id=event.pk, who=staff(event), text="Ana\nBo\n\nCy").added
    assert [row.status for row in added] == ["registered", "registered", "waiting"]
