"""An event of each game, from its form to its winner: no page that leads on from it has a word of another game."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.games import BLAST, DEFAULT, QUEST
from tests.tournaments.people import Person, event_fields, version_on
from tournaments.events.models.formats import GAMES
from tournaments.events.models.settings import Mode
from tournaments.models import Event, Match, Registration
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.check]

GG = ("GG", "gallon", "glory", "Krosmaster in play", "last Krosmaster", "Demonic", "Boss", "(?<!krosmaster[ -])arena")
GLYPHS = ("glyph", "knock-out")
PATH = ("path filled", "Adventure Path")
OF_OTHERS = {DEFAULT.game: (*GLYPHS, *PATH), BLAST.game: (*GG, *PATH), QUEST.game: (*GLYPHS, *(set(GG) - {"GG"}))}
OWN = {DEFAULT.game: "GG", BLAST.game: "glyphs", QUEST.game: "GG"}
LINK = re.compile(r'(?:href|hx-get|data-src)="([^"#]+)')
MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)
BELOW = ("/events/{slug}/", "/matches/", "/registrations/", "/players/")
ANSWERS = ("text/html", "text/csv", "text/calendar", "text/plain")


SCORES = {DEFAULT.game: Score.duel("a", 6, 0), BLAST.game: Score.duel("a", 5, 3, "glyphs")}
SCORES[QUEST.game] = Score((1, 2, 3, 4), (13, 9, 4, 0), "path-filled")


def event_in_its_final(game: str) -> tuple[Person, Person, Event]:
    """Four players, a round with its results, and a final that is being played."""
    owner, tables = Person("owner"), Mode.DUEL not in GAMES[game].formats
    owner.sends(f"/events/new/?from={GAMES[game].presets[0].name}", **fields_of(game), cut_size=4 if tables else 2)
    event, people = Event.objects.get(), [Person(name) for name in ("ada", "bea", "cid", "dan")]
    for person in people:
        Registration.objects.create(event=event, user=person.user, lot=person.user.pk, checked_in_at=timezone.now())
    here = event.get_absolute_url()
    for state in ("registration", "check-in", "running"):
        owner.sends(f"{here}move/", to=state)
    owner.sends(f"{here}rounds/pair/")
    publishes(owner, event, 1)
    for match in Match.objects.filter(round__event=event):
        enter_result(match_id=match.pk, score=SCORES[game], who=owner.user)
    owner.sends(f"{here}move/", to="cut")
    publishes(owner, event, 2)
    finalist = Match.objects.get(round__event=event, round__number=2).players()[0].user_id
    return owner, next(person for person in people if person.user.pk == finalist), event


def publishes(owner: Person, event: Event, number: int) -> None:
    here = f"{event.get_absolute_url()}rounds/{number}/"
    owner.sends(f"{here}publish/", version=version_on(owner.sees(here)))


def fields_of(game: str) -> dict[str, Any]:
    fields = event_fields(ruleset=next(iter(GAMES[game].rulesets)), swiss_rounds=1, lists_during="private")
    return {name: value for name, value in fields.items() if name not in GAMES[game].lacks or value}


def pages(client: Client, event: Event) -> Iterator[tuple[str, str]]:
    """Every page that leads on from the event's, within it."""
    below = tuple(prefix.format(slug=event.slug) for prefix in BELOW)
    waiting, seen = deque([event.get_absolute_url(), reverse("tournaments:run", args=[event.slug])]), set()
    while waiting:
        path = waiting.popleft().partition("?")[0]
        if path in seen or not path.startswith(below):
            continue
        seen.add(path)
        answer = client.get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith(ANSWERS):
            continue
        page = answer.content.decode()
        yield path, page
        waiting.extend(LINK.findall(page))


@pytest.mark.parametrize("game", GAMES)
def test_no_page_has_a_word_of_another_game(game):
    owner, player, event = event_in_its_final(game)
    found, walked = [], set()
    for person in (owner, player):
        for path, page in pages(person.client, event):
            walked.add(path)
            main = MAIN.search(page)
            shown = re.sub(r"<[^>]*>", " ", main[0] if main else page)
            found += [
                f"{path}: {word}" for word in OF_OTHERS[game] if re.search(rf"\b{word}s?\b", shown, re.IGNORECASE)
            ]
            assert OWN[game] in shown or not path.endswith("/entry/")
    assert "\n".join(found) == ""
    assert len(walked) > 30
