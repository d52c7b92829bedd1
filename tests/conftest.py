import gc
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, TransactionTestCase
from django.utils import translation

from accounts.models import User
from core.files import bounded_child
from core.pages import live, page_cache
from judging.logs.validator.process import Validator
from tests.database import empty_written_tables, kept_schema
from tests.partly_seen import partly_seen_cards
from tests.tournaments import worlds
from tests.tournaments.people import Person

# The same examples each time: what a change is refused for must be of that change. A busy machine is slow, and no test
# fails for that. With EXPLORE=1 in the environment new examples are looked for.
TOO_SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=TOO_SLOW)
hypothesis.settings.register_profile("explore", deadline=None, suppress_health_check=TOO_SLOW)
hypothesis.settings.load_profile("explore" if os.environ.get("EXPLORE") else "tests")

gc.set_threshold(50_000, 20, 100)  # as often as Python does of itself costs 8 in 100, and 15 while tests are read

bounded_child.LONGEST_WAIT = 300  # another process of the tests may be parsing a file

pytest_plugins = ["tests.browser.driver"]  # one browser for the tests of all rooms


TIERS = ("fast", "check", "ci")  # the first command that runs a test: ./check --fast, ./check, .ci/run
CLIENTS = (Client, Person)  # which send requests
OF_DATABASE = {"db", "transactional_db", "django_db_setup", "live_server", "hints", "_broker"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--half", action="store_true", help="for .ci/run: the tests that it runs on this database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of two tests with one name pytest-xdist would run the first and tell nobody."""
    twice = [name for name, times in Counter(item.nodeid for item in items).items() if times > 1]
    if twice:
        raise pytest.UsageError(f"more than one test is called {', '.join(twice)}")
    for item in items:
        if not any(map(item.get_closest_marker, TIERS)):
            item.add_marker(tier_of_its_kind(item))
    if config.option.half:
        here = runs_on_postgresql if connection.vendor == "postgresql" else runs_on_sqlite
        config.hook.pytest_deselected(items=[item for item in items if not here(item)])
        items[:] = filter(here, items)


def tier_of_its_kind(item: Any) -> str:
    """The tier of a test that is not marked. A request costs as much as ten tests of a rule, a page in a browser as
    ten requests."""
    if "live_server" in item.fixturenames:
        return "ci"
    return "check" if item.get_closest_marker("browser") or sends_requests(item) else "fast"


def sends_requests(item: Any) -> bool:
    """Whether a test has a client, or stands in a module that has one."""
    module = getattr(item, "module", None)  # a script of tests/js has none
    of_module = any(getattr(module, client.__name__, None) is client for client in CLIENTS)
    return of_module or "client" in item.fixturenames


def runs_on_postgresql(item: Any) -> bool:
    """All that uses the database: PostgreSQL is the stricter one."""
    return bool(item.get_closest_marker("django_db")) or not OF_DATABASE.isdisjoint(item.fixturenames)


def runs_on_sqlite(item: Any) -> bool:
    """All else, and of what uses the database the fast tests and those that commit, which meet other locks here."""
    mark = item.get_closest_marker("django_db")
    commits = bool(mark and mark.kwargs.get("transaction"))
    return commits or not runs_on_postgresql(item) or bool(item.get_closest_marker("fast"))


def pytest_collection_finish() -> None:
    """What was loaded to read the tests stays: to look through it for garbage again and again costs 3 in 100."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A test that passes at its second try is to be fixed all the same: this is what failed at the first."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"first try of {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture(scope="module")
def partly_seen() -> Iterator[None]:
    """For tests of what happens where a card is not wholly known."""
    with partly_seen_cards():
        yield


@pytest.fixture(autouse=True)
def _nothing_left_from_the_test_before() -> None:
    """Neither what was cached or rendered nor the language in which the last page was told."""
    cache.clear()
    page_cache.page_cache.clear()
    translation.deactivate()


@pytest.fixture(autouse=True)
def _topics_change_without_a_commit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a topic goes up after a commit. In a test without one it goes up at once, and pages change."""
    mark = request.node.get_closest_marker("django_db")
    if mark and not mark.kwargs.get("transaction"):
        at_once = SimpleNamespace(publish=lambda _name, topics: live.announce(topics=topics))
        monkeypatch.setattr(live, "outbox", at_once)


@pytest.fixture(autouse=True)
def tries_within_one_window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries are counted by the minute or day: none ends in a test, except where pages stay open for long."""
    if "live_server" not in request.fixturenames:
        for module in ("core.pages.throttle", "accounts.sign_in.guessing"):
            monkeypatch.setattr(f"{module}.time", SimpleNamespace(time=lambda: 1_800_000_000.0))


@pytest.fixture(scope="session")
def fake() -> Iterator[Validator]:
    """Answers as the log itself says: what the validator finds is not the matter here. One child for all tests."""
    validator = Validator("tests.judging.fake_validator", wall_seconds=120)
    yield validator
    validator.close()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A file of SQLite is begun with a copy of the kept schema, and goes with the folder of the process."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None, django_db_keepdb: bool
) -> None:
    if django_db_keepdb:
        shutil.copyfile(kept_schema(request.config.cache), connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """SQLite empties a table after a test with DELETE, which the audit log and the register of erasures refuse:
    tests/accounts/test_audit_log.py puts those guards back to prove it. PostgreSQL truncates."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), connection.schema_editor() as editor:
            editor.execute("DROP TRIGGER journal_never_delete")
            editor.execute("DROP TRIGGER erasure_never_delete")
    yield


@pytest.fixture(scope="session", autouse=True)
def _only_written_tables_are_emptied() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_written_tables())
        yield


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """Of the same kind as that of the tests; its address."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/site.sqlite3"
        return
    name = f"{connection.settings_dict['NAME']}_of_its_own"
    server = connection.settings_dict
    there = f"/{server['HOST']}" if server["HOST"].startswith("/") else f"{server['HOST']}:{server['PORT']}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield f"postgres://{server['USER']}:{server['PASSWORD']}@{there}/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}"')


@pytest.fixture
def other_site(pytestconfig: pytest.Config, tmp_path: Path) -> Path:
    """The folder of a site on SQLite whose database `manage.py migrate` made, and nobody has used."""
    folder = tmp_path / "other-site"
    folder.mkdir()
    assert pytestconfig.cache is not None
    shutil.copyfile(kept_schema(pytestconfig.cache), folder / "site.sqlite3")
    return folder


RACE_TRIALS = int(os.environ.get("RACE_TRIALS", "1"))  # how often each race is run: launch/release.py


@pytest.fixture
def trial(request: pytest.FixtureRequest) -> int:
    return request.param


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if RACE_TRIALS > 1 and "hazard" in metafunc.fixturenames:
        metafunc.fixturenames.append("trial")
        metafunc.parametrize("trial", range(RACE_TRIALS), indirect=True)


@pytest.fixture
def user() -> User:
    return worlds.a_user()


@pytest.fixture
def reader(client: Client, user: User) -> Client:
    """The browser of somebody who is signed in."""
    client.force_login(user)
    return client
