"""Every event names its game and the rules that it is played by."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from core.errors import Invalid, Refused
from rules.games import BLAST, DEFAULT, QUEST, RULESETS
from teams.models import FactDecision, FactRevision
from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, seat, staff
from tournaments.core.exports.event_document import UNNAMED
from tournaments.events.forms import GROUPS
from tournaments.events.models import formats
from tournaments.events.models.formats import GAMES
from tournaments.events.services.editing import clone_event, edit_event
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.lists.services.facts import pin_facts
from tournaments.models import Event, FactsPin, Match
from tournaments.results.forms.slips import SlipForm
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score, checked_score

pytestmark = pytest.mark.django_db
OTHER = "other-rules"


@pytest.fixture
def _other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second ruleset of the game, as if the site could run it."""
    game = GAMES[DEFAULT.game]
    monkeypatch.setitem(formats.GAMES, DEFAULT.game, replace(game, rulesets={**game.rulesets, OTHER: "Other rules"}))
    monkeypatch.setitem(RULESETS, OTHER, replace(DEFAULT, slug=OTHER))


def test_each_ruleset_is_in_the_record_of_its_game():
    named = {ruleset: game for game, record in GAMES.items() for ruleset in record.rulesets}
    assert named == {slug: ruleset.game for slug, ruleset in RULESETS.items()}
    formats = {
        game: {RULESETS[each].lists.document_format for each in record.rulesets} for game, record in GAMES.items()
    }
    assert all({record.list_format} in ({""}, formats[game]) for game, record in GAMES.items())


def new_event(game: str, **changed: Any) -> Event:
    preset = GAMES[game].presets[0]
    Person("owner").sends(
        f"/events/new/?from={preset.name}", **event_fields(ruleset=next(iter(GAMES[game].rulesets)), **changed)
    )
    return Event.objects.get()


@pytest.mark.parametrize("game", GAMES)
def test_the_form_shows_what_the_game_has_and_nothing_else(game):
    record = GAMES[game]
    form = Person("owner").client.get(f"/events/new/?from={record.presets[0].name}").context["form"]
    in_no_mode = frozenset.intersection(*(each.lacks for each in record.formats.values()))
    missing = {name for _title, names in GROUPS for name in names} - form.fields.keys()
    assert missing == (
        record.lacks_by(form.instance.ruleset).keys() | in_no_mode | ({"mode"} if len(record.formats) == 1 else set())
    )
    if "tie_breaks" not in missing:
        assert [code for code, _title in form.fields["tie_breaks"].choices] == list(record.tie_breaks)
    assert form["round_minutes"].value() == record.round_minutes
    assert form["glory_cap"].value() == record.tally.cap


@pytest.mark.parametrize("game", GAMES)
def test_a_new_event_has_nothing_that_its_game_lacks(game):
    event = new_event(game)
    assert event.game == game
    assert {name: getattr(event, name) for name in event.lacks} == event.lacks
    assert event.mode in event.game_record.formats


def test_a_draft_of_another_game_gets_its_settings(signed_in):
    event = new_event(DEFAULT.game, arenas=["the-pit"])
    address = reverse("tournaments:edit", args=[event.slug])
    fields = event_fields(**{"initial-ruleset": DEFAULT.slug, "ruleset": BLAST.slug, "name": "Small boards"})
    assert signed_in(staff(event, "owner")).post(address, fields).status_code == 302
    event.refresh_from_db()
    record = GAMES[BLAST.game]
    assert (event.game, event.ruleset, event.name) == (BLAST.game, BLAST.slug, "Small boards")
    assert (event.round_minutes, event.glory_cap) == (record.round_minutes, record.tally.cap)
    assert {name: getattr(event, name) for name in record.lacks} == record.lacks


def test_only_an_event_whose_logs_are_validated_promises_proofs(client):
    promise = "can be proved"
    assert promise in client.get(an_event("registration").get_absolute_url()).content.decode()
    event = an_event("registration", game=QUEST.game, ruleset=QUEST.slug, mode="free-for-all")
    assert promise not in client.get(event.get_absolute_url()).content.decode()


def a_match_of(game: str, seats: int) -> Match:
    mode = next(iter(GAMES[game].formats))
    event = an_event("running", game=game, ruleset=next(iter(GAMES[game].rulesets)), mode=mode, **GAMES[game].lacks)
    return seat(*(a_player(event, f"p{n}") for n in range(seats)), round=a_round(event), table=1, state="open")


BLAST_SCORES = [
    ("a", 5, 3, "glyphs", None),
    ("a", 3, 5, "glyphs", "glyphs-need-more"),
    ("draw", 4, 4, "glyphs", "glyphs-need-more"),
    ("draw", 4, 4, "no-winner", None),
    ("a", 4, 4, "no-winner", "no-winner-needs-equal-glyphs"),
    ("draw", 4, 3, "no-winner", "no-winner-needs-equal-glyphs"),
    ("b", 6, 0, "knock-out", None),
    ("draw", 2, 2, "knock-out", "knock-out-needs-a-winner"),
    ("a", 5, 4, "glyphs", "glory-out-of-range"),
    ("a", 9, 0, "glyphs", "glory-out-of-range"),
    ("draw", 3, 3, "time", None),
    ("a", 3, 3, "time", "time-follows-glyphs"),
    ("a", 6, 0, "glory", "unknown-outcome"),
]


@pytest.mark.parametrize(("outcome", "a", "b", "ending", "code"), BLAST_SCORES)
def test_scores_of_blast(outcome, a, b, ending, code):
    match, score = a_match_of(BLAST.game, 2), Score.duel(outcome, a, b, ending)
    assert refusal(match, score) == code


QUEST_SCORES = [
    ((1, 2, 3, 4), (13, 9, 4, 0), "path-filled", None),
    ((1, 2, 3, 4), (9, 13, 4, 0), "path-filled", "path-filled-by-one"),
    ((1, 1, 3, 4), (13, 13, 4, 0), "path-filled", "won-alone"),
    ((1, 2, 3, 4), (13, 0, 4, 4), "path-filled", "path-filled-by-one"),
    ((1, 2, 3, 4), (13, 4, 4, 0), "path-filled", "path-filled-by-one"),
    ((1, 4, 2, 2), (13, 0, 4, 4), "path-filled", None),
    ((1, 2, 3, 4), (7, 3, 2, 1), "path-filled", None),
    ((1, 2, 3, 4), (6, 3, 2, 1), "path-filled", "path-filled-by-one"),
    ((1, 1, 3, 4), (9, 9, 4, 0), "adventure-path-full", None),
    ((1, 2, 3, 4), (9, 9, 4, 0), "adventure-path-full", "places-follow-gg"),
    ((2, 1, 3, 3), (4, 9, 1, 1), "time", None),
    ((1, 2, 3, 4), (31, 9, 4, 0), "path-filled", "glory-out-of-range"),
    ((1, 2, 3, 4), (6, 0, 0, 0), "glory", "unknown-outcome"),
]


@pytest.mark.parametrize(("places", "gg", "ending", "code"), QUEST_SCORES)
def test_scores_of_quest(places, gg, ending, code):
    assert refusal(a_match_of(QUEST.game, 4), Score(places, gg, ending)) == code


def refusal(match: Match, score: Score) -> str | None:
    try:
        checked_score(score, match)
    except Invalid as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("game", "seats", "line", "ending"),
    [
        (BLAST.game, 2, "1 5-3", "glyphs"),
        (BLAST.game, 2, "1 4-4", "no-winner"),
        (BLAST.game, 2, "1 2-5 k1", "knock-out"),
        (QUEST.game, 4, "1 p0 13 p1 9 p2 4 p3", "path-filled"),
        (QUEST.game, 4, "1 p0 9 = p1 9 p2 4 p3 a", "adventure-path-full"),
    ],
)
def test_typed_lines_are_read_in_the_words_of_the_game(game, seats, line, ending):
    form = SlipForm(a_match_of(game, seats).round.event, {"slip": line})
    assert form.is_valid(), form.errors
    assert form.line()[1].ending == ending


def test_the_api_names_the_endings_of_the_game(signed_in):
    match = a_match_of(BLAST.game, 2)
    sent = {"outcome": "a", "glory_a": 6, "glory_b": 0, "ending": "glory", "version": match.version}
    client = signed_in(staff(match.round.event, "owner"))
    answer = client.post(f"/api/v1/matches/{match.pk}/enter/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown-outcome")
    assert answer.json()["choices"] == list(match.format.endings)


def test_an_event_that_names_no_game_is_of_the_first():
    Person("owner").sends("/events/new/", **event_fields())
    event = Event.objects.get()
    assert (event.game, event.ruleset, event.rules) == (DEFAULT.game, DEFAULT.slug, DEFAULT)


@pytest.mark.usefixtures("_other_rules")
def test_the_form_asks_for_the_game_first_and_keeps_it():
    Person("owner").sends("/events/new/", **event_fields(ruleset=OTHER))
    assert Event.objects.get().ruleset == OTHER
    answer = Person("other").sends("/events/new/?from=constructed-cut", 400)
    assert answer.context["form"].groups()[0].fields[0].name == "ruleset"


def test_an_unknown_game_is_refused_with_those_there_are():
    answer = Person("owner").sends("/events/new/", 400, **event_fields(ruleset="chess"))
    [fault] = answer.context["form"].errors.as_data()["ruleset"]
    assert fault.code == "invalid_choice"
    assert str(GAMES[DEFAULT.game].rulesets[DEFAULT.slug]) in fault.messages[0]


def test_rules_of_another_game_are_refused():
    event = an_event("draft")
    event.ruleset = OTHER
    with pytest.raises(ValidationError) as refused:
        event.clean()
    assert refused.value.error_dict["ruleset"][0].code == "other-game"


@pytest.mark.usefixtures("_other_rules")
@pytest.mark.parametrize("state", ["running", "cut"])
def test_a_started_event_keeps_its_game(state):
    event = an_event(state)
    with pytest.raises(Refused) as refused:
        edit_event(event_id=event.pk, who=staff(event, "owner"), changes={"ruleset": OTHER})
    assert (refused.value.code, refused.value.details["fields"]) == ("fixed-at-the-start", ["ruleset"])


@pytest.mark.usefixtures("_other_rules")
def test_the_second_of_two_tabs_does_not_undo_the_game(signed_in):
    event = an_event("registration")
    browser = signed_in(staff(event, "owner"))
    address = reverse("tournaments:edit", args=[event.slug])
    form = browser.get(address).context["form"]
    typed = {name: value for name in form.fields if (value := form[name].value()) not in (None, False)}
    fields = event_fields(**{"initial-ruleset": DEFAULT.slug, "name": event.name, "legality": typed["legality"]})
    assert browser.post(address, {**fields, "ruleset": OTHER}).status_code == 302
    assert browser.post(address, {**fields, "ruleset": DEFAULT.slug}).status_code == 409
    event.refresh_from_db()
    assert event.ruleset == OTHER


@pytest.mark.usefixtures("_other_rules")
def test_a_copy_is_of_the_same_game():
    event = an_event("registration", ruleset=OTHER)
    copy = clone_event(event=event, who=staff(event, "owner"), name="Again", starts_at=event.starts_at)
    assert copy.ruleset == OTHER


def test_page_and_api_name_the_game(client, signed_in):
    event = an_event("registration")
    assert str(GAMES[event.game].rulesets[event.ruleset]) in client.get(event.get_absolute_url()).content.decode()
    answer = client.get(f"/api/v1/events/{event.slug}/").json()
    assert (answer["game"], answer["ruleset"]) == (DEFAULT.game, DEFAULT.slug)
    assert client.get("/api/v1/events/", {"game": "chess"}).status_code == 400


# -- documents -------------------------------------------------------------------------------------------------------


def imported(document: dict[str, Any]) -> Event:
    return import_event(data=json.dumps(document, default=str).encode(), who=a_user())


def test_documents_of_duels_are_of_the_first_game():
    document = export_event(an_event("registration"))
    assert document["format"] == "krosmaster-event/1"
    assert not set(UNNAMED) & document["event"].keys()
    assert imported(document).ruleset == DEFAULT.slug


def test_later_documents_name_game_and_ruleset():
    document = export_event(an_event("registration", mode="free-for-all"))
    assert (document["event"]["game"], document["event"]["ruleset"]) == (DEFAULT.game, DEFAULT.slug)
    assert imported(document).ruleset == DEFAULT.slug


def test_a_document_from_before_games_is_of_the_first():
    document = export_event(an_event("registration", mode="free-for-all"))
    for name in UNNAMED:
        del document["event"][name]
    event = imported(document)
    assert (event.game, event.ruleset) == (DEFAULT.game, DEFAULT.slug)


@pytest.mark.usefixtures("_other_rules")
def test_a_duel_under_other_rules_is_a_later_document():
    document = export_event(an_event("registration", ruleset=OTHER))
    assert (document["format"], document["event"]["ruleset"]) == ("krosmaster-event/2", OTHER)


@pytest.mark.parametrize("name", ["game", "ruleset"])
def test_an_unknown_game_in_a_document_names_field_and_choices(name):
    document = export_event(an_event("registration", mode="free-for-all"))
    document["event"][name] = "chess"
    with pytest.raises(Invalid) as refused:
        imported(document)
    assert refused.value.code == "broken-export"
    assert f"/event/{name}" in str(refused.value)
    assert getattr(DEFAULT, {"game": "game", "ruleset": "slug"}[name]) in str(refused.value)
    assert not Event.objects.filter(**{name: "chess"}).exists()


BLAST_ROWS = [
    ("ending", "glory", "/results/0/ending"),
    ("tallies", [9, 0], "/results/0/tallies/0"),
]


@pytest.mark.parametrize(("name", "value", "pointer"), BLAST_ROWS)
def test_what_its_game_lacks_is_refused_in_a_document(name, value, pointer):
    match = a_match_of(BLAST.game, 2)
    enter_result(match_id=match.pk, score=Score.duel("a", 5, 3, "glyphs"), who=staff(match.round.event, "owner"))
    document = export_event(match.round.event)
    assert imported(document).game == BLAST.game
    document["results"][0][name] = value
    with pytest.raises(Invalid) as refused:
        imported(document)
    assert (refused.value.code, pointer in str(refused.value)) == ("broken-export", True)


def test_a_mode_of_another_game_names_its_own():
    document = export_event(new_event(BLAST.game))
    document["event"]["mode"] = "free-for-all"
    with pytest.raises(Invalid) as refused:
        imported(document)
    assert "/event/mode" in str(refused.value)
    assert "duel" in str(refused.value)


def test_an_import_has_nothing_that_its_game_lacks():
    document = export_event(a_match_of(BLAST.game, 2).round.event)
    document["event"] |= {"lists_required": True, "recorded_games": "full", "arenas": ["the-pit"]}
    event = imported(document)
    assert {name: getattr(event, name) for name in event.lacks} == event.lacks


# -- facts -----------------------------------------------------------------------------------------------------------


def test_facts_of_another_game_are_not_pinned():
    reviewer = a_user()
    entry = {"kind": "text", "slug": "nox", "body": {"spells": []}, "source": "the card"}
    row = FactRevision.objects.create(**entry, proposed_by=reviewer)
    FactDecision.objects.create(revision=row, outcome="confirmed", by=a_user())
    arena, blast = an_event("check-in"), an_event("check-in", game=BLAST.game, ruleset=BLAST.slug)
    for event in (arena, blast):
        pin_facts(event, who=None)
    assert (FactsPin.objects.get(event=arena).snapshot.game, FactsPin.objects.get(event=blast).snapshot) == (
        DEFAULT.game,
        None,
    )


@pytest.mark.parametrize("named", [BLAST, QUEST])
def test_a_pack_of_another_game_says_which_it_is_for(named):
    pack = json.dumps({"format": "krosmaster-facts/1", "game": named.game, "facts": []})
    page = Person("owner").sends(reverse("teams:import-facts"), 400, pack=pack).content.decode()
    assert named.title in page
    answer = Person("other").client.post("/api/v1/facts/", pack, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "other-game")


def test_a_pack_of_no_game_names_those_there_are():
    pack = json.dumps({"format": "krosmaster-facts/1", "game": "chess", "facts": []})
    answer = Person("owner").client.post("/api/v1/facts/", pack, content_type="application/json")
    assert answer.status_code == 400
    assert all(game in answer.json()["detail"] for game in GAMES)


@pytest.mark.parametrize(("field", "known"), [("game", GAMES), ("ruleset", [BLAST.slug, QUEST.slug, DEFAULT.slug])])
def test_the_api_names_the_choices_of_an_unknown_game(client, field, known):
    answer = client.get("/api/v1/events/", {field: "chess"})
    (error,) = answer.json()["fields"][field]
    assert (answer.status_code, [each for each in known if each not in error["detail"]]) == (400, [])


def test_an_event_takes_no_facts_of_another_game():
    document = export_event(new_event(BLAST.game))
    document["facts"] = {"document": {"format": "krosmaster-facts/1", "game": DEFAULT.game, "facts": []}}
    with pytest.raises(Invalid) as refused:
        imported(document)
    assert refused.value.code == "other-game"


@pytest.mark.parametrize("page", ["lists", "my_list"])
def test_a_game_without_lists_has_no_pages_of_them(signed_in, monkeypatch, page):
    event = new_event(QUEST.game)
    monkeypatch.setitem(formats.GAMES, QUEST.game, replace(GAMES[QUEST.game], list_format=""))
    owner = signed_in(staff(event, "owner"))
    address = reverse(f"tournaments:{page}", args=[event.slug])
    assert owner.get(address).status_code == 409
    assert address not in owner.get(reverse("tournaments:run", args=[event.slug])).content.decode()
