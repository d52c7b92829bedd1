"""Team lists through the pages of an event: handed in, locked, corrected, exported."""

import csv
import io
import re

import pytest
from django.core import mail
from django.utils import translation

from rules.arena.cards import catalogue
from teams.models import LegalityProfile, TeamList
from tests.tournaments.people import event_fields
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.base.views import windows
from tournaments.lists.services import reminders, submission
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.models import OutgoingMail, Registration, Role, Status, SubmittedList
from tournaments.players.services import closing_lists

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
ILLEGAL = ["bill-tell"]


def listed(state="registration", **fields):
    return an_event(state, lists_required=True, **fields)


def codes(form):
    return {error.code for error in form.non_field_errors().as_data()}


def own_profile(**facts):
    every = sorted(catalogue().expansions)
    return LegalityProfile.objects.create(owner=a_user(), slug="ours", title="Ours", expansions=every, **facts)


def test_the_profile_of_locked_lists_is_fixed(signed_in):
    event = listed(legality="season-2018-01", name="Autumn Cup", capacity=64)
    owner = staff(event, Role.OWNER)
    closing_lists.close_lists(event_id=event.pk, who=owner)
    answer = signed_in(owner).post(f"/events/{event.slug}/edit/", event_fields(legality="none", lists_required="on"))
    assert answer.status_code == 400
    assert [fault.code for fault in answer.context["form"].errors.as_data()["legality"]] == ["lists-locked"]
    event.refresh_from_db()
    assert event.legality == "season-2018-01"


def test_only_locked_lists_keep_their_verdict(signed_in):
    profile = own_profile()
    event = listed(legality="ours")
    me, judge = a_player(event), staff(event, Role.JUDGE)
    submission.submit_list(registration=me, who=me.user, figures=LEGAL)
    mine = f"/events/{event.slug}/my-list/"
    profile.banned, profile.title = ["bill-tell"], "Ours, again"
    profile.save()
    before = signed_in(me.user).get(mine).context
    assert "banned" in [fault.code for fault in before["faults"]] and not before["verdict"].is_legal
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    profile.banned, profile.title = [], "Another name"
    profile.save()
    for page in (mine, f"/events/{event.slug}/lists/{me.pk}/check/"):
        shown = signed_in(me.user if page == mine else judge).get(page)
        assert "banned" in [fault.code for fault in shown.context["faults"]]
    assert signed_in(me.user).get(mine).context["legality_title"] == "Ours, again"
    row = signed_in(judge).get(f"/events/{event.slug}/lists/").context["rows"][0]
    assert "Bill Tell" in row.faults[0].message and not row.verdict.is_legal


def test_violations_of_locked_lists_are_translated(signed_in):
    event = listed()
    me, judge = a_player(event), staff(event, Role.JUDGE)
    submission.submit_list(registration=me, who=me.user, figures=ILLEGAL)
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    for user, page in (
        (me.user, "my-list/"),
        (judge, "lists/"),
        (judge, "lists.csv"),
        (judge, f"lists/{me.pk}/check/"),
    ):
        text = signed_in(user).get(f"/events/{event.slug}/{page}", headers={"accept-language": "fr"}).content.decode()
        assert "The levels add up" not in text and "1.1.1.b" in text, page


def test_lists_show_french_figure_names(signed_in):
    event = listed()
    me, judge = a_player(event), staff(event, Role.JUDGE)
    submission.submit_list(registration=me, who=me.user, figures=["kassius-kaos"])
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    for page in ("lists/", f"lists/{me.pk}/check/"):
        text = signed_in(judge).get(f"/events/{event.slug}/{page}", headers={"accept-language": "fr"}).content.decode()
        assert "Kréol Panikon" in text and "Kassius Kaos" not in text, page


def test_event_pages_link_the_builder_with_the_profile(signed_in):
    event = listed(legality="season-2018-01")
    me = a_player(event)
    for page in ("", "my-list/"):
        text = signed_in(me.user).get(f"/events/{event.slug}/{page}").content.decode()
        assert '/legality/season-2018-01/"' in text
    assert "/teams/build/?legality=season-2018-01" in text


@pytest.mark.parametrize(("state", "leads_to"), [("registration", "register/"), ("running", "")])
def test_the_list_page_leads_others_to_the_registration(signed_in, state, leads_to):
    event = listed(state=state)
    here = f"/events/{event.slug}/"
    answer = signed_in(a_user()).get(f"{here}my-list/", follow=True)
    assert answer.redirect_chain == [(here + leads_to, 302)]
    assert "only registered players submit a list" in answer.content.decode()


def test_a_refused_list_stays_in_the_form_with_errors(signed_in):
    event = listed()
    me = a_player(event)
    page = f"/events/{event.slug}/my-list/"
    for typed, code in (("Bil Tel\nUsh", "unknown-figure"), ('{"format": 1}', "wrong-format")):
        answer = signed_in(me.user).post(page, {"text": typed}, headers={"accept-language": "fr"})
        text = answer.content.decode()
        assert answer.status_code == 400 and code in codes(answer.context["form"])
        assert answer.context["form"]["text"].value() == typed
        assert "unknown-figure" not in text and "No figure is called" not in text
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    answer = signed_in(me.user).post(page, {"text": "Ush"})
    assert answer.status_code == 409 and codes(answer.context["form"]) == {"lists-locked"}


def test_builder_documents_with_own_profiles_are_accepted(signed_in):
    own_profile()
    event = listed(legality="ours")
    me = a_player(event)
    team = TeamList.objects.create(owner=me.user, name="Mine", legality="ours", figures=LEGAL)
    exported = signed_in(me.user).get(f"/teams/{team.pk}/team.json").content.decode()
    assert '"ours"' in exported
    assert signed_in(me.user).post(f"/events/{event.slug}/my-list/", {"text": exported}).status_code == 302
    assert me.lists.current().get().figures == LEGAL


def test_a_list_too_large_shows_the_limit(signed_in):
    event = listed()
    me = a_player(event)
    page = f"/events/{event.slug}/my-list/"
    answer = signed_in(me.user).post(page, {"text": "Ush\n" * 300_000})
    assert answer.status_code == 400 and answer.context["form"].has_error("text", "max_length")


def test_a_reminder_is_written_in_the_language_of_its_reader():
    event = listed()
    for locale in ("fr", "en"):
        player = a_player(event)
        player.user.locale = locale
        player.user.save()
    with translation.override("en"):
        assert reminders.remind_missing(event_id=event.pk, who=staff(event, Role.OWNER)).notified == 2
    subjects = set(OutgoingMail.objects.values_list("subject", flat=True))
    assert len(subjects) == 2 and f"{event.name}: your team list is missing" in subjects
    assert send_waiting() == 2 and len(mail.outbox) == 2


def test_reminders_without_recipients_explain_why(signed_in):
    event = listed()
    Registration.objects.create(event=event, guest_name="Guest")
    owner = staff(event, Role.OWNER)
    page = f"/events/{event.slug}/lists/"
    answer = signed_in(owner).post(f"{page}remind/", follow=True)
    assert "No reminders sent" in answer.content.decode()
    closing_lists.close_lists(event_id=event.pk, who=owner)
    assert "/remind/" not in signed_in(owner).get(page).content.decode()
    assert signed_in(owner).post(f"{page}remind/").status_code == 409


def test_a_player_who_dropped_is_not_to_be_reminded(signed_in):
    event = listed()
    a_player(event, "ann")
    a_player(event, "bob", status=Status.DROPPED)
    page = signed_in(staff(event, Role.OWNER)).get(f"/events/{event.slug}/lists/").content.decode()
    assert "1 of 1 missing players can get one." in page


def test_long_tables_of_lists_are_shown_in_parts_and_searched(signed_in, monkeypatch):
    monkeypatch.setattr(windows, "ROWS", 2)
    event = listed()
    for name in ("ann", "bob", "cat"):
        a_player(event, name)
    client, page = signed_in(staff(event, Role.JUDGE)), f"/events/{event.slug}/lists/"
    shown = client.get(page)
    assert [row.player.full_name for row in shown.context["rows"]] == ["Ann", "Bob"]
    assert "3 of 3 missing players can get one." in shown.content.decode()
    assert [row.player.full_name for row in client.get(page, {"page": 2}).context["rows"]] == ["Cat"]
    assert [row.player.full_name for row in client.get(page, {"q": "CAT"}).context["rows"]] == ["Cat"]
    nobody = client.get(page, {"q": "zed"}).content.decode()
    assert "Nobody has such a name." in nobody and "lists.csv" in nobody


def test_list_exports_contain_everyone_and_are_linked(signed_in):
    event = listed()
    good, bad = a_player(event, "ann"), a_player(event, "bob")
    a_player(event, "cat")
    submission.submit_list(registration=good, who=good.user, figures=LEGAL)
    submission.submit_list(registration=bad, who=bad.user, figures=ILLEGAL)
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    judge = staff(event, Role.JUDGE)
    page = signed_in(judge).get(f"/events/{event.slug}/lists/").content.decode()
    files = re.findall(r'href="(/events/[^"]*/lists\.\w+)"', page)
    assert [file.rsplit(".")[-1] for file in files] == ["csv", "json"]
    rows = list(csv.reader(io.StringIO(signed_in(judge).get(files[0]).content.decode("utf-8-sig"))))[1:]
    assert [(row[0], row[1], row[2]) for row in rows] == [
        ("Ann", "12", "legal"),
        ("Bob", str(bad.lists.get().level), "not legal"),
        ("Cat", "", "missing"),
    ]
    assert rows[0][3].startswith("Queen of the Tofus, Bill Tell") and "1.1.1.b" in rows[1][4]
    found = signed_in(judge).get(files[1]).json()["lists"]
    assert [row["figures"] for row in found] == [LEGAL, ILLEGAL, None]
    assert found[0]["commitment"] == SubmittedList.objects.get(registration=good).commitment
    assert {one["code"] for one in found[1]["verdict"]["violations"]} >= {"level-too-low"} and found[2][
        "verdict"
    ] is None


def test_an_event_without_lists_misses_none(client):
    event = an_event(lists_required=False)
    a_player(event)
    client.force_login(staff(event))
    page = client.get(f"/events/{event.slug}/lists/").content.decode()
    assert "Players of this event submit no team lists." in page
    assert "list is missing" not in page
    assert "Lock lists now" not in page
