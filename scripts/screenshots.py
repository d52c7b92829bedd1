"""Photographs what docs/gallery.md shows, on the demonstration events: `python -m scripts.screenshots`, or
some of them by name: `python -m scripts.screenshots case start-phone`.

It starts a site of its own on a free port with a folder of its own, and leaves nothing behind but the pictures.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
SHOWN = re.compile(r"screenshots/([\w-]+)\.jpg")
QUALITY = 66
PATIENCE = 1000  # tries to reach the site
SETTLED = 4000  # milliseconds until boards are drawn, on a busy machine too
SMALL = 0.75  # pictures of a page of 1280 pixels are 960 wide


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            VAR_DIR=folder, DEBUG="1", DJANGO_SETTINGS_MODULE="config.settings", DJANGO_ALLOW_ASYNC_UNSAFE="1"
        )
        for command in (["migrate", "-v0"], ["demo"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True)  # noqa: S603
        with site() as address:
            photograph(address)


@contextmanager
def site() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "manage.py", "runserver", "--noreload", where]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_for(f"http://{where}/healthz")
        yield f"http://{where}"
    finally:
        running.terminate()
        running.wait()


def wait_for(address: str) -> None:
    for _try in range(PATIENCE):
        try:
            urllib.request.urlopen(address, timeout=1).close()  # noqa: S310
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    sys.exit("the site did not start")


def photograph(address: str) -> None:
    import django

    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.browser.driver import CHROMIUM, DESKTOP, FLAGS, PHONE, session_cookie
    from tests.browser.page_kinds import kinds

    shown = set(SHOWN.findall((ROOT / "docs" / "gallery.md").read_text()))
    wanted = shown & set(sys.argv[1:]) if sys.argv[1:] else shown
    looks = {
        "": DESKTOP | {"device_scale_factor": SMALL, "color_scheme": "light"},
        "-phone": PHONE | {"device_scale_factor": 1, "color_scheme": "light"},
        "-dark": DESKTOP | {"device_scale_factor": SMALL, "color_scheme": "dark"},
    }
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for kind, (suffix, look) in product(kinds(), looks.items()):
            if kind.name + suffix not in wanted:
                continue
            context = chromium.new_context(**look, locale="en-GB")
            viewer = kind.viewer()
            if viewer:
                context.add_cookies([session_cookie(viewer, address)])
            page = context.new_page()
            page.goto(address + kind.path)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=PICTURES / f"{kind.name}{suffix}.jpg", type="jpeg", quality=QUALITY)
            context.close()
        chromium.close()


if __name__ == "__main__":
    main()
