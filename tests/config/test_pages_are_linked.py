"""A page to which no link leads is found by nobody: each address is named where a link, a form or a script is made.

A crumb or a redirect is no link: it shows a page to those who are there already."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.urls import URLPattern, get_resolver

from tournaments.events.views.dashboard import LINKS

ROOT = Path(__file__).parents[2]
ROOMS = ("accounts", "judging", "teams", "tournaments")
CODE = (*ROOMS, "config", "core", "templates")
STEPS = ("tournaments/results/views/match.py", 'for step in ("report", "confirm", "dispute", "take-back")')
ROWS = "templates/tournaments"
# addresses that are made without their full name: the file that does, and what stands there
MADE = {
    "accounts:live": ("static/js/live.js", "EventSource(`/live?"),
    "accounts:live-versions": ("static/js/live.js", "fetch(`/live/versions?"),
    r"judging:record_\w+": ("judging/recorder/views/recorder.py", 'f"judging:record_{name}"'),
    "judging:token_ranks_seen": ("teams/cards/views/tokens.py", "games/"),
    r"teams:(new|edit)-fact-of-game": ("teams/cards/models.py", 'f"teams:{step}-fact-of-game"'),
    "tournaments:(breakdown|breakdown_after)": (f"{ROWS}/standings/rows.jinja", "/breakdown/"),
    "tournaments:edit_player": ("tournaments/players/services/managed.py", 'address=f"{self.manage}{player.pk}/"'),
    "tournaments:pick": (f"{ROWS}/results/rows.jinja", "{{ address }}pick/"),
    "tournaments:(report|confirm|dispute|take_back)": STEPS,
    "tournaments:(standings_table|standings_table_after)": (f"{ROWS}/standings/standings.html", "table/?page="),
    "tournaments:who_confirms": ("teams/cards/views/facts.py", "events/"),
    # anyone who lacks a second factor is sent there by every page of the staff
    "tournaments:staff_factor": ("tournaments/base/views/access.py", 'redirect("tournaments:staff_factor", slug)'),
}
NO_LINK = r"""redirect\([^()]*?["'][\w-]+:[\w-]+["']|{% block breadcrumbs %}.*?{% endblock %}|crumbs = .*"""


def pages(patterns: list, namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        if not isinstance(pattern, URLPattern):
            yield from pages(
                pattern.url_patterns, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            )
        elif namespace.startswith(tuple(f"{room}:" for room in ROOMS)):
            yield f"{namespace}{pattern.name}"


def linked(text: str) -> set[str]:
    return set(re.findall(r"""["']([\w-]+:[\w-]+)["']""", re.sub(NO_LINK, "", text)))


@cache
def every_page() -> set[str]:
    return set(pages(get_resolver().url_patterns))


def test_some_link_leads_to_each_page() -> None:
    files = [path for folder in CODE for path in (ROOT / folder).rglob("*.*") if path.name != "urls.py"]
    texts = (path.read_text() for path in files if path.suffix in (".py", ".html", ".jinja", ".txt"))
    on_the_dashboard = {f"tournaments:{name}" for _title, links in LINKS for name, _label, _needed in links}
    found = on_the_dashboard.union(*map(linked, texts))
    assert len(every_page()) > 200
    lonely = {name for name in every_page() - found if not any(re.fullmatch(made, name) for made in MADE)}
    assert lonely == set(), "put a link where people look for it, or take the page away"


def test_addresses_without_their_name_are_made_where_it_says() -> None:
    assert [made for made in MADE if not any(re.fullmatch(made, name) for name in every_page())] == []
    assert [made for made, (file, text) in MADE.items() if text not in (ROOT / file).read_text()] == []


def test_crumbs_and_redirects_are_no_links() -> None:
    crumb = """{% block breadcrumbs %}<a href="{% url 'judging:mine' %}">…</a>{% endblock %}"""
    assert linked(crumb + "<a href=\"{% url 'judging:desks' %}\">") == {"judging:desks"}
    assert linked('return redirect("judging:my_logs")\nreverse("judging:mine")') == {"judging:mine"}
