"""Everything that has a peer, measured beside it in one run; writes docs/performance.md.

    python -m benchmarks [--small] [--runs 7] [--output docs/performance.md]

Takes some five minutes. --small runs the same on small numbers, to see that all of it still runs; its figures mean
nothing.
"""

import argparse
import datetime
import gc
import math
import os
import platform
import subprocess
import sys
from pathlib import Path

from benchmarks import races, site_races
from benchmarks.racing import Race, line, run, spent

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
METHOD = """\
Written by `python -m benchmarks`, {date}: {machine}, Python {python}.

Each work is measured beside a peer in the same process and in turns, so that both see the same machine; the figures are
medians of {runs} runs, in processor time. The machine may have been busy: compare the ratios, not the times. A rate (of
actions, lists) is better when its ratio is larger, a time when its ratio is smaller.

"""
TABLE = "| work | beside | ours | the peer | ratio | goal |\n| --- | --- | --- | --- | --- | --- |\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="on small numbers")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--output", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    gc.freeze()  # what is loaded is searched for garbage by neither side, as in the site's processes
    parts = [heading(options.runs), TABLE, *rows(races.races(small=options.small), options.runs)]
    with site_races.own_database():
        parts += rows(site_races.races(small=options.small), options.runs)
    parts += position(small=options.small)
    parts += growth(small=options.small)
    parts += pages(small=options.small)
    parts += whole_site(small=options.small)
    options.output.write_text("".join(parts), encoding="utf-8")
    return 0


def heading(runs: int) -> str:
    date = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    text = METHOD.format(date=date, machine=machine(), python=platform.python_version(), runs=runs)
    return f"# How fast it is\n\n{text}"


def machine() -> str:
    """The processor as the system names it, and how many cores there are."""
    names = [name for name in _processors() if name]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def _processors() -> list[str]:
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text(encoding="utf-8").splitlines() if listing.exists() else []
    return [text.partition(":")[2].strip() for text in lines if text.startswith("model name")]


def rows(all_races: list[Race], runs: int) -> list[str]:
    return [_printed(line(race, run(race, runs))) for race in all_races]


def _printed(text: str) -> str:
    print(text, flush=True)
    return f"{text}\n"


def position(*, small: bool) -> list[str]:
    return [
        "\n## A position\n`python -m benchmarks.legal`: the legal actions before each action of six random games, with "
        "the dice that each needs or, where a rule forbids it, with the reason; the best of three. Goals: 1 ms in the "
        "middle, 5 ms at the ninetieth, 30 µs an option.\n",
        printed("legal", "--games", "1" if small else "6"),
        "\nAnd on a slow phone without a line (`python -m benchmarks.legal_offline`): a quarter of this machine's "
        "speed, with the Python runtime that the phone keeps; the times are those of the page's clock, so that a busy "
        "machine lengthens them and the ratio is what to compare. Goal: 50 ms for the legal actions.\n",
        printed("legal_offline", "--games", "1" if small else "2"),
    ]


def growth(*, small: bool) -> list[str]:
    """How the time of each kind of work grows from the smallest size to the largest."""
    parts = [
        "\n## How cost grows\nMilliseconds of processor time, the best of three; the power tells by which power of the "
        "size the time grows from the first to the last (1: linear).\n\n"
    ]
    for name, kind in races.growth(small=small).items():
        times = [min(spent(race.ours, None) for _ in range(3)) for race in kind]
        if len(parts) == 1:
            sizes = (20, 40, 80) if small else (100, 1000, 10_000)
            parts.append(f"| work | {' | '.join(f'{size:,}' for size in sizes)} | power |\n{'| --- ' * 5}|\n")
        factor = 4 if small else 100
        power = math.log(max(times[-1], 1e-6) / max(times[0], 1e-6), factor)
        cells = " | ".join(f"{each * 1000:.1f}" for each in times)
        parts.append(_printed(f"| {name} | {cells} | {power:.2f} |"))
    return parts


def pages(*, small: bool) -> list[str]:
    sizes = (("8", "1"),) if small else (("64", "15"), ("1000", "5"))
    return [
        "\n## Pages\n`python -m benchmarks.pages`: milliseconds of processor time beside a page of a bare Django with "
        "the middleware of a new project that names its reader, medians of 15 and of 5 runs. Ours are compressed, as "
        'browsers ask; the bytes are those sent. "Unchanged" is asked with the ETag of the last answer, "again" with '
        'the cache of pages emptied; "changed" after a result was corrected, also beside the bare page asked after a '
        'correction ("then"); "first" as when a round was just published.\n\n'
        "Goals: kept and unchanged pages 5x; the first reader of a version 20 ms at 64 players and 60 ms at 1,000; "
        "pages of staff 25 ms, the form of an event 60 ms.\n",
        *(printed("pages", "--players", players, "--times", times) for players, times in sizes),
    ]


def whole_site(*, small: bool) -> list[str]:
    return [
        "\n## A slow phone\n`python -m benchmarks.first_paint`: a quarter of this machine's speed, 400 kbit/s, 400 ms, "
        "nothing kept. Goals: 12 requests, 80 KB, painted after 1.2 s, loaded after 2.5 s, the recorder's board after "
        "2 s.\n",
        printed("first_paint", "--times", "1" if small else "3"),
        "\n## A whole site\n`python -m benchmarks.site_at_rest`: ./run with an empty database, packages installed. "
        "Goals: ready after 8 s, 350 MB.\n",
        printed("site_at_rest", "--rest", "1" if small else "15"),
    ]


def printed(module: str, *arguments: str) -> str:
    """What another benchmark prints; in a process of its own, since it has settings of its own."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=_plain_environment())
    print(done.stdout, flush=True)
    return f"\n```\n{done.stdout}```\n"


def _plain_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "VAR_DIR")}


if __name__ == "__main__":
    sys.exit(main())
