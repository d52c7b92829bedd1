"""How soon a slow phone shows a page that it never saw: python -m benchmarks.first_paint [--times 3]

A site as ./run starts it, with the events of the demonstration, in Chromium at a quarter of its speed behind 400 kbit/s
and 400 ms (its developer tools do that). Each time with nothing kept: start page, event and round. Printed
are requests and bytes until the page was loaded, first paint and load; of several times the median. Requests and bytes
are the same on every machine.
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
from tournaments.models import Event
event = Event.objects.get(state="running", mode="duel")
print("/", f"/events/{event.slug}/", f"/events/{event.slug}/rounds/2/")
"""
TIMES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [paint ? paint.startTime : NaN, page.loadEventEnd];
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="paint-") as folder:
        server = Server(Path(folder))
        try:
            addresses = manage(folder, PAGES)
            measure(f"http://localhost:{server.port}", addresses, options.times)
        finally:
            server.process.terminate()
            server.process.wait()


def measure(site: str, addresses: list[str], times: int) -> None:
    print(f"{'page':44} {'requests':>8} {'bytes':>8} {'painted':>9} {'loaded':>9}")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for address in addresses:
            seen = [opened(browser, site + address) for _ in range(times)]
            requests, size, painted, loaded = (statistics.median(each) for each in zip(*seen, strict=True))
            print(f"{address:44} {requests:8.0f} {size:8.0f} {painted / 1000:7.2f} s {loaded / 1000:7.2f} s")
        browser.close()


def opened(browser: Browser, address: str) -> tuple[int, float, float, float]:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    line = context.new_cdp_session(page)
    finished: list[float] = []
    line.on("Network.loadingFinished", lambda each: finished.append(each["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED)
    painted, loaded = page.evaluate(TIMES)
    context.close()
    return len(finished), sum(finished), painted, loaded


if __name__ == "__main__":
    main()
