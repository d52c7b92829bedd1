"""How fast a slow phone without a line lists the legal actions of a position, beside python-chess on the same phone.

    python -m benchmarks.legal_offline [--games 2] [--seed bench]

Chromium at a quarter of its speed (its developer tools do that), and in it the Python runtime and the files that a
phone copies for a game without a line. Positions of random games: the legal actions; and an entry, with all that the
recorder shows after it (position, taps, offers, likely actions), once where the game goes on from the entry before, and
once where the phone has to play the log from its beginning, as after a reload. By the page's clock.
"""

import argparse
import json
import os
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import chess
import django
from playwright.sync_api import Page, Route, sync_playwright

from benchmarks.first_paint import SLOWER
from benchmarks.legal import milli
from tests.browser.driver import CHROMIUM, FLAGS, PHONE
from tools.selfplay.game import random_game

SITE = "http://phone.test/"
LOAD = """async () => {
  const { loadPyodide } = await import("/runtime/pyodide.mjs");
  window.python = await loadPyodide({ indexURL: "/runtime/" });
  for (const name of ["engine.zip", "chess.zip"]) {
    const answer = await fetch(`/${name}`);
    window.python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/home/pyodide" });
  }
}"""
RUN = "([code, given]) => { window.python.globals.set('given', given); return window.python.runPython(code); }"
OURS = """
import json, time
from judging.recorder.offline import device
from rules.arena.engine.legal import legal_actions
from rules.arena.log import read
from rules.arena.replay import start, step

def spent(work):
    before = time.perf_counter()
    work()
    return time.perf_counter() - before

times, going_on, anew, said = [], [], [], []
for document in json.loads(given):
    log = read(document)
    game = start(log)
    header = {key: value for key, value in document.items() if key not in ("actions", "result")}
    played = {"actions": [], "taps": [], "copied": []}
    for index, action in enumerate(document["actions"]):
        times.append(min(spent(lambda: legal_actions(game)) for _ in range(2)))
        entry = {"id": str(index), "version": index, "action": action}
        now = {"header": header, "seconds": 0, "version": index, **played}
        question = json.dumps({"ask": "play", "game": now, "entries": [entry]})
        going_on.append(spent(lambda: said.append(device.answer(question))))
        played = json.loads(said.pop())["log"]
        if index % 10 == 0:
            kept = device._courses.pop("now")
            anew.append(spent(lambda: device.answer(question)))
            device._courses["now"] = kept
        step(game, log, index)
json.dumps([times, going_on, anew])
"""
THEIRS = """
import json, time
from random import Random
import chess
times = []
for number in range(given):
    rng, board = Random(number), chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 150:
        rounds = 50  # one takes less than the page's clock can tell
        before = time.perf_counter()
        for _ in range(rounds):
            moves = list(board.legal_moves)
        times.append((time.perf_counter() - before) / rounds)
        board.push(rng.choice(moves))
json.dumps([times])
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    games = [random_game(f"{options.seed}/{number}") for number in range(options.games)]
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(**PHONE).new_page()
        page.set_default_timeout(0)
        page.route(f"{SITE}**", served)
        page.goto(SITE)
        page.evaluate(LOAD)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        legal, going_on, anew = measured(page, OURS, json.dumps(games))
        (chess_moves,) = measured(page, THEIRS, options.games)
        browser.close()
    middle, peer = printed("legal actions", legal), printed("python-chess", chess_moves)
    printed("an entry, going on", going_on)
    printed("an entry, from anew", anew)
    print(f"ratio                 {middle / peer:.1f} in the middle")
    return 0


def measured(page: Page, code: str, given: object) -> list[list[float]]:
    times: list[list[float]] = json.loads(page.evaluate(RUN, [code, given]))
    return times


def printed(name: str, times: list[float]) -> float:
    """The middle time, after a line with all of them."""
    times = sorted(times)
    middle, ninetieth = times[len(times) // 2], times[len(times) * 9 // 10]
    most, mean = times[-1], sum(times) / len(times)
    print(
        f"{name:21} {len(times):5} positions   {milli(middle)} in the middle, {milli(mean)} on average, "
        f"{milli(ninetieth)} at the ninetieth, {milli(most)} at most"
    )
    return middle


def served(route: Route) -> None:
    from judging.recorder.offline.archive import archive
    from judging.recorder.views.offline import RUNTIME, STATIC

    path = route.request.url.removeprefix(SITE)
    if path == "engine.zip":
        route.fulfill(body=archive("en"))
    elif path == "chess.zip":
        route.fulfill(body=packed(Path(chess.__file__).parent))
    elif path.startswith("runtime/"):
        route.fulfill(path=STATIC / RUNTIME / path.removeprefix("runtime/"))
    else:
        route.fulfill(body="<!doctype html><title>Phone</title>", content_type="text/html")


def packed(folder: Path) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as into:
        for path in folder.glob("*.py"):
            into.write(path, f"{folder.name}/{path.name}")
    return content.getvalue()


if __name__ == "__main__":
    sys.exit(main())
