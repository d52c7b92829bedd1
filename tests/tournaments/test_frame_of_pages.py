"""The frame of an event's pages is rendered once for its values; each page shows its reader and the event of now."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core.pages.shared_pages import page_cache
from core.templatetags import cached
from tests.tournaments import worlds
from tournaments.events.views.frame import frame_of
from tournaments.models import Event, EventState, Match, Role, Staff
from tournaments.results.services.entry import Score, enter_result

pytestmark = pytest.mark.django_db
FRAME = "tournaments/events/frame.html"
TOKENS = re.compile(r"\b\w{64}\b")


def page_of(user: User | None, path: str, **headers: str) -> str:
    client = Client(headers=headers)
    if user:
        client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def paths(match: Match) -> list[str]:
    event = match.round.event
    return [reverse(f"tournaments:{name}", args=[event.slug]) for name in ("event", "players", "rounds")] + [
        match.get_absolute_url()
    ]


def rendered_alone(user: User | None, path: str, **headers: str) -> str:
    page_cache.clear()
    cached.clear_cached_parts()
    return TOKENS.sub("", page_of(user, path, **headers))


def readers(match: Match) -> list[User | None]:
    roles = (Role.OWNER, Role.JUDGE, Role.SCOREKEEPER)
    staff = [worlds.staff(match.round.event, role, role.value) for role in roles]
    players = [player.user for player in (match.a, match.b) if player]
    return [*staff, *players, worlds.a_user("stranger"), None]


def test_every_reader_gets_the_frame_that_they_get_alone(match):
    people = readers(match)
    asked = [(who, path, {"Accept-Language": said}) for path in paths(match) for said in ("en", "fr") for who in people]
    alone = [rendered_alone(who, path, **language) for who, path, language in asked]
    for _ in range(2):
        assert [TOKENS.sub("", page_of(who, path, **language)) for who, path, language in asked] == alone


def test_the_frame_shows_the_event_and_the_roles_of_now(match, event):
    path, judge = reverse("tournaments:players", args=[event.slug]), worlds.staff(event, Role.JUDGE)
    before = page_of(judge, path)
    assert 'class="is-run"' in before
    assert reverse("judging:desk", args=[event.slug]) in before
    Event.objects.filter(pk=event.pk).update(name="Autumn Cup", place="Lyon", state=EventState.FINISHED)
    Staff.objects.filter(user=judge).delete()
    after = page_of(judge, path)
    assert '<a href="/events/' in after
    assert "Autumn Cup" in after
    assert "Lyon · " in after
    assert "finished" in after
    assert "badge-live" not in after
    assert 'class="is-run"' not in after
    assert reverse("judging:desk", args=[event.slug]) not in after


def test_the_colours_that_a_reader_chose_are_theirs_alone(match, event):
    path = reverse("tournaments:players", args=[event.slug])
    light, dark = Client(), Client()
    light.cookies.load({"theme": "light"})
    dark.cookies.load({"theme": "dark"})
    for _ in range(2):
        assert 'data-theme="light"' in light.get(path).content.decode()
        assert 'data-theme="dark"' in dark.get(path).content.decode()


def test_a_corrected_result_renders_no_frame_again(match, event, monkeypatch):
    owner, path = worlds.staff(event, Role.OWNER), match.round.get_absolute_url()
    enter_result(match_id=match.pk, who=owner, score=Score("a", 3, 0))
    page_of(owner, path)
    rendered: list[str] = []
    get_template = cached.get_template
    monkeypatch.setattr(cached, "get_template", lambda name: rendered.append(name) or get_template(name))
    page_cache.clear()
    page_of(owner, path)
    assert FRAME not in rendered
    page_of(worlds.a_user("stranger"), path)
    assert FRAME in rendered


def test_a_frame_is_rendered_once_for_all_matches_and_people(event, monkeypatch):
    pairs = [(worlds.a_player(event), worlds.a_player(event)) for _ in range(2)]
    one, other = worlds.a_round(event, *pairs).matches.order_by("table")
    people = [worlds.a_user("hugo", public_name="Hugo O'Shun"), worlds.a_user("ana", public_name="Ana <b>")]
    page_of(people[0], one.get_absolute_url())
    rendered: list[str] = []
    get_template = cached.get_template
    monkeypatch.setattr(cached, "get_template", lambda name: rendered.append(name) or get_template(name))
    shown = page_of(people[1], other.get_absolute_url())
    assert [name for name in rendered if name == FRAME or name.startswith("parts/")] == []
    assert f'data-person="{people[1].pk}"' in shown
    assert '<span class="tool-name">Ana &lt;b&gt;</span>' in shown
    assert shown.count(f'name="next" value="{other.get_absolute_url()}"') == 2


OTHER_BLOCKS = ("head", "parents", "messages")
AROUND = Template(
    "{% load cached %}"
    f'{{% cached_around "{FRAME}" values %}}'
    "{% block heading %}{{ heading }}{% endblock %}{% block page %}{{ page }}{% endblock %}"
    + "".join(f"{{% block {name} %}}{{% endblock %}}" for name in OTHER_BLOCKS)
    + "{% endcached_around %}"
)


def test_the_frame_sees_only_its_values_and_blocks_their_page(client, match, event):
    client.force_login(match.a.user)
    asked = client.get(reverse("tournaments:players", args=[event.slug])).wsgi_request
    own = {"values": frame_of(asked, event), "event": None, "user": match.b.user, "csrf_token": "TOKEN"}
    one, other = (AROUND.render(Context({**own, "heading": said, "page": "<b>"})) for said in ("One", "Other"))
    assert "<h1>One</h1>" in one
    assert "&lt;b&gt;" in one
    assert match.a.user.shown_name in one
    assert match.b.user.shown_name not in one
    assert 'value="TOKEN"' in one
    assert "<title>One · " in one
    assert '<li aria-current="page">One</li>' in one
    assert one.replace("One", "Other") == other
