"""How soon a slow phone shows a page that it never saw: python -m benchmarks.first_paint [--times 3]

A site as ./run starts it, with the events of the demonstration, in Chromium at a quarter of its speed behind 400 kbit/s
and 400 ms (its developer tools do that). Each time with nothing kept: start page, event, round, team builder, replay
and recorder. Printed are requests and bytes (of the recorder before it copies its files onto the phone, and without the
sheets that a first page fetches for the next one), first paint, load, and when the board of the replay and the recorder
has its figures; of several times the median. Requests and bytes are the same on every machine.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.readers import manage
from benchmarks.slow_connections import Server
from tests.browser.driver import CHROMIUM, FLAGS, PHONE

SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SLOWER = 4  # times
SETTLED = 3000  # milliseconds: what the page asks for by itself after it was loaded
PAGES = """
import json
from judging.models import Recording
from judging.replay.services.public_games import DEMONSTRATION, demonstration_log
from tournaments.models import Event
event = Event.objects.filter(state="running", mode="duel").earliest("pk")
log = json.loads(demonstration_log())
header = {name: value for name, value in log.items() if name not in ("actions", "result")}
table = Recording.objects.create(header=header, actions=log["actions"][:40])
print("/", f"/events/{event.slug}/", f"/events/{event.slug}/rounds/2/", "/teams/build/")
print(f"/replay/{DEMONSTRATION}/", table.get_absolute_url())
"""
WATCH_BOARD = """
const watching = new MutationObserver(() => {
  if (!document.querySelector("svg .figure")) return;
  window.drawn = performance.now();
  watching.disconnect();
});
watching.observe(document, { childList: true, subtree: true });
"""
SEEN = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const until = window.drawn ? Math.max(window.drawn, page.loadEventEnd) : Infinity;
  const isForTheNext = ({ initiatorType, name }) => initiatorType === "fetch" && name.endsWith(".css");
  const entries = performance.getEntriesByType("resource");
  const asked = entries.filter((each) => each.responseEnd <= until && !isForTheNext(each));
  const bytes = asked.reduce((sum, each) => sum + each.transferSize, page.transferSize);
  return [asked.length + 1, bytes, paint ? paint.startTime : NaN, page.loadEventEnd, window.drawn ?? NaN];
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="paint-") as folder:
        server = Server(Path(folder))
        try:
            addresses = manage({"VAR_DIR": folder}, PAGES, demo=True)
            measure(f"http://localhost:{server.port}", addresses, options.times)
        finally:
            server.process.terminate()
            server.process.wait()


def measure(site: str, addresses: list[str], times: int) -> None:
    print(f"{'page':50} {'requests':>8} {'bytes':>8} {'painted':>9} {'loaded':>9} {'board':>9}")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for address in addresses:
            seen = [opened(browser, site + address) for _ in range(times)]
            requests, size, *moments = (statistics.median(each) for each in zip(*seen, strict=True))
            said = " ".join("        -" if moment != moment else f"{moment / 1000:7.2f} s" for moment in moments)
            print(f"{address:50} {requests:8.0f} {size:8.0f} {said}", flush=True)
        browser.close()


def opened(browser: Browser, address: str) -> list[float]:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(WATCH_BOARD)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED)
    seen: list[float] = page.evaluate(SEEN)
    context.close()
    return seen


if __name__ == "__main__":
    main()
