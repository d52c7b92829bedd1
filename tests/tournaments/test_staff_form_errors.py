"""An ordinary slip in a form of the staff comes back on its own page: the fault beside the field, all else kept."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Event, ForbiddenPair, Match, Role, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return Person("organiser")


@pytest.fixture
def event(organiser) -> Event:
    """Two tables, the first one settled."""
    event = an_event(swiss_rounds=3)
    Staff.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    first = a_round(event, (ana, bo), (cy, di))
    enter_result(match_id=first.matches.get(table=1).pk, who=organiser.user, score=Score.duel("a", 6, 0))
    return event


@pytest.fixture
def draft(event):
    return a_round(event, *(zip(*[iter(event.registrations.order_by("pk"))] * 2, strict=True)), state="draft")


def error(organiser, path, field, form="form", **fields) -> str:
    """The code of the one fault of the field, on a page that came back."""
    answer = organiser.sends(path, 400, **fields)
    faults = answer.context[form].errors.as_data()
    assert set(faults) == {field}, faults
    return faults[field][0].code


def test_a_swap_chooses_nobody_beforehand(organiser, event, draft):
    form = organiser.client.get(draft.get_absolute_url()).context["form"]
    assert [form[name].value() for name in ("first", "second")] == [None, None]


def test_swap_errors_are_shown_at_their_field(organiser, event, draft):
    ana, bo, cy, _di = event.registrations.order_by("pk")
    path = f"{draft.get_absolute_url()}swap/"
    good = {"first": ana.pk, "second": cy.pk, "why": "same car"}
    assert error(organiser, path, "second", **good | {"second": ana.pk}) == "same-player"
    assert error(organiser, path, "second", **good | {"second": bo.pk}) == "same-table"
    assert error(organiser, path, "why", **good | {"why": " "}) == "required"
    answer = organiser.sends(path, 400, **good | {"second": ""})
    assert 'value="same car"' in answer.content.decode()
    assert answer.context["form"]["first"].value() == str(ana.pk)
    organiser.sends(path, 302, **good)


def test_a_published_round_is_not_swapped(organiser, event):
    assert (
        organiser.sends(f"{event.rounds.get().get_absolute_url()}swap/", 409).context["refusal"].code == "not-a-draft"
    )


def test_extra_time_errors_are_shown_at_the_table_field(organiser, event):
    path = f"{event.rounds.get().get_absolute_url()}extend/"
    assert error(organiser, path, "table", "extension", table=9, minutes=5) == "no-such-table"
    assert error(organiser, path, "table", "extension", table=1, minutes=5) == "already-settled"
    assert error(organiser, path, "minutes", "extension", table=2, minutes=500) == "number-out-of-range"
    organiser.sends(path, 302, table=2, minutes=5)


def test_a_duplicate_player_is_an_error_of_the_name_field(organiser, event):
    path = f"/events/{event.slug}/manage/players/add/"
    organiser.sends(path, 302, guest_name="Eve", fixed_table=7)
    answer = organiser.sends(path, 400, guest_name="eve", club="Owls")
    assert answer.context["form"].errors.as_data()["guest_name"][0].code == "already-registered"
    assert 'value="Owls"' in answer.content.decode()
    assert error(organiser, path, "guest_name", club="Owls") == "name-missing"
    assert error(organiser, path, "fixed_table", guest_name="Flo", fixed_table=7) == "table-taken"


def test_a_duplicate_changed_name_is_a_field_error(organiser, event):
    organiser.sends(f"/events/{event.slug}/manage/players/add/", 302, guest_name="Eve")
    organiser.sends(f"/events/{event.slug}/manage/players/add/", 302, guest_name="Flo")
    flo = event.registrations.get(guest_name="Flo")
    path = f"/events/{event.slug}/manage/players/{flo.pk}/"
    assert error(organiser, path, "guest_name", guest_name="EVE") == "already-registered"


def test_a_player_has_no_forbidden_pairing_with_themselves(organiser, event):
    ana, bo, *_others = event.registrations.order_by("pk")
    path = f"/events/{event.slug}/manage/forbidden-pairings/"
    assert error(organiser, path, "second", first=ana.pk, second=ana.pk, why="same car") == "not-a-pair"
    assert error(organiser, path, "second", first=ana.pk, second="") == "required"
    organiser.sends(path, 302, first=ana.pk, second=bo.pk)
    assert ForbiddenPair.objects.count() == 1


def test_an_empty_announcement_is_refused(organiser, event):
    assert error(organiser, f"/events/{event.slug}/announce/", "text", text=" ") == "required"


def test_a_file_of_players_that_cannot_be_read_comes_back(organiser, event):
    path = f"/events/{event.slug}/manage/players/import/"
    assert error(organiser, path, "file", file=SimpleUploadedFile("p.csv", b"\xff\xfe\xfa")) == "no-text"


def test_a_file_that_is_no_event_comes_back(organiser):
    assert error(organiser, "/events/import/", "file") == "required"
    assert error(organiser, "/events/import/", "__all__", file=SimpleUploadedFile("e.json", b"{}")) == "wrong-format"


def test_a_disqualification_without_a_reason_is_refused_on_its_page(organiser, event):
    Staff.objects.filter(user=organiser.user).update(role=Role.HEAD_JUDGE)
    player = event.registrations.first()
    answer = organiser.sends(f"/events/{event.slug}/manage/players/{player.pk}/decide/", 400, do="disqualify", why=" ")
    assert 'id="why-fault"' in answer.content.decode()


def test_fixed_settings_and_low_capacity_are_field_errors(organiser, event):
    initial = organiser.client.get(f"/events/{event.slug}/edit/").context["form"].initial
    lists = {"tie_breaks", "penalty_ladder", "points_by_place", "arenas", "series"}
    sent = {name: str(value) for name, value in initial.items() if name not in lists and value not in (None, False, "")}
    sent |= {name: "0" for name, value in initial.items() if value is not False and value == 0}
    sent |= {f"tie_breaks_{place}": name for place, name in enumerate(event.tie_breaks)}
    sent["starts_at"] = event.starts_at.strftime("%Y-%m-%dT%H:%M")
    path = f"/events/{event.slug}/edit/"
    assert error(organiser, path, "points_win", **sent | {"points_win": 5}) == "fixed-at-the-start"
    assert error(organiser, path, "capacity", **sent | {"capacity": 2}) == "more-players-than-places"


def test_a_draw_by_concession_is_an_error_of_the_ending(organiser, event):
    match = event.rounds.get().matches.get(table=2)
    fields = {"outcome": "draw", "glory_a": 3, "glory_b": 3, "ending": "concession", "version": match.version}
    path = f"/matches/{match.pk}/enter/"
    assert error(organiser, path, "ending", "staff_form", **fields) == "given-up-is-no-draw"
    organiser.sends(path, 302, **fields | {"outcome": "a"})


def test_bidirectional_characters_are_removed_from_names(organiser, event):
    path = f"/events/{event.slug}/manage/players/"
    organiser.sends(f"{path}add/", 302, guest_name="\u202eEve\u2066")
    eve = event.registrations.get(guest_name="Eve")
    organiser.sends(f"{path}{eve.pk}/", 302, guest_name="E\u202dva")
    eve.refresh_from_db()
    assert eve.guest_name == "Eva"
    assert error(organiser, f"{path}add/", "guest_name", guest_name="\u202e") == "name-missing"


@pytest.mark.parametrize("step", ["report", "confirm", "dispute", "take-back", "enter", "undo", "correct", "no-show"])
def test_a_match_form_reloaded_as_a_page_opens_the_match(organiser, event, step):
    match = Match.objects.get(round__event=event, table=1)
    answer = organiser.client.get(f"{match.get_absolute_url()}{step}/")
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    assert match.results.count() == 1
