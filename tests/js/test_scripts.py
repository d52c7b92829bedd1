"""What the scripts of the pages decide: each case of each *.test.js here, in Chromium, in a frame of its own.

Without the site and without a database: its own files are all that the browser is given.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from launch import ROOT
from rules.common.names import slugify

pytestmark = pytest.mark.browser

Faults = Callable[[str], dict[str, str]]

HERE = Path(__file__).parent
CASE = re.compile(r'^test\("(.+?)", ', re.MULTILINE)
FILES = {path.name: CASE.findall(path.read_text()) for path in sorted(HERE.glob("*.test.js"))}
SLUGS = """async (names) => {
  const { slug } = await import("/static/js/ui/slug.js");
  return names.map(slug);
}"""
WRITTEN = [
    "Le Chafer d’Élite",
    "Cœur de Bœuf",
    "Œil d'Or",
    "Ægir",
    "Straße",
    "Søren",
    " ",
    "-a-",
    "“Two”  -- words",
    "ñandú",
    "a´b`c‘d",
]


class Files(SimpleHTTPRequestHandler):
    """The project's own files; a browser keeps them from one case to the next."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, directory=str(ROOT), **kwargs)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Nothing to say."""


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def page(browser: Browser, files: str) -> Iterator[Page]:
    context = browser.new_context(base_url=files)
    page = context.new_page()
    page.goto("/tests/js/runner.html")
    yield page
    context.close()


@pytest.fixture(scope="module")
def faults(page: Page) -> Faults:
    """What went wrong in each case of a file; all of them are carried out when the first is asked for."""
    return cache(lambda file: page.evaluate("file => window.faultsOf(file)", f"/tests/js/{file}"))


@pytest.mark.parametrize(
    ("file", "name"), [pytest.param(file, name, id=f"{file}: {name}") for file in FILES for name in FILES[file]]
)
def test_script(faults: Faults, file: str, name: str) -> None:
    assert not faults(file)[name], faults(file)[name]


@pytest.mark.parametrize("file", FILES)
def test_every_case_of_a_file_is_found(faults: Faults, file: str) -> None:
    assert list(faults(file)) == FILES[file]


def test_a_name_has_the_same_slug_on_page_and_server(page: Page) -> None:
    assert page.evaluate(SLUGS, WRITTEN) == [slugify(name) for name in WRITTEN]
