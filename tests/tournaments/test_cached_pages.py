"""A page that is rendered once for all its readers shows each of them their own name, language, clock and forms."""

import re
from collections.abc import Iterator
from types import FunctionType
from typing import Any
from unittest import mock

import pytest
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, URLResolver, get_resolver, reverse

from accounts.models import User
from core.pages import page_cache
from core.pages.live import notify
from tests.tournaments import worlds
from tests.work import is_rendered
from tournaments.base.views import access
from tournaments.events.views.event import OWN_PART
from tournaments.models import Event, Match, Role, Series, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import timer

pytestmark = pytest.mark.django_db(transaction=True)
KEYS = re.compile(r'name="once" value="(\w{32})"')
TOKENS = re.compile(r'name="csrfmiddlewaretoken" value="(\w{64})"')


def pages(event: Event) -> list[str]:
    names = ("standings", "cross_table", "charts")
    return [reverse("tournaments:round", args=[event.slug, 1])] + [
        reverse(f"tournaments:{name}", args=[event.slug]) for name in names
    ]


def signed_in(user: User | None, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    if user:
        client.force_login(user)
    return client


def read(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def without_tokens(page: str) -> str:
    page = re.sub(r'X-CSRFToken": "\w{64}"', "", page)
    return KEYS.sub("", TOKENS.sub("", page))


def same_as_alone(readers: list[Client], path: str) -> list[str]:
    """What each reader gets where no page is cached: the same when they ask in turns."""
    with mock.patch.object(page_cache, "shared_page", lambda _request, _key, render: render()):
        alone = [without_tokens(read(reader, path)) for reader in readers]
    page_cache.page_cache.clear()
    for _ in range(2):
        assert [without_tokens(read(reader, path)) for reader in readers] == alone, path
    return alone


@pytest.fixture
def no_minute_ends(monkeypatch):
    monkeypatch.setattr(access, "minute_now", lambda: 100)


def is_cached(view: Any) -> bool:
    """Whether the page cache is around the view, below other decorators."""
    while view is not None and not view.__code__.co_qualname.startswith("cached_page."):
        view = getattr(view, "__wrapped__", None)
    return view is not None


def cached_routes(patterns: list[Any] | None = None, app: str = "") -> Iterator[str]:
    """The routes of all views in the page cache."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from cached_routes(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else app)
        elif isinstance(pattern.callback, FunctionType) and is_cached(pattern.callback):
            yield f"{app}{pattern.name}"


def address_of(route: str, match: Match) -> str:
    event = match.round.event
    of_round = {"slug": event.slug, "number": match.round.number}
    of_player = {"slug": event.slug, "registration_id": match.a_id}
    for named in ({"slug": event.slug}, of_round, of_player, of_round | of_player, {}):
        try:
            return reverse(route, kwargs=named)
        except NoReverseMatch:
            continue
    raise AssertionError(route)


@pytest.mark.parametrize("route", list(cached_routes()))
def test_every_reader_gets_what_would_be_rendered_for_them_alone(match, no_minute_ends, caplog, route):
    """People with different roles, languages, zones and colours, and strangers, ask for each cached page in turns."""
    event = match.round.event
    User.objects.filter(pk=match.a.user.pk).update(public_name="Ana <b>& co</b>", time_zone="Asia/Tokyo")
    User.objects.filter(pk=match.b.user.pk).update(public_name="Rae", locale="fr")
    for role, user in ((Role.JUDGE, match.a.user), (Role.SCOREKEEPER, worlds.a_user())):
        Staff.objects.create(event=event, user=user, role=role)
    owners = [worlds.staff(event, Role.OWNER) for _ in range(2)]
    readers = [signed_in(who.user) for who in event.staff.select_related("user")]
    readers += [signed_in(owners[0], "fr"), signed_in(match.b.user), signed_in(worlds.a_user()), signed_in(None)]
    dark = signed_in(None)
    dark.cookies["theme"] = "dark"
    alone = same_as_alone([*readers, dark], address_of(route, match))
    assert alone[-1] != alone[0] or "<html" not in alone[0]
    assert not [mark for mark in (OWN_PART, *page_cache.PLACEHOLDERS) if any(mark in each for each in alone)]
    assert "is rendered for each reader" not in caplog.text


@pytest.mark.parametrize("page", ["run", "check_in", "manage_players", "audit_log"])
def test_a_second_of_the_staff_costs_no_drawing(event, no_minute_ends, page):
    path = reverse(f"tournaments:{page}", args=[event.slug])
    first, second = (signed_in(worlds.staff(event, Role.OWNER)) for _ in range(2))
    read(second, path)
    read(first, path)
    assert not is_rendered(lambda: read(second, path))


def test_each_reader_of_a_shared_page_has_their_own_keys(match, event, no_minute_ends):
    match.round.matches.update(state="done")
    notify(*event.topics("results"))
    path, readers = reverse("tournaments:run", args=[event.slug]), [worlds.staff(event, Role.OWNER) for _ in range(2)]
    keys = [key for reader in readers for key in KEYS.findall(read(signed_in(reader), path))]
    assert len(keys) >= 2
    assert len(set(keys)) == len(keys)


def test_a_renamed_series_is_named_so_on_every_page(event, no_minute_ends):
    Event.objects.update(series=Series.objects.create(name="Cups", slug="cups", owner=worlds.a_user()))
    assert "Cups" in read(Client(), event.get_absolute_url())
    Series.objects.update(name="Leagues")
    assert "Leagues" in read(Client(), event.get_absolute_url())


def test_a_second_visitor_costs_the_front_page_no_drawing(event):
    path, second = event.get_absolute_url(), signed_in(None)
    read(signed_in(None), path)
    assert not is_rendered(lambda: read(second, path))


def test_the_forms_of_a_shared_page_can_be_sent(match, event):
    first, second = signed_in(match.a.user), signed_in(match.b.user)
    read(first, pages(event)[0])
    page = read(second, pages(event)[0])
    assert f'data-person="{match.b.user.pk}"' in page
    token = TOKENS.findall(page)[0]
    asking = Client(enforce_csrf_checks=True)
    asking.cookies = second.cookies
    answer = asking.post(reverse("set_language"), {"language": "fr", "csrfmiddlewaretoken": token})
    assert answer.status_code == 302


@pytest.mark.parametrize("page", ["manage_players", "check_in"])
def test_cached_staff_rows_take_the_next_readers_language_and_token(event, page):
    path = reverse(f"tournaments:{page}", args=[event.slug])
    first, second = (signed_in(worlds.staff(event, Role.OWNER), language) for language in ("en", "fr"))
    english, french = read(first, path), read(second, path)
    assert without_tokens(english) != without_tokens(french)
    tokens = set(TOKENS.findall(french))
    assert tokens
    assert tokens.isdisjoint(TOKENS.findall(english))
    asking = Client(enforce_csrf_checks=True)
    asking.cookies = second.cookies
    for token in tokens:
        sent = {"language": "fr", "csrfmiddlewaretoken": token}
        assert asking.post(reverse("set_language"), sent).status_code == 302


def test_a_second_reader_costs_no_drawing(match, event):
    path = pages(event)[0]
    read(signed_in(match.a.user), path)
    other = signed_in(match.b.user)
    read(other, path)
    assert not is_rendered(lambda: read(other, path))


@pytest.mark.parametrize("route", ["pairings", "standings_table"])
def test_a_section_that_many_fetch_is_rendered_once(match, event, route):
    number = [1] if route == "pairings" else []
    path, fetched = reverse(f"tournaments:{route}", args=[event.slug, *number]), {"HX-Request": "true"}
    first, second = (signed_in(player.user) for player in (match.a, match.b))
    tag = first.get(path, headers=fetched)["ETag"]
    assert not is_rendered(lambda: second.get(path, headers=fetched))
    assert first.get(path, headers=fetched | {"If-None-Match": tag}).status_code == 304


def test_who_asks_for_the_head_leaves_no_page_behind():
    Client().head("/")
    assert "?next=/" in read(Client(), "/")  # a form or a head has no page to lead back to


def test_a_name_looking_like_a_mark_is_only_a_name(match, event):
    User.objects.filter(pk=match.a.user.pk).update(public_name=page_cache.NUMBER)
    assert page_cache.NUMBER in read(signed_in(match.a.user), pages(event)[1])


def test_a_result_is_on_the_page_of_the_next_reader(match, event):
    path = pages(event)[0]
    read(signed_in(match.a.user), path)
    enter_result(match_id=match.pk, who=worlds.staff(event), score=Score.duel("a", 7, 0))
    assert "7" in read(signed_in(match.b.user), path).split("<table")[1]


def test_a_running_clock_is_shared_until_it_is_paused(match, event):
    path, who, readers = pages(event)[0], worlds.staff(event), [signed_in(match.a.user) for _ in range(2)]
    for step, shown in ((timer.start_timer, "data-ends-at"), (timer.pause_timer, "data-paused")):
        step(played=match.round, who=who)
        assert [is_rendered(lambda reader=reader: read(reader, path)) for reader in readers] == [True, False]
        assert shown in read(readers[1], path)


def test_a_page_asking_about_its_reader_is_rendered_for_each(match, event, caplog):
    request = RequestFactory(headers={"host": "localhost"}).get("/")
    request.user, request.rights = match.a.user, frozenset()

    def render() -> HttpResponse:
        return HttpResponse(request.user.email)

    answer = page_cache.shared_page(request, ("page",), render)
    assert answer.content.decode() == match.a.user.email
    assert request.user == match.a.user
    assert "email" in caplog.text


@pytest.mark.parametrize("asks", ["1 and user.is_staff", "not user.is_staff", "user == player", "player == user"])
def test_a_condition_about_its_reader_is_noticed(match, asks):
    request = RequestFactory(headers={"host": "localhost"}).get("/")
    request.user, request.rights = match.a.user, frozenset()
    User.objects.filter(pk=match.a.user.pk).update(is_staff=True)
    request.user.refresh_from_db()
    template = Template("{% if " + asks + " %}yes{% else %}no{% endif %}")

    def render() -> HttpResponse:
        return HttpResponse(template.render(Context({"user": request.user, "player": match.a.user})))

    alone = render().content
    answers = [page_cache.shared_page(request, (asks,), render).content for _ in range(2)]
    assert answers == [alone, alone]


def test_a_page_setting_a_cookie_is_not_cached_for_others(match):
    request = RequestFactory(headers={"host": "localhost"}).get("/")
    request.user, request.rights = match.a.user, frozenset()

    def render() -> HttpResponse:
        response = HttpResponse("page")
        response.set_cookie("mine", "1")
        return response

    answers = [page_cache.shared_page(request, ("cookie",), render) for _ in range(2)]
    assert ["mine" in answer.cookies for answer in answers] == [True, True]


def test_as_many_pages_are_cached_as_fit():
    pages = page_cache.PageCache()
    for number in range(page_cache.MOST_PAGES + 1):
        pages.set(number, [b"page"])
    assert (pages.get(0), pages.get(1)) == (None, [b"page"])


def test_large_pages_make_room_for_each_other():
    pages, large = page_cache.PageCache(), [b"x" * (page_cache.MOST_BYTES // 2)]
    for number in (0, 1, 1, 2):
        pages.set(number, large)
    assert [bool(pages.get(number)) for number in range(3)] == [False, True, True]


def test_players_find_their_own_row_marked_in_the_shared_list(match, event):
    path = reverse("tournaments:players", args=[event.slug])
    rows = {
        player: f'<tr class="mine">\n  <th scope="row" class="row-title"><a href="{path}{player.pk}/">'
        for player in (match.a, match.b)
    }
    readers = [signed_in(player.user) for player in rows] + [signed_in(None)]
    marked = [[row in page for row in rows.values()] for page in same_as_alone(readers, path)]
    assert marked == [[True, False], [False, True], [False, False]]


def test_the_settings_that_moderators_hid_are_for_the_staff_only(event, no_minute_ends):
    Event.objects.filter(pk=event.pk).update(hidden_by_moderators=True, place="Rude street", entry_fee="Rude fee")
    path, staff = event.get_absolute_url(), signed_in(worlds.staff(event))
    assert "Rude fee" in read(staff, path)
    assert "Rude" not in read(signed_in(None), path)
    assert "Rude fee" in read(staff, path)


def test_the_settings_are_shown_on_the_clock_of_each_reader(event, no_minute_ends):
    here, away = worlds.a_user("here"), worlds.a_user("away", time_zone="Asia/Tokyo")
    same_as_alone([signed_in(who) for who in (here, away, None)], event.get_absolute_url())
    assert "(Tokyo)" in read(signed_in(away), event.get_absolute_url())
