"""Judges and organisers open cases and give penalties without a player's call: from player, match and desk."""

import re

import pytest
from django.core import mail

from core.models import AuditEntry
from judging.cases.services.desk import claim
from judging.models import Case, Ruling
from tests.judging import people
from tests.tournaments import seated, worlds
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, staff
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.models import Event, Penalty, Registration, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return people.a_hall()


def opens(client, name: str) -> None:
    client.force_login(people.user(name))


def new(client, event: Event, about: str = "", status: int = 302, **typed) -> str:
    """Send the form as its page shows it, and return where it leads, or the page."""
    path = f"/events/{event.slug}/cases/new/{about}"
    once = re.findall(r'name="once" value="(\w+)"', client.get(path).content.decode())
    answer = client.post(path, {"once": once[0] if once else "", "text": "Came late.", **typed})
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return answer.url if status == 302 else answer.content.decode()


def test_a_warning_from_the_players_page_counts_at_once(client, event):
    ana = people.player("ana")
    opens(client, "jo")
    assert f'href="/events/open/cases/new/?player={ana.pk}"' in client.get(ana.get_absolute_url()).content.decode()
    shown = client.get(new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="warning", article="2.1.1"))
    penalty = Penalty.objects.current().get()
    assert (penalty.registration, penalty.kind, penalty.article, penalty.why) == (ana, "warning", "2.1.1", "Came late.")
    case = Case.objects.get()
    assert (case.kind, case.registration, case.status) == ("staff", ana, "ruled")
    assert {"case-opened", "ruled", "penalty"} <= set(AuditEntry.objects.values_list("action", flat=True))
    assert "Undo ruling" in shown.content.decode()
    assert "Came late." in client.get(ana.get_absolute_url()).content.decode()


def test_the_player_gets_mail_and_reads_the_ruling(client, event, django_capture_on_commit_callbacks):
    ana = people.player("ana")
    opens(client, "jo")
    new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="caution")
    send_waiting()
    assert [sent.to for sent in mail.outbox] == [["ana@example.org"]]
    opens(client, "ana")
    assert "Came late." in client.get(Case.objects.get().get_absolute_url()).content.decode()
    assert "Came late." in client.get(ana.get_absolute_url()).content.decode()


def test_the_undo_takes_the_penalty_back(client, event):
    ana = people.player("ana")
    opens(client, "jo")
    new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="caution")
    case = Case.objects.get()
    assert client.post(f"/cases/{case.pk}/undo/").status_code == 302
    assert not Penalty.objects.current().exists()
    assert Case.objects.get().status == "open"


@pytest.mark.parametrize("about", ["player", "match", "desk"])
def test_the_next_step_of_the_ladder_is_preset(client, event, about):
    ana = people.player("ana")
    opens(client, "jo")
    place = {"player": f"?player={ana.pk}", "match": f"?match={people.table_1().pk}", "desk": ""}[about]
    new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="caution")
    page = client.get(f"/events/{event.slug}/cases/new/{place}").context["form"]
    preset = page["penalty"].value()
    assert ("warning" in str(dict(page.fields["penalty"].choices)[preset])) == (about == "player")
    new(client, event, place, player=ana.pk, penalty=preset)
    assert [penalty.kind for penalty in Penalty.objects.current()] == ["caution", "warning"]


def test_the_form_names_the_next_step_of_each_player(client, event):
    opens(client, "jo")
    ana = people.player("ana")
    new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="caution")
    pages = ("", f"?match={people.table_1().pk}", f"?player={ana.pk}")
    helps = [
        client.get(f"/events/open/cases/new/{about}").context["form"]["penalty"].help_text.split("; ")
        for about in pages
    ]
    own = f"{ana.full_name}: warning, after caution"
    assert helps == [[own, "all others: caution"], [own, "all others: caution"], [own]]


def test_the_preset_step_gives_no_penalty_without_a_player(client, event):
    opens(client, "jo")
    new(client, event, f"?match={people.table_1().pk}", match=people.table_1().pk, penalty="next")
    assert (Case.objects.get().status, Penalty.objects.count()) == ("open", 0)


def test_a_second_press_gives_no_second_penalty(client, event):
    ana = people.player("ana")
    opens(client, "jo")
    typed = {"text": "Late.", "player": ana.pk, "penalty": "caution", "once": "a" * 32}
    for _press in range(2):
        assert client.post(f"/events/open/cases/new/?player={ana.pk}", typed).status_code == 302
    assert (Penalty.objects.count(), Case.objects.count()) == (1, 1)


def test_a_heavy_penalty_first_shows_what_it_changes(client, event):
    match, bo = people.table_1(), people.player("bo")
    opens(client, "jo")
    url = new(client, event, f"?match={match.pk}", player=bo.pk, match=match.pk, penalty="match-loss")
    assert not Penalty.objects.exists()
    page = client.get(url).content.decode()
    assert re.search(r'value="correct-result"[^>]*checked', page)
    assert '<option value="match-loss" selected>' in page
    assert f'<option value="{bo.pk}" selected>' in page
    assert page.count("Came late.") >= 3  # statement, reason and message


def test_a_case_of_a_match_appears_on_the_desk(client, event):
    match = people.table_1()
    opens(client, "jo")
    page = client.get(f"/matches/{match.pk}/logs/", headers=people.HTMX).content.decode()
    assert f'href="/events/open/cases/new/?match={match.pk}"' in page
    assert 'href="/events/open/cases/new/"' in client.get("/events/open/desk/").content.decode()
    case = Case.objects.get(pk=int(new(client, event, match=match.pk).split("/")[2]))
    assert (case.match, case.registration, case.status) == (match, None, "open")
    assert "Came late." in client.get("/events/open/desk/").content.decode()
    new(client, event, f"?match={match.pk}", match=match.pk, text="And again.")
    assert Case.objects.get().statements.count() == 2


def test_organisers_open_cases_and_judges_decide_them(client, event):
    orga, ana = staff(event, Role.ORGANISER, "orga"), people.player("ana")
    client.force_login(orga)
    assert 'name="penalty"' not in client.get(f"/events/open/cases/new/?player={ana.pk}").content.decode()
    url = new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="disqualification")
    assert url == ana.get_absolute_url()
    assert Case.objects.get().status == "open"
    assert not Penalty.objects.exists()


@pytest.mark.parametrize("who", ["keeper", "ana", "stranger"])
def test_nobody_else_opens_cases(client, event, who):
    client.force_login(staff(event, Role.SCOREKEEPER, who) if who == "keeper" else Person("x").user)
    if who == "ana":
        opens(client, "ana")
    ana = people.player("ana")
    assert "/cases/new/" not in client.get(ana.get_absolute_url()).content.decode()
    assert client.post(f"/events/open/cases/new/?player={ana.pk}", {"text": "x"}).status_code == 403
    assert not Case.objects.exists()


@pytest.mark.parametrize("club", ["", "Bonta"])
def test_nobody_opens_cases_about_themselves_or_their_club(client, event, club):
    mine = a_player(event, "joes", club=club)
    Registration.objects.filter(pk=mine.pk).update(user=people.user("jo"))
    Registration.objects.filter(pk=people.player("ana").pk).update(club=club)
    opens(client, "jo")
    about = people.player("ana").pk if club else mine.pk
    new(client, event, status=403, player=about, penalty="warning")
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"penalty": "warning"}, "nobody"),
        ({"text": " ", "player": "ana"}, "text"),
        ({"player": "ana", "article": "99.9"}, "article"),
        ({"player": "ana", "match": "other"}, "match"),
    ],
)
def test_what_is_missing_is_said_and_nothing_lost(client, event, typed, code):
    di, cy = a_player(event, "di"), a_player(event, "cy")
    other = worlds.seat(di, cy, round=event.rounds.get(), table=2)
    numbers = {"ana": people.player("ana").pk, "other": other.pk}
    opens(client, "jo")
    page = new(client, event, status=400, **{name: numbers.get(value, value) for name, value in typed.items()})
    assert "errorlist" in page
    if code != "text":
        assert "Came late." in page
    assert not Case.objects.exists()


def test_a_case_that_another_judge_has_stays_open(client, event):
    ana = people.player("ana")
    opens(client, "jo")
    new(client, event, f"?player={ana.pk}", player=ana.pk)
    claim(case_id=Case.objects.get().pk, judge=people.user("hal"))
    url = new(client, event, f"?player={ana.pk}", player=ana.pk, penalty="warning")
    assert 'class="is-warning"' in client.get(url).content.decode()
    assert not Ruling.objects.exists()


def test_a_player_at_a_table_of_four_gets_a_warning(client):
    evening, _players = seated.an_evening()
    match = evening.rounds.get(number=2).matches.by_table()[1]
    client.force_login(staff(evening, Role.JUDGE))
    target = match.players()[2]
    new(client, evening, f"?match={match.pk}", player=target.pk, match=match.pk, penalty="warning")
    assert Penalty.objects.get().registration == target
    assert Penalty.objects.get().match == match


def test_a_match_of_an_unpublished_round_has_no_cases(client, event):
    match = people.table_1()
    event.rounds.update(state="draft")
    opens(client, "jo")
    assert client.get(f"/events/open/cases/new/?match={match.pk}").status_code == 404
