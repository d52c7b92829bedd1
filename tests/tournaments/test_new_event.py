"""An event is created in three steps: asked is what the template does not say; a card shows what players will see."""

import pytest

from rules.games import BLAST
from tests.tournaments.people import Person, event_fields
from tournaments.events.forms import GROUPS
from tournaments.events.models.formats import GAMES
from tournaments.models import Event

pytestmark = pytest.mark.django_db
PRESETS = [(game, each.name) for game, record in GAMES.items() for each in record.presets]
NEW = "/events/new/?from=constructed-cut"


def shown(form) -> dict[int, list[str]]:
    return {step.number: [field.name for field in step.fields] for step in form.steps()}


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_each_template_asks_only_what_it_does_not_say(game, preset):
    form = Person("owner").client.get(f"/events/new/?from={preset}").context["form"]
    assert shown(form) == {1: ["ruleset", "name", "starts_at", "time_zone", "place"], 2: [], 3: ["capacity"]}


def test_every_field_stands_in_one_step_once():
    form = Person("owner").client.get(NEW).context["form"]
    places = [
        name
        for step in form.steps()
        for name in (
            *(field.name for field in step.fields),
            *(field.name for group in step.groups for field in group.fields),
        )
    ]
    assert sorted(places) == sorted(name for _title, names in GROUPS for name in names if name in form.fields)


def test_what_differs_from_the_template_is_shown_in_its_step():
    typed = event_fields(cut_size=8, name="", round_minutes=45, entry_fee="5 €")
    answer = Person("owner").sends(NEW, 400, **typed)
    found = shown(answer.context["form"])
    assert "round_minutes" in found[2]
    assert "cut_size" not in found[2]
    assert "entry_fee" in found[3]
    assert [step.number for step in answer.context["form"].faulty_groups()] == [1]


@pytest.mark.parametrize("ruleset", [slug for game in GAMES.values() for slug in game.rulesets])
def test_the_card_shows_what_is_typed_and_creates_nothing(ruleset):
    owner = Person("owner")
    fields = event_fields(ruleset=ruleset, name="Évangelyne <b>", capacity=17, place="Salle des fêtes")
    page = owner.client.post(NEW, fields, headers={"HX-Request": "true"}).content.decode()
    assert "Évangelyne &lt;b&gt;" in page
    assert "Salle des fêtes" in page and "17 places" in page
    assert str(next(game.rulesets[ruleset] for game in GAMES.values() if ruleset in game.rulesets)) in page
    assert "<form" not in page
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"name": "Cup"},
        {"capacity": "many", "swiss_rounds": "x", "starts_at": "soon"},
        {"round_minutes": 2**63, "break_minutes": 2**63, "swiss_rounds": 2**63, "capacity": 2**63},
    ],
)
def test_the_card_stands_whatever_is_missing(typed):
    answer = Person("owner").client.post(NEW, typed, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Its day and time" in answer.content.decode()


def test_the_card_is_in_the_first_answer():
    page = Person("owner").sees("/events/new/?from=blast-swiss")
    assert str(GAMES[BLAST.game].rulesets[BLAST.slug]) in page.partition("<aside")[2]


def test_creating_says_what_was_created_and_what_comes_next():
    owner = Person("owner")
    page = owner.sees(owner.sends(NEW, **event_fields(name="Cup <1>"))["Location"])
    said = page.split('<div class="messages')[1].split("</ul>")[0]
    assert "“Cup &lt;1&gt;” is created" in said
    assert "Next step: “Announce event”" in said
