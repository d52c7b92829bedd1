"""A call is answered with the articles to which its words point, before a judge is at the table."""

import pytest
from django.urls import reverse

from judging.cases.pages.call_articles import POINTS_TO, articles_for
from judging.cases.services.desk import call_judge
from judging.recorder.forms.duels import EXAMPLES
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import Seat, build_header
from rules.games import DEFAULT
from tests.judging.people import HTMX, a_hall, player, table_1, url, user
from tournaments.models import Registration

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Was I blocked?", ["4.14.1", "4.14.2"]),
        ("Est-ce que j’esquive ?", ["4.14.1", "4.14.2"]),
        ("Ligne de vue ou portée ?", ["4.15.9", "4.15.8", "7.1.5"]),  # three at most
        ("Il a révélé deux fois", ["4.7.10"]),
        ("May my summon act in the turn in which it came?", ["4.19.1.g", "4.19.1.a", "4.19.9.c"]),
        ("Mon invocation joue-t-elle ce tour ?", ["4.19.1.g", "4.19.1.a", "4.19.9.c"]),
        ("Both have 0 AP", ["7.1.4"]),
        ("apart from that, a map", []),  # a short word is no beginning
        ("He is rude.", []),
        ("", []),
    ],
)
def test_words_of_both_languages_point_to_articles(text, numbers):
    assert articles_for(text) == numbers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Does a bush block the line of sight?", "4.17.5.a"),
        ("Un buisson bloque-t-il la ligne de vue ?", "4.17.5.a"),
        ("can i shoot through a tree", "4.17.5.b"),
        ("On voit à travers les arbres ?", "4.15.9.a"),
        ("Does my own Krosmaster block my line of sight?", "4.15.9.a"),
        ("Mon invocation bloque-t-elle la ligne de vue ?", "4.19.1.f"),
        ("can I take back the end of turn?", "5.6.1"),
        ("Je peux revenir sur ma fin de tour ?", "5.6.1"),
        ("He ended his turn but one figure has not moved", "5.6.1"),
        ("How many GG for a KO?", "4.6.2"),
        ("Combien de GG pour un KO de niveau 4 ?", "4.6.2"),
        ("Can I buy two GG in one turn?", "4.6.3"),
        ("Combien coûte une récompense jade ?", "4.7.6"),
        ("do i have to roll to leave close combat", "4.14.1"),
        ("Is the dodge rolled before the lock?", "4.14.2"),
        ("Who begins if the initiatives are tied?", "1.3.1.a"),
        ("Qui commence si les initiatives sont égales ?", "1.3.1.a"),
        ("When do bombs explode?", "4.19.5.c"),
        ("Peut-on marcher sur un piège ?", "4.19.7.b"),
        ("one critical roll or many for an area?", "4.16.2"),
        ("Peut-on se déplacer en diagonale ?", "4.17.2"),
        ("Can he cast the same spell twice?", "4.8.3"),
        ("Qui gagne s’il n’y a plus de GG sauvage ?", "1.4.1"),
    ],
)
def test_what_players_ask_is_among_the_first_three(text, number):
    assert number in articles_for(text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_article_of_the_table_exists(language):
    named = {number for _words, numbers in POINTS_TO for number in numbers}
    assert named <= DEFAULT.articles(language).keys()


def test_players_and_judge_read_the_articles_of_a_call(as_, client):
    a_hall()
    case = call_judge(match=table_1(), by=user("bo"), text="Was I blocked?")
    guest = player("ana")
    Registration.objects.filter(pk=guest.pk).update(user=None, guest_name="Gil")
    pages = {
        "case": as_("bo").get(case.get_absolute_url()),
        "match": as_("bo").get(url("match_judges", table_1().pk)),
        "judge": as_("jo").get(case.get_absolute_url()),
        "guest": client.get(reverse("judging:personal_judging", args=[guest.link_token])),
    }
    assert {name for name, page in pages.items() if "4.14.1" not in page.content.decode()} == set()


def test_a_call_whose_words_point_nowhere_gets_no_list(as_):
    a_hall()
    case = call_judge(match=table_1(), by=user("bo"), text="He is rude.")
    assert "data-call-articles" not in as_("bo").get(case.get_absolute_url()).content.decode()


def test_the_recorders_sheet_answers_a_call_with_articles(as_):
    a_hall()
    seats = {side: Seat(side, EXAMPLES[f"team_{side.lower()}"]) for side in "AB"}
    header = build_header(seats, arena="the-pit")
    recording = start_recording(header=header, dice="recorded", who=user("bo"), match=table_1())
    sheet = as_("bo").get(recording.get_absolute_url()).content.decode()
    assert f'hx-post="{url("call_judge", table_1().pk)}"' in sheet
    answer = as_("bo").post(url("call_judge", table_1().pk), {"text": "Was I blocked?"}, headers=HTMX)
    assert answer.status_code == 200 and "4.14.1" in answer.content.decode()
