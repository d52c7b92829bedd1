"""A cup of eight by the rule book of 2013, from its form to its certificates, in French and through the pages: one log
breaks the rule of the second roll and is ruled on, and another event refuses it."""

import json
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from accounts.models import User
from judging.logs.services.worker import work_one
from judging.models import Case, Report, Ruling, Submission
from rules.arena.laws.arena_2013 import BOX
from rules.games import DEFAULT, FIRST_BOX
from teams.wording import card_title
from tests.judging.people import InProcess, url
from tests.tournaments.people import event_fields
from tests.tournaments.test_crews import Known, publish
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, staff
from tools.selfplay.game import random_game
from tournaments.cut.services.seeding import final_ranks
from tournaments.models import Event, Match, Registration, Role

pytestmark = [pytest.mark.django_db, pytest.mark.check]
NAMES = ("Zoé", "Émile", "Anaïs", "Bo", "Cléa", "Dan", "Ève", "Félix")
LIST = {"format": FIRST_BOX.lists.document_format, "ruleset": FIRST_BOX.slug, "team_format": "box"}


class French(Known):
    """Somebody whose browser asks for French."""

    def __init__(self, user: User | None) -> None:
        super().__init__(user)
        self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"


def in_french(text: str) -> str:
    with translation.override("fr"):
        return translation.gettext(text)


def figures(player: int) -> list[str]:
    return list(BOX[player % 2 :: 2])


def a_cup(organiser: French) -> Event:
    fields = event_fields(ruleset=FIRST_BOX.slug, team_format="box", scenery="fixed", capacity=8)
    fields |= {"name": "Coupe de la boîte", "swiss_rounds": 3, "cut_size": 2, "lists_required": "on"}
    organiser.sends("/events/new/?from=first-box-cup", **fields)
    event = Event.objects.get()
    organiser.sends(f"/events/{event.slug}/move/", to="registration")
    return event


def players_hand_in(event: Event) -> list[French]:
    players = []
    for number, name in enumerate(NAMES):
        player = French(a_user(f"player-{number}", public_name=name))
        player.sends(f"/events/{event.slug}/register/")
        wrong = json.dumps({**LIST, "team_format": "limited", "pool": [], "figures": figures(number)})
        page = player.sends(f"/events/{event.slug}/my-list/", 400, text=wrong)
        assert page.context["form"]["text"].value() == wrong
        player.sends(f"/events/{event.slug}/my-list/", text=json.dumps({**LIST, "figures": figures(number)}))
        players.append(player)
    assert all(player.lists.get().legal for player in Registration.objects.all())
    return players


def starts(organiser: French, event: Event) -> None:
    here = f"/events/{event.slug}/"
    organiser.sends(f"{here}move/", to="check-in")
    organiser.sends(f"{here}check-in/all/")
    organiser.sends(f"{here}lists/lock/")
    organiser.sends(f"{here}start/")


def a_list_is_checked(judge: French, event: Event) -> None:
    """At the table, against the figures that stand there."""
    player = event.registrations.earliest("pk")
    here = reverse("tournaments:deck_check", args=[event.slug, player.pk])
    page = judge.sees(here)
    with translation.override("fr"):
        assert all(escape(card_title(figure)) in page for figure in player.lists.get().figures)
    judge.sends(here, outcome="matches", seen=player.lists.get().figures, list=player.lists.get().pk)
    assert player.lists.get().checks.get().outcome == "matches"


def results(organiser: French, matches: list[Match]) -> None:
    for match in matches:
        version = Match.objects.get(pk=match.pk).version  # a log that was handed in counts as a change
        sent: dict[str, Any] = {"outcome": "a", "glory_a": 7, "glory_b": 0, "ending": "glory", "version": version}
        organiser.sends(f"/matches/{match.pk}/enter/", **sent)


def a_log(match: Match, *, second_roll: bool = False) -> dict[str, Any]:
    """A game of the two lists; with a die of its first Roll for Tension rolled again."""
    seated = [(player, player.lists.get().figures) for player in match.players()]
    document = random_game("cup/1", [cards for _player, cards in seated], "the-pit", FIRST_BOX.slug, team_format="box")
    for letter, (player, _cards) in zip("AB", seated, strict=True):
        document["players"][letter]["name"] = player.full_name
    if second_roll:
        next(action for action in document["actions"] if action["do"] == "tension")["reroll"] = ["dodge"]
    return document


def handed_in(match: Match, document: dict[str, Any]) -> Report:
    player = French(match.players()[0].user)
    player.sends(url("submit_log", match.pk), text=json.dumps(document))
    assert work_one(InProcess())
    submission = Submission.objects.latest("pk")
    page = player.sees(submission.get_absolute_url())
    assert "p22.2" in page
    assert in_french("The dice of the Roll for Tension are rolled once.") in page
    report: Report = submission.reports.get(current=True)
    return report


def ruled_on(judge: French, report: Report) -> None:
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG, submission=report.submission)
    assert "p22.2" in judge.sees(case.get_absolute_url())
    assert case.match
    judge.sends(url("claim", case.pk))
    assert judge.client.get(case.get_absolute_url()).context["form"]["article"].value() == "p22.2"
    fields: dict[str, Any] = {
        "remedy": "stands",
        "article": "p22.2",
        "reason": "seen",
        "message": "Relancé.",
        "replaces": "",
    }
    judge.sends(url("rule", case.pk), **fields, penalty="next", penalised=case.match.a_id)
    assert (Ruling.objects.get().article, Case.objects.get(pk=case.pk).status) == ("p22.2", "ruled")
    assert "p22.2" in judge.sees(case.get_absolute_url())


def printed(organiser: French, event: Event, *pages: str) -> None:
    for page in pages:
        organiser.sees(f"/events/{event.slug}/print/{page}")


def test_a_cup_of_eight_by_the_book_of_2013():
    organiser = French(a_user("olga"))
    event = a_cup(organiser)
    players_hand_in(event)
    judge = French(staff(event, Role.HEAD_JUDGE, "jo"))
    starts(organiser, event)
    a_list_is_checked(judge, event)
    first = publish(event, organiser)
    printed(organiser, event, "", "lists/", "pairings/1/by-table/", "slips/1/")
    report = a_second_roll_is_found(first[0])
    results(organiser, first)
    ruled_on(judge, report)
    assert "p22.2" in judge.sees(f"/events/{event.slug}/desk/statistics/")
    the_rest_is_played(organiser, event)


def a_second_roll_is_found(match: Match) -> Report:
    report = handed_in(match, a_log(match, second_roll=True))
    errors = [(each["code"], each["article"]) for each in report.body["findings"] if each["severity"] == "error"]
    assert (errors, report.differences) == ([("rerolled", "p22.2")], [])
    return report


def the_rest_is_played(organiser: French, event: Event) -> None:
    """Two more rounds, the final, and what is printed at the end."""
    here = f"/events/{event.slug}/"
    for _round in (2, 3):
        organiser.sends(f"{here}rounds/pair/")
        results(organiser, publish(event, organiser))
    organiser.sends(f"{here}move/", to="cut")
    results(organiser, publish(event, organiser))
    organiser.sends(f"{here}move/", to="finished")
    printed(organiser, event, "standings/", "ranking/", "certificates/")
    assert len(final_ranks(Event.objects.get(pk=event.pk))) == 8


def test_an_event_by_other_rules_refuses_that_log():
    document = random_game("cup/1", [BOX[:4], BOX[4:]], "the-pit", FIRST_BOX.slug, team_format="box")
    refused_elsewhere(json.dumps(document))
    assert not Submission.objects.exists()


def refused_elsewhere(text: str) -> None:
    """By an event of other rules, whose page says both and gives the text back."""
    event = an_event(name="Open", slug="open")
    assert event.rules == DEFAULT
    player = a_player(event, "somebody")
    a_round(event, (player, a_player(event, "another")))
    [match] = Match.objects.filter(round__event=event)
    page = French(player.user).sends(url("submit_log", match.pk), 409, text=text).content.decode()
    assert escape(in_french("Krosmaster Arena, rule book of 2013")) in page
    assert escape(in_french("Krosmaster Arena, tournament rules 2.7")) in page
    assert escape(text) in page
    assert not match.submissions.exists()
