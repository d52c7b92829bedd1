"""Events by the rule book of 2013: what their form asks and what it does not, and what is refused there."""

import json
from typing import Any

import pytest
from django.urls import reverse

from core.errors import Refused
from rules.games import DEFAULT, FIRST_BOX
from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.events.services.editing import clone_event, edit_event
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, SubmittedList

pytestmark = pytest.mark.django_db
NOT_IN_THE_BOOK = {"team_level", "limited_kind", "legality", "rewards", "tells_level", "pod_rounds"}
NEW = "/events/new/?from=first-box-cup"


def typed(**changed: Any) -> dict[str, Any]:
    return event_fields(**{"ruleset": FIRST_BOX.slug, "scenery": "fixed", **changed})


def created(**changed: Any) -> Event:
    Person("owner").sends(NEW, **typed(**changed))
    return Event.objects.get()


def test_the_form_asks_only_what_the_book_knows():
    fields = Person("owner").client.get(NEW).context["form"].fields
    assert not NOT_IN_THE_BOOK & fields.keys()
    assert [code for code, _title in fields["team_format"].choices] == ["constructed", "box"]
    assert [code for code, _title in fields["scenery"].choices] == ["fixed", "breakable"]


def test_the_form_of_other_rules_knows_no_box():
    fields = Person("owner").client.get("/events/new/?from=constructed-cut").context["form"].fields
    assert [code for code, _title in fields["team_format"].choices] == ["constructed", "limited"]
    assert "scenery" not in fields


@pytest.mark.parametrize(
    ("sent", "setting"),
    [
        ({"rewards": "second"}, "Demonic Rewards"),
        ({"legality": "season-1"}, "Boss and ban list"),
        ({"pod_rounds": 2}, "pod"),
    ],
)
def test_settings_that_the_book_lacks_are_refused_by_name(sent, setting):
    answer = Person("owner").sends(NEW, 400, **typed(**sent, name="My cup"))
    [fault] = answer.context["form"].non_field_errors().as_data()
    assert (fault.code, setting in fault.messages[0], FIRST_BOX.title in fault.messages[0]) == ("not-in-ruleset", 1, 1)
    assert answer.context["form"]["name"].value() == "My cup"
    assert not Event.objects.exists()


def test_a_choice_on_a_page_of_other_rules_is_said():
    new, other = "/events/new/?from=constructed-cut", {"initial-ruleset": DEFAULT.slug}
    answer = Person("owner").sends(new, 400, **typed(**other, rewards="second", legality="season-1"))
    [fault] = answer.context["form"].non_field_errors().as_data()
    assert "Boss and ban list" in fault.messages[0]
    Person("organiser").sends(new, **typed(**other, rewards="second", legality="none"))
    assert (Event.objects.get().rules, Event.objects.get().rewards) == (FIRST_BOX, "original")


def test_a_cup_of_the_box_with_breakable_scenery():
    event = created(team_format="box", scenery="breakable")
    assert (event.rules, event.team_format, event.scenery) == (FIRST_BOX, "box", "breakable")
    assert {name: getattr(event, name) for name in event.lacks} == event.lacks
    assert (event.rewards, event.legality) == ("original", "none")
    Event.objects.update(state="registration")
    page = Person("other").sees(event.get_absolute_url())
    assert "rule book of 2013" in page
    assert "breaks under close-combat attacks" in page
    assert "Demonic Rewards" not in page


@pytest.mark.parametrize(
    ("ruleset", "team_format", "choices"),
    [
        (FIRST_BOX.slug, "limited", "constructed, four figures of the first box"),
        (FIRST_BOX.slug, "four-player", "constructed, four figures of the first box"),
        (DEFAULT.slug, "box", "constructed, limited"),
    ],
)
def test_a_format_of_other_rules_is_refused_with_the_choices(ruleset, team_format, choices):
    answer = Person("owner").sends(NEW, 400, **typed(ruleset=ruleset, team_format=team_format, name="My cup"))
    [fault] = answer.context["form"].errors.as_data()["team_format"]
    assert (fault.code, choices in fault.messages[0]) == ("invalid_choice", True)
    assert answer.context["form"]["name"].value() == "My cup"
    assert not Event.objects.exists()


@pytest.mark.parametrize("mode", ["free-for-all", "two-v-two"])
def test_the_box_is_for_two_players(mode):
    answer = Person("owner").sends(NEW, 400, **typed(mode=mode, team_format="box"))
    [fault] = answer.context["form"].errors.as_data()["team_format"]
    assert fault.code == "box-of-four"


def test_a_draft_changed_to_the_book_loses_what_it_lacks(signed_in):
    event = an_event("draft", legality="season-1")
    address, other = reverse("tournaments:edit", args=[event.slug]), {"initial-ruleset": DEFAULT.slug}
    assert signed_in(staff(event, "owner")).post(address, typed(**other)).status_code == 302
    event.refresh_from_db()
    assert event.rules == FIRST_BOX
    assert {name: getattr(event, name) for name in event.lacks} == event.lacks


def test_a_draft_that_leaves_the_book_breaks_no_scenery(signed_in):
    event = created(scenery="breakable")
    address, other = reverse("tournaments:edit", args=[event.slug]), {"initial-ruleset": FIRST_BOX.slug}
    browser = signed_in(event.staff.get().user)
    assert browser.post(address, typed(ruleset=DEFAULT.slug, **other)).status_code == 302
    event.refresh_from_db()
    assert (event.rules, event.scenery) == (DEFAULT, "fixed")


def test_scenery_is_fixed_at_the_start():
    event = an_event("running", ruleset=FIRST_BOX.slug)
    with pytest.raises(Refused) as refused:
        edit_event(event_id=event.pk, who=staff(event, "owner"), changes={"scenery": "breakable"})
    assert refused.value.details["fields"] == ["scenery"]


def test_copy_and_export_keep_the_book():
    event = created(team_format="box", scenery="breakable")
    copy = clone_event(event=event, who=event.staff.get().user, name="Again", starts_at=event.starts_at)
    assert (copy.rules, copy.team_format, copy.scenery) == (FIRST_BOX, "box", "breakable")
    document = export_event(event)
    assert document["format"] == "krosmaster-event/2"
    assert (document["event"]["ruleset"], document["event"]["scenery"]) == (FIRST_BOX.slug, "breakable")


def test_lists_of_four_players_are_imported_with_their_event():
    event = an_event("registration", ruleset=FIRST_BOX.slug, mode="free-for-all", lists_required=True)
    for name, figures in (("ana", ["nox"]), ("bo", ["bill-tell", "lil-healey"]), ("cy", ["nox", "bill-tell"])):
        player = a_player(event, name)
        assert player.user
        submit_list(registration=player, who=player.user, figures=figures)
    data = json.dumps(export_event(event), default=str).encode()
    copy = import_event(data=data, who=staff(event, "owner"))
    kept = SubmittedList.objects.filter(registration__event=copy).order_by("pk")
    assert (copy.rules, [(each.figures, each.legal) for each in kept]) == (
        FIRST_BOX,
        [(["nox"], True), (["bill-tell", "lil-healey"], True), (["nox", "bill-tell"], False)],
    )
    assert {fault["article"] for fault in kept[2].verdict["violations"]} == {"p30.15"}
