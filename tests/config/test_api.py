"""The API: what it reads is checked before it is built, what it refuses has a code, who asks is known by a token."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, include, path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, Serializer
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from accounts.models import ApiToken, User
from config.cache import FailSafeRedisCache, MemoryCache
from config.settings import API_SCOPES
from tests.config.broker import a_broker


class Greeting(Serializer):
    text = CharField(max_length=20)


class GreetingView(APIView):
    permission_classes = (AllowAny,)  # a token's scope is checked all the same
    write_scope = "teams:write"

    def get(self, request: Request) -> Response:
        return Response({"who": str(request.user), "seen": True})

    def post(self, request: Request) -> Response:
        greeting = Greeting(data=request.data)
        greeting.is_valid(raise_exception=True)
        return Response(greeting.data, status=201)


class CountedView(APIView):
    """Needs no database, of which a thread has a connection of its own."""

    authentication_classes = permission_classes = ()

    def get(self, _request: Request) -> Response:
        return Response({})


urlpatterns = [
    path("api/v1/greetings/", GreetingView.as_view()),
    path("api/v1/counted/", CountedView.as_view()),
    path("", include("config.urls")),
]
COUNTED = "/api/v1/counted/"
URL = "/api/v1/greetings/"

WRITING = ("post", "put", "patch", "delete", "create", "update", "destroy")

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana", "ana@example.org", public_name="Ana")


def bearer(owner: User, *scopes: str) -> dict[str, str]:
    _row, secret = ApiToken.issue(owner=owner, name="program", scopes=scopes)
    return {"Authorization": f"Bearer {secret}"}


def post(client, body: bytes, headers: dict[str, str]):
    return client.post(URL, body, content_type="application/json", headers=headers)


def test_a_token_speaks_for_its_owner(client, ana):
    assert client.get(URL, headers=bearer(ana, "read")).json()["who"] == "Ana"


def test_an_unknown_token_is_refused_and_not_treated_as_anonymous(client):
    answer = client.get(URL, headers={"Authorization": "Bearer kma_guessed"})
    assert (answer.status_code, answer.json()["code"]) == (401, "token-unknown")


def test_the_token_of_somebody_who_left_is_refused(client, ana):
    headers = bearer(ana, "read")
    User.objects.update(is_active=False)
    assert client.get(URL, headers=headers).status_code == 401


@pytest.mark.parametrize("scopes", [s for s in ([], *([name] for name in API_SCOPES)) if s != ["teams:write"]])
def test_a_token_writes_only_with_the_scope_of_the_view(client, ana, scopes):
    answer = post(client, b'{"text": "hi"}', bearer(ana, *scopes))
    assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")


def test_a_token_with_the_write_scope_writes(client, ana):
    assert post(client, b'{"text": "hi"}', bearer(ana, "teams:write")).status_code == 201


def test_a_token_stored_with_a_former_scope_keeps_its_rights(client, ana):
    headers = bearer(ana, "read")
    ApiToken.objects.update(scopes=["teams"])
    assert post(client, b'{"text": "hi"}', headers).status_code == 201


def test_a_new_token_stores_todays_name_of_a_former_scope(client, ana):
    client.force_login(ana)
    bearer(ana, "tournaments")
    assert ApiToken.objects.get().scopes == ["events:write"]


def test_every_view_of_the_api_that_writes_names_its_scope():
    writing = [view for view in api_views(get_resolver("config.urls")) if writes(view)]
    assert len(writing) >= 5
    assert [view for view in writing if getattr(view, "write_scope", None) not in API_SCOPES] == []


def api_views(resolver) -> set[type[APIView]]:
    found: set[type[APIView]] = set()
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            found |= api_views(entry)
        elif issubclass(getattr(entry.callback, "cls", object), APIView):
            found.add(entry.callback.cls)
    return found


def writes(view: type[APIView]) -> bool:
    actions: list[Any] = view.get_extra_actions() if issubclass(view, ViewSetMixin) else []
    methods = {method for action in actions for method in action.mapping}
    return bool(methods - {"get"}) or any(hasattr(view, name) for name in WRITING)


def test_a_token_without_read_does_not_read(client, ana):
    assert client.get(URL, headers=bearer(ana, "teams:write")).status_code == 403


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "not-json"),
        (b"\xff\xfe", "not-utf8"),
        (b"[" * 100 + b"]" * 100, "too-deep"),
        (b'{"text": NaN}', "not-finite"),
        (b'{"text": 1, "text": 2}', "duplicate-key"),
        (b'{"text": "\\u0000"}', "bad-character"),
        (b'{"text": "\\ud800"}', "bad-character"),
        (b"1" * 50, "number-too-large"),
    ],
)
def test_an_unreadable_document_gets_the_code_of_its_error(client, ana, body, code):
    answer = post(client, body, bearer(ana, "teams:write"))
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize("body", [b"[]", b"3", b'"x"', b"null", b'[{"text": "hi"}]'])
def test_a_document_of_another_shape_is_invalid(client, ana, body):
    answer = post(client, body, bearer(ana, "teams:write"))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_a_wrong_field_is_named_with_its_code(client, ana):
    answer = post(client, b'{"text": "' + b"x" * 21 + b'"}', bearer(ana, "teams:write"))
    assert answer.json()["fields"]["text"][0]["code"] == "max-length"


def test_too_many_requests_are_asked_to_wait(client, settings):
    settings.THROTTLE_API = {"person": (100, 60), "address": (2, 60)}
    answers = [client.get(URL) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "throttled"
    assert 0 < int(answers[-1]["Retry-After"]) <= 60


def test_all_tokens_of_a_person_count_together(client, ana, settings):
    settings.THROTTLE_API = {"person": (2, 60), "address": (100, 60)}
    first, second = bearer(ana, "read"), bearer(ana, "read")
    assert [client.get(URL, headers=headers).status_code for headers in (first, second, first)] == [200, 200, 429]
    assert client.get(URL).status_code == 200


def test_unknown_tokens_are_limited_by_address(client, ana, settings):
    settings.THROTTLE_API = {"person": (100, 60), "address": (2, 60)}
    unknown = {"Authorization": "Bearer kma_guess"}
    assert [client.get(URL, headers=unknown).status_code for _ in range(3)] == [401, 401, 429]
    assert client.get(URL, headers=bearer(ana, "read")).status_code == 200


@pytest.fixture(params=["embedded", "redis"])
def counters(request, settings, tmp_path) -> Iterator[None]:
    """The cache of a site with and without Redis."""
    settings.VAR_DIR = tmp_path
    if request.param == "embedded":
        settings.CACHES = {"default": {"BACKEND": "config.cache.MemoryCache"}}
        yield
        return
    with a_broker() as url:
        settings.CACHES = {"default": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": url}}
        yield


AT_ONCE = 6


@pytest.fixture
def readers_meet(monkeypatch) -> None:
    """Whoever reads a counter waits until all have read it."""
    for backend in (MemoryCache, FailSafeRedisCache):
        monkeypatch.setattr(backend, "get", met(backend.get, threading.Barrier(AT_ONCE)))


def met(get: Callable[..., Any], meeting: threading.Barrier) -> Callable[..., Any]:
    def read(cache: Any, key: str, *args: Any, **kwargs: Any) -> Any:
        value = get(cache, key, *args, **kwargs)
        if key.startswith("throttle"):
            meeting.wait(60)
        return value

    return read


@pytest.mark.usefixtures("counters", "readers_meet")
def test_limits_hold_for_requests_at_the_same_moment(settings):
    settings.THROTTLE_API = settings.THROTTLE_WRITES = {"person": (4, 60), "address": (4, 60)}

    def ask(send: Callable[[Client], Any]) -> list[int]:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return sorted(answer.status_code for answer in pool.map(send, [Client() for _ in range(AT_ONCE)]))

    assert ask(lambda client: client.get(COUNTED)) == [200] * 4 + [429] * 2
    assert ask(lambda client: client.post("/theme/")) == [302] * 4 + [429] * 2


def test_what_a_token_sees_is_stored_nowhere(client, ana):
    for headers, status in ((bearer(ana, "read"), 200), (bearer(ana), 403), ({"Authorization": "Bearer x"}, 401)):
        answer = client.get(URL, headers=headers)
        assert (answer.status_code, answer["Cache-Control"]) == (status, "no-store")
        assert "Authorization" in answer["Vary"]
    anybody = client.get(URL)
    assert "Authorization" in anybody["Vary"]
    assert "no-store" not in anybody.get("Cache-Control", "")


def test_a_tokens_use_is_recorded_at_most_once_a_day(client, ana, django_assert_num_queries):
    headers = bearer(ana, "read")
    client.get(URL, headers=headers)
    with django_assert_num_queries(1):
        client.get(URL, headers=headers)
