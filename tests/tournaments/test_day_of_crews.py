"""A day of two against two with twelve crews: Swiss rounds, a cut, trophies; everything through the pages."""

import json
from typing import Any

import pytest

from tests.tournaments.people import Person, version_on
from tests.tournaments.test_crews import WON, Known, agree, crews_of_two, publish
from tournaments.cut.services.seeding import final_ranks
from tournaments.events.services.ending import has_won, podium
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event, Match, Registration, Result, RoundState
from tournaments.players.models.crews import crews_of, entrants_to_pair
from tournaments.standings.services.ranking import standings

pytestmark = [pytest.mark.django_db, pytest.mark.ci]


def test_twelve_crews_play_swiss_rounds_cut_and_trophies():
    event, organiser = crews_of_two(24, cut_size=4, prizes="1: trophy")
    here = f"/events/{event.slug}/"
    organiser.sends(f"{here}start/")
    dispute_and_correction(organiser, publish(event, organiser))
    gone = crews_of(event)[0]
    Known(gone.partners[0].user).sends(f"{here}withdraw/")
    for _round in range(2):
        organiser.sends(f"{here}rounds/pair/")
        for match in publish(event, organiser):
            agree(match)
    assert len(standings(event)) == 12 and len(entrants_to_pair(event)) == 11
    organiser.sends(f"{here}move/", to="cut")
    cut_and_final(event, organiser)
    organiser.sends(f"{here}move/", to="finished")
    event.refresh_from_db()
    winners_have_trophies(event, organiser)
    an_exported_event_says_the_same(event, organiser)


def dispute_and_correction(organiser: Known, matches: list[Match]) -> None:
    disputed, corrected, *others = matches
    there = f"/matches/{disputed.pk}/"
    Known(disputed.players()[2].user).sends(f"{there}report/", **WON)
    for_both = Known(disputed.players()[0].user).sees(there)
    assert "Your crew reported" in for_both
    other = Known(disputed.players()[3].user)
    other.sends(f"{there}dispute/", version=version_on(other.sees(there)), note="no")
    disputed.refresh_from_db()
    assert disputed.state == "disputed"
    organiser.sends(f"{there}enter/", **WON, version=disputed.version)
    for match in [corrected, *others]:
        agree(match)
    changed: dict[str, Any] = {**WON, "outcome": "b", "glory_a": 0, "glory_b": 5}
    changed |= {"why": "wrong way round", "then": "keep"}
    seen: dict[str, Any] = {"version": Match.objects.get(pk=corrected.pk).version, "seen_rounds": "1-published"}
    organiser.sends(f"/matches/{corrected.pk}/correct/", **changed, **seen)
    assert Result.objects.current().get(match=corrected).outcome == "b"


def cut_and_final(event: Event, organiser: Known) -> None:
    here = f"/events/{event.slug}/"
    for _round in range(2):
        if not event.rounds.filter(state=RoundState.UNPUBLISHED).exists():
            organiser.sends(f"{here}rounds/pair/")
        for match in publish(event, organiser):
            assert len(match.players()) == 4
            agree(match)
    page = Person("watcher").sees(f"{here}bracket/")
    assert all(crew.shown_name.replace("&", "&amp;") in page for _rank, crew in final_ranks(event)[:4])


def winners_have_trophies(event: Event, organiser: Known) -> None:
    first = podium(event)[0].player
    for player in (first, first.partners[0]):
        assert has_won(Registration.objects.select_related("event").get(pk=player.pk))
    certificates = organiser.sees(f"/events/{event.slug}/print/certificates/")
    assert first.full_name.replace("&", "&amp;") in certificates
    for player in (first, first.partners[0]):
        assert "Congratulations" in Known(player.user).sees(f"/events/{event.slug}/")


def an_exported_event_says_the_same(event: Event, organiser: Known) -> None:
    document = export_event(event)
    copy = import_event(data=json.dumps(document).encode(), who=organiser.user)
    reported = [[(rank, crew.full_name) for rank, crew in final_ranks(one)] for one in (event, copy)]
    assert reported[0] == reported[1] and len(reported[0]) == 12
