"""Every page says in its title, its heading and its last breadcrumb what it is, and no two pages say the same."""

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.accounts.signed_in import come_in
from tests.browser.page_kinds import Kind, kinds
from tests.tournaments import worlds
from tournaments.models import EventState

pytestmark = pytest.mark.django_db

ONE_FIRST_WORD = re.compile(r"^\W")
NO_CRUMBS = {"start", "missing", "refused", "embedded-replay"}
TEMPLATES = Path(__file__).resolve().parent.parent.parent / "templates"
# opened where a kind cannot come to them
ELSEWHERE = {
    "judging/game_over.html": "tests/judging/test_live_games.py: who followed a game reloads it after its end",
    "accounts/send_again.html": "tests/browser/test_account.py, in both colours: the sign-in is too old",
    "socialaccount/authentication_error.html": "tests/accounts/test_social_accounts.py: another service refuses",
}


def templates_of_pages() -> set[str]:
    """Those that name a page of their own."""
    texts = {path: path.read_text("utf-8") for path in TEMPLATES.rglob("*.html")}
    names_page = re.compile(r"{% block (?:title|heading) %}")
    return {str(path.relative_to(TEMPLATES)) for path, text in texts.items() if names_page.search(text)}


def demonstrated() -> dict[Kind, Any]:
    call_command("demo")
    return {kind: _answer_to(kind) for kind in kinds()}


def _answer_to(kind: Kind) -> Any:
    client = Client()
    if viewer := kind.viewer():
        come_in(client, viewer)
    path = kind.path.partition("#")[0]
    answer = client.get(path) if kind.sends is None else client.post(path, kind.sends)
    assert answer.status_code == kind.status, kind
    return answer


@pytest.mark.ci
def test_every_page_has_its_own_title_and_breadcrumb():
    answers = demonstrated()
    pages = {kind: answer.content.decode() for kind, answer in answers.items()}
    shown = {template.name for answer in answers.values() for template in answer.templates}
    assert templates_of_pages() - shown == set(ELSEWHERE), (
        "nothing of tests/permissions or tests/browser opens the page"
    )
    titles = defaultdict(set)  # a page that several people open has one
    for kind, page in pages.items():
        titles[_only(r"<head>.*?<title>(.*?)</title>", page)].add(kind.path.partition("#")[0])
    assert [title for title in titles if ONE_FIRST_WORD.match(title)] == []
    assert [paths for paths in titles.values() if len(paths) > 1] == []
    crumbless = {kind.name for kind, page in pages.items() if not _crumb(page)}
    assert crumbless == NO_CRUMBS


def test_a_page_of_an_event_names_itself_before_the_event(client):
    charts = reverse("tournaments:charts", args=[worlds.an_event(EventState.RUNNING).slug])
    page = client.get(charts).content.decode()
    assert re.match(r"Charts · .+ · Krosmaster$", _only(r"<head>.*?<title>(.*?)</title>", page))
    assert (_only(r"<h1>(.*?)</h1>", page), _crumb(page)) == ("Charts", "Charts")


def _only(pattern: str, page: str) -> str:
    (found,) = re.findall(pattern, page, re.DOTALL)
    return " ".join(unescape(found).split())


def _crumb(page: str) -> str:
    here = re.search(r'aria-label="You are here".*?aria-current="page">(.*?)</li>', page, re.DOTALL)
    return here[1].strip() if here else ""
