"""Heats of Quest for three crews, through the pages: each crew plays against a Demon, and the results are compared."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from core.errors import Invalid
from rules.games import QUEST
from tests.tournaments.people import Person, event_fields, version_on
from tests.tournaments.test_pages_of_tables import failing, the_pages, values_of
from tournaments.corrections.services.correction import reopen_match
from tournaments.events.models.formats import GAMES
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event, Match, MatchState, Registration
from tournaments.standings.services.ranking import standings

pytestmark = [pytest.mark.django_db, pytest.mark.check]
CREWS = {"Gears": ("ana", "bo"), "Owls": ("cy", "dan", "eve"), "Tofus": ("flo", "gus", "hal", "ina")}
WON: dict[str, Any] = {"place_a": "1", "turns": 9, "glory_a": 13, "kos": 2, "ending": "path-filled"}
LOST: dict[str, Any] = {"place_a": "2", "turns": 7, "glory_a": 8, "kos": 1, "ending": "time"}


class Heats:
    """An event of heats whose crews the organiser has formed; Kim plays in none of them."""

    def __init__(self, rounds: int = 1) -> None:
        self.owner = Person("owner")
        preset = next(one.name for one in GAMES[QUEST.game].presets if one.fields.get("mode") == "heats")
        fields = event_fields(ruleset=QUEST.slug, capacity=16, swiss_rounds=rounds, round_minutes=180, mode="heats")
        fields = {name: value for name, value in fields.items() if name not in GAMES[QUEST.game].lacks}
        self.owner.sends(f"/events/new/?from={preset}", **fields)
        self.event = Event.objects.get()
        self.here = self.event.get_absolute_url()
        names = [name for crew in CREWS.values() for name in crew]
        self.people = {name: Person(name) for name in [*names, "kim"]}
        self.players = {
            name: Registration.objects.create(
                event=self.event, user=person.user, lot=number, checked_in_at=timezone.now()
            )
            for number, (name, person) in enumerate(self.people.items(), start=1)
        }
        for crew, players in CREWS.items():
            chosen = dict(zip(("first", "second", "third", "fourth"), players, strict=False))
            fields = {field: self.players[name].pk for field, name in chosen.items()}
            self.owner.sends(f"{self.here}crews/form/", name=crew, **fields)
        for state in ("registration", "check-in", "running"):
            self.owner.sends(f"{self.here}move/", to=state)

    def publishes(self, number: int = 1) -> dict[str, Match]:
        if not self.event.rounds.filter(number=number).exists():
            self.owner.sends(f"{self.here}rounds/pair/")
        there = f"{self.here}rounds/{number}/"
        self.owner.sends(f"{there}publish/", version=version_on(self.owner.sees(there)))
        matches = Match.objects.filter(round__number=number).named()
        return {str(match.seats()[0].crew): match for match in matches}

    def enters(self, match: Match, status: int = 302, **score: Any) -> Any:
        match.refresh_from_db()
        return self.owner.sends(f"/matches/{match.pk}/enter/", status, version=match.version, **score)


def test_three_crews_play_a_heat_with_a_staff_demon() -> None:
    heats = Heats()
    assert "compared by heats won" in Person("visitor").sees(heats.here)
    matches = heats.publishes()
    assert {name: len(match.players()) for name, match in matches.items()} == {"Gears": 2, "Owls": 3, "Tofus": 4}
    for match in matches.values():
        heats.owner.sends(f"/matches/{match.pk}/demon/", demon=f"staff-{heats.owner.user.pk}")
    slips = heats.owner.sees(f"{heats.here}print/slips/1/")
    assert slips.count("Demon turns") == slips.count("Signature of the Demon") == 3
    gears, owls, tofus = (matches[name] for name in CREWS)
    ana = heats.people["ana"]
    ana.sends(f"/matches/{gears.pk}/report/", **WON)
    gears.refresh_from_db()
    assert gears.state == MatchState.REPORTED
    assert "The staff enter it" in ana.sees(f"/matches/{gears.pk}/")
    heats.enters(gears, **WON)
    heats.enters(owls, **WON | {"turns": 12})
    heats.enters(tofus, **LOST)
    page = heats.owner.sees(f"{heats.here}standings/")
    assert page.index("Gears") < page.index("Owls") < page.index("Tofus")
    assert [row.rank for row in standings(heats.event)] == [1, 2, 3]
    assert "Kim" not in Person("visitor").sees(f"{heats.here}standings/")
    french = heats.people["flo"]
    french.client.cookies["django_language"] = "fr"
    for path in (heats.here, f"{heats.here}rounds/1/", f"{heats.here}standings/", f"/matches/{tofus.pk}/"):
        assert '<html lang="fr"' in french.sees(path)
    assert "Démon" in french.sees(f"/matches/{tofus.pk}/")
    heats.owner.sends(f"{heats.here}move/", to="finished")
    assert "Gears" in Person("visitor").sees(heats.here)


def test_equal_crews_share_a_rank() -> None:
    heats = Heats()
    for match in heats.publishes().values():
        heats.enters(match, **WON)
    assert [row.rank for row in standings(heats.event)] == [1, 1, 1]


def test_turns_then_gg_then_kos_decide() -> None:
    heats = Heats(rounds=3)
    wins = [WON, WON | {"kos": 3}, WON | {"turns": 10}]
    for number in (1, 2, 3):
        matches = heats.publishes(number)
        for name, score in zip(("Tofus", "Gears", "Owls"), wins, strict=True):
            heats.enters(matches[name], **score)
    ranked = [row.player for row in standings(heats.event)]
    first = {name: heats.players[players[0]].pk for name, players in CREWS.items()}
    assert ranked == [first["Tofus"], first["Gears"], first["Owls"]]
    for page in ("cross-table/", "charts/", "hall/", f"players/{first['Owls']}/breakdown/", "rounds/2/", "report/",
                 "print/standings/", "print/pairings/2/by-table/", "print/certificates/", "results.csv"):  # fmt: skip
        heats.owner.sees(f"{heats.here}{page}")
    assert "30" in heats.owner.sees(f"{heats.here}players/{first['Owls']}/breakdown/")


def test_a_heat_not_played_ranks_below_a_lost_one() -> None:
    heats = Heats()
    gears, owls, tofus = heats.publishes().values()
    heats.enters(gears, place_a="absent", ending="no-show")
    heats.enters(owls, **LOST)
    heats.enters(tofus, **LOST | {"turns": 20})
    assert [row.rank for row in standings(heats.event)] == [1, 2, 3]
    assert standings(heats.event)[-1].player == gears.seats()[0].pk


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"turns": ""}, "Enter the number, 0 if none."),
        ({"kos": "201"}, "200"),
        ({"glory_a": ""}, "Enter the GG"),
        ({"glory_a": 6}, "at least 7 GG"),
        ({"place_a": "2"}, "Q-1.2"),
        ({"ending": "time"}, "lost when"),
        ({"ending": "glory"}, "glory"),
    ],
)
def test_a_result_no_heat_has_is_refused(changed: dict[str, Any], words: str) -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    answer = heats.enters(match, 400, **WON | changed).content.decode()
    assert (words in answer and 'value="9"' in answer) or "turns" in changed


def test_a_typed_line_is_a_heat() -> None:
    heats = Heats()
    match = heats.publishes()["Owls"]
    heats.owner.sends(f"{heats.here}entry/", slip=f"{match.table} p 11 13 4")
    assert match.results.get().score()["heat"] == [11, 4]
    answer = heats.owner.client.post(f"{heats.here}entry/", {"slip": "1 x 2"})
    assert "1 p 9 13 2" in answer.content.decode()


def test_the_demon_is_nobody_of_the_crew() -> None:
    heats = Heats()
    matches = heats.publishes()
    there = f"/matches/{matches['Gears'].pk}/"
    own = heats.owner.client.post(f"{there}demon/", {"demon": f"player-{heats.players['bo'].pk}"})
    assert own.status_code == 400
    assert heats.people["ana"].client.post(f"{there}demon/", {"demon": ""}).status_code == 403
    heats.owner.sends(f"{there}demon/", demon=f"player-{heats.players['kim'].pk}")
    assert "Demon: Kim" in Person("visitor").sees(there)
    heats.owner.sends(f"{there}demon/", demon=f"player-{heats.players['cy'].pk}")
    assert f"plays at table {matches['Owls'].table} in this round too" in Person("visitor").sees(there)
    heats.owner.sends(f"/matches/{matches['Tofus'].pk}/demon/", demon=f"player-{heats.players['kim'].pk}")
    heats.owner.sends(f"{there}demon/", demon=f"player-{heats.players['kim'].pk}")
    assert f"plays at table {matches['Tofus'].table} in this round too" in Person("visitor").sees(there)
    log = heats.owner.sees(f"{heats.here}audit-log/")
    assert "Round 1, table" in log and "Demon chosen" in log and "Cy" in log


def test_an_exported_event_has_its_heats() -> None:
    heats = Heats()
    matches = heats.publishes()
    heats.owner.sends(f"/matches/{matches['Tofus'].pk}/demon/", demon=f"player-{heats.players['kim'].pk}")
    for name, match in matches.items():
        heats.enters(match, **(WON if name == "Owls" else LOST))
    document = export_event(heats.event)
    copy = import_event(data=json.dumps(document).encode(), who=heats.owner.user)
    ranked = [[(row.rank, row.record.counts) for row in standings(event)] for event in (heats.event, copy)]
    assert ranked[0] == ranked[1] == [(1, (1, 0)), (2, (0, 1)), (2, (0, 1))]
    assert [match.demon_name for match in Match.objects.filter(round__event=copy) if match.demon_name] == ["Kim"]


def test_a_staff_demon_is_exported_by_name() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    heats.owner.sends(f"/matches/{match.pk}/demon/", demon=f"staff-{heats.owner.user.pk}")
    file = heats.owner.sees(f"{heats.here}event.json")
    assert [row["demon_called"] for row in json.loads(file)["matches"]].count("Owner") == 1
    copy = import_event(data=file.encode(), who=heats.owner.user)
    copied = next(one for one in Match.objects.filter(round__event=copy) if one.demon_called)
    there = f"/matches/{copied.pk}/"
    assert (copied.demon_name, copied.demon_staff) == ("Owner", None)
    assert "Demon: Owner" in heats.owner.sees(there) and "Owner" in heats.owner.sees(
        f"{copy.get_absolute_url()}rounds/1/"
    )
    assert "Owner" in json.dumps(export_event(copy)["matches"])
    heats.owner.sends(f"{there}demon/", demon="named-")
    assert "Demon: Owner" in heats.owner.sees(there)
    heats.owner.sends(f"{there}demon/", demon="")
    assert "Demon: nobody yet" in heats.owner.sees(there)
    assert heats.owner.client.post(f"{there}demon/", {"demon": "named-"}).status_code == 400


def test_a_crew_that_did_not_come_has_no_numbers() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    for numbers in ({"turns": 9}, {"kos": 1}, {"glory_a": 5}):
        answer = heats.enters(match, 400, place_a="absent", ending="no-show", **numbers).content.decode()
        assert "did not come, and yet" in answer and 'value="absent" selected' in answer
    answer = heats.enters(match, 400, **WON | {"ending": "no-show"}).content.decode()
    assert "The crew is not absent here" in answer
    heats.enters(match, place_a="absent", ending="no-show")
    assert match.results.get().score()["absent"] == [0]


def test_no_page_calls_a_heat_a_bye() -> None:
    heats = Heats()
    matches = heats.publishes()
    heats.owner.sends(f"/matches/{matches['Owls'].pk}/demon/", demon=f"player-{heats.players['kim'].pk}")
    assert "You play with Bo against the Demon" in heats.people["ana"].sees("/events/mine/")
    heats.enters(matches["Owls"], **LOST)
    heats.enters(matches["Gears"], place_a="absent", ending="no-show")
    eve = heats.players["eve"]
    pages = [
        f"{heats.here}{page}" for page in ("print/pairings/1/by-name/", f"players/{eve.pk}/", "rounds/1/", "crews/")
    ]
    pages += [f"{heats.here}players/{eve.pk}/breakdown/", f"/events/me/{eve.link_token}/", "/events/mine/"]
    for page in pages:
        shown = (heats.owner if "print" in page else heats.people["eve"]).sees(page)
        assert not re.search(r"\b(bye|[Oo]pponent|[Pp]artner)\b", re.sub(r"<[^>]*>", " ", shown)), page
    assert "Kim" in heats.owner.sees(f"{heats.here}print/pairings/1/by-name/")
    assert "Kim" in heats.people["eve"].sees(f"{heats.here}players/{eve.pk}/")
    assert "Lost, 7 Demon turns, 8 GG, 1 KO, round 1 <" in heats.people["eve"].sees("/events/mine/")


def test_settings_of_heats_ask_for_no_recorder() -> None:
    heats = Heats()
    page = heats.owner.sees(f"{heats.here}edit/")
    asked = re.findall(r"<div data-only-opponents>(.*?)</select>", page, re.DOTALL)
    assert sum("recorded" in each for each in asked) == 2
    match = heats.publishes()["Gears"]
    assert "hand in the log of the game as a file" in heats.people["ana"].sees(
        reverse("judging:match_logs", args=[match.pk])
    )


def test_an_import_with_a_demon_of_the_crew_is_refused() -> None:
    heats = Heats()
    heats.publishes()
    document = export_event(heats.event)
    document["matches"][0]["demon"] = document["seats"][0]["registration"]
    with pytest.raises(Invalid) as refusal:
        import_event(data=json.dumps(document).encode(), who=heats.owner.user)
    assert refusal.value.code == "broken-export" and "Demon" in str(refusal.value)


def test_the_api_tells_and_takes_a_heat() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    sent = {"places": [1], "tallies": [13], "heat": [9, 2], "ending": "path-filled"}
    client = heats.people["ana"].client
    answer = client.post(f"/api/v1/matches/{match.pk}/report/", json.dumps(sent), content_type="application/json")
    assert answer.status_code == 200 and answer.json()["state"] == "reported"
    entered = heats.owner.client.post(
        f"/api/v1/matches/{match.pk}/enter/", json.dumps(sent), content_type="application/json"
    ).json()
    assert entered["result"]["heat"] == [9, 2] and entered["demon"] == ""
    assert [seat["side"] for seat in entered["seats"]] == [1, 1]


def test_a_crew_has_two_to_four_players() -> None:
    heats = Heats()
    page = heats.owner.client.post(f"{heats.here}crews/form/", {"first": heats.players["kim"].pk, "second": ""})
    assert page.status_code == 400
    kim = heats.people["kim"]
    assert "Players without a crew can play the Demon" in kim.sees(f"{heats.here}crews/")


def test_a_third_player_joins_a_crew_by_link() -> None:
    heats = Heats()
    gears = heats.players["ana"]
    heats.people["ana"].sends(f"{heats.here}crews/link/")
    link = gears.partner_link
    heats.people["kim"].sends(f"{heats.here}crews/with/{link.token}/answer/", do="accept")
    gears.refresh_from_db()
    assert gears.crew and gears.crew.members.count() == 3


def test_a_personal_link_names_the_crew_before_and_after_reports() -> None:
    heats = Heats()
    match = heats.publishes()["Owls"]
    eve = heats.players["eve"]
    Registration.objects.filter(pk=eve.pk).update(user=None, guest_name="Eve")
    for _report in range(2):
        page = Person("visitor").sees(f"/events/me/{eve.link_token}/")
        assert "You play as Owls (Cy &amp; Dan &amp; Eve)." in page
        assert "in no crew" not in page
        heats.people["cy"].sends(f"/matches/{match.pk}/report/", **LOST)


def test_every_page_of_heats_opens() -> None:
    heats = Heats(rounds=2)
    first = heats.publishes(1)
    heats.owner.sends(f"/matches/{first['Gears'].pk}/demon/", demon=f"player-{heats.players['cy'].pk}")
    heats.people["cy"].sends(f"/matches/{first['Owls'].pk}/report/", **LOST)
    for name, match in first.items():
        heats.enters(match, **(WON if name == "Gears" else LOST))
    heats.owner.sends(f"{heats.here}rounds/pair/")
    pages = the_pages("tournaments", values_of(heats.event))
    for person in (Person("visitor"), heats.people["ana"], heats.people["kim"], heats.owner):
        assert failing(person.client, pages) == []


def test_what_needs_opponents_is_refused() -> None:
    heats = Heats()
    heats.owner.sends(f"{heats.here}rounds/pair/")
    there = f"{heats.here}rounds/1/"
    swapped = {"first": heats.players["ana"].pk, "second": heats.players["cy"].pk, "why": "to see", "version": 1}
    assert "nobody can be swapped" in heats.owner.sends(f"{there}swap/", 400, **swapped).content.decode()
    heats.owner.sends(f"{there}clubs/", version=version_on(heats.owner.sees(there)))
    match = heats.publishes()["Gears"]
    assert heats.owner.client.post(f"/matches/{match.pk}/no-show/", {"absent": "a"}).status_code == 409


def test_a_heat_is_corrected_with_a_reason() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    heats.enters(match, **WON)
    match.refresh_from_db()
    change = {"version": match.version, "why": "One KO was forgotten.", **WON, "kos": 3}
    assert "keep" in heats.owner.client.post(f"/matches/{match.pk}/correct/", change).content.decode()
    heats.owner.sends(f"/matches/{match.pk}/correct/", **change, then="keep")
    assert match.results.current().get().heat == [9, 3]


def test_a_heat_is_played_again_after_a_ruling() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    heats.enters(match, **WON)
    reopen_match(match_id=match.pk, who=heats.owner.user, why="The wrong scenario was played.")
    match.refresh_from_db()
    assert match.state == MatchState.OPEN and not match.results.current().exists()


def test_a_crew_one_of_whom_leaves_is_out() -> None:
    heats = Heats(rounds=2)
    matches = heats.publishes(1)
    heats.people["dan"].sends(f"{heats.here}withdraw/")
    matches["Owls"].refresh_from_db()
    assert matches["Owls"].results.get().score()["ending"] == "drop"
    for name in ("Gears", "Tofus"):
        heats.enters(matches[name], **WON)
    assert set(heats.publishes(2)) == {"Gears", "Tofus"}
    assert standings(heats.event)[-1].player == heats.players["cy"].pk


def test_no_page_of_quest_promises_a_replay() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    own = f"/events/me/{heats.players['ana'].link_token}/"
    for path in (heats.here, f"/matches/{match.pk}/", own, f"{heats.here}print/pairings/1/by-name/", "/events/"):
        page = heats.owner.sees(path)
        assert "Every result can be proved" not in page, path
    assert "From a log the site proves GG" in Person("visitor").sees(own)
