"""What the scripts of the pages decide: each case of each *.test.js here, in Chromium, on a page of its own.

Without the site and without a database: its own files are all that the browser is given.
"""

import re
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from launch import ROOT
from rules.common.names import slugify

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
CASE = re.compile(r'^test\("(.+?)", ', re.MULTILINE)
FILES = {path.name: CASE.findall(path.read_text()) for path in sorted(HERE.glob("*.test.js"))}
RUN = """async ([file, name]) => {
  const { run } = await import("/tests/js/harness.js");
  return run(file, name).then(() => "", (error) => String(error.stack ?? error));
}"""
SLUGS = """async (names) => {
  const { slug } = await import("/static/js/record/declare.js");
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
NAMES = """async (file) => (await import("/tests/js/harness.js")).namesIn(file)"""


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
def tab(browser: Browser, files: str) -> Iterator[Page]:
    context = browser.new_context(base_url=files, viewport={"width": 800, "height": 600})
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: Page) -> Page:
    """A page on which nothing was loaded, in a browser that kept nothing."""
    tab.goto("/tests/js/blank.html")
    tab.evaluate("localStorage.clear(), sessionStorage.clear()")
    return tab


@pytest.mark.parametrize(
    ("file", "name"), [pytest.param(file, name, id=f"{file}: {name}") for file in FILES for name in FILES[file]]
)
def test_script(page: Page, file: str, name: str) -> None:
    fault = page.evaluate(RUN, [f"/tests/js/{file}", name])
    assert not fault, fault


@pytest.mark.parametrize("file", FILES)
def test_every_case_of_a_file_is_found(page: Page, file: str) -> None:
    assert page.evaluate(NAMES, f"/tests/js/{file}") == FILES[file]


def test_a_name_has_the_same_slug_on_the_page_and_server(page: Page) -> None:
    assert page.evaluate(SLUGS, WRITTEN) == [slugify(name) for name in WRITTEN]
