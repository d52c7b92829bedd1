"""The supervisor's promises, kept by real processes: nothing is left behind, what crashes comes back, not forever."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from launch import LaunchError, run, services
from launch.services import Service
from launch.supervisor import MOST_CRASHES, Supervisor

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = 120  # seconds, after which a test fails rather than hangs

SITE = r"""
import os, sys
from launch.services import Service
from launch.supervisor import Supervisor
child = "import os, time; os.fork(); os.write(1, b'pid %d\\n' % os.getpid()); time.sleep(600)"
stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('stubborn'); time.sleep(600)"
supervisor = Supervisor(dict(os.environ))
for name in ("first", "second"):
    supervisor.start(Service(name, [sys.executable, "-c", child], stop_timeout=5))
if "stubborn" in sys.argv:
    supervisor.start(Service("third", [sys.executable, "-c", stubborn], stop_timeout=600))
sys.exit(supervisor.run())
"""


@pytest.fixture
def start() -> Iterator[Callable[..., Any]]:
    sites: list[Any] = []

    def start(*arguments: str) -> Any:
        command = [sys.executable, "-u", "-c", SITE, *arguments]
        unbuffered = os.environ | {"PYTHONUNBUFFERED": "1"}
        sites.append(subprocess.Popen(command, cwd=ROOT, env=unbuffered, stdout=subprocess.PIPE, text=True))
        return sites[-1]

    yield start
    for site in sites:
        site.kill()
        site.stdout.close()
        site.wait()


def pids_from(site: Any, until: str = "") -> set[int]:
    """Two services that fork once each name four processes."""
    pids: set[int] = set()
    seen = not until
    while len(pids) < 4 or not seen:
        line = site.stdout.readline()
        assert line, "the site ended early"
        if " pid " in line:
            pids.add(int(line.rsplit(" ", 1)[1]))
        seen = seen or until in line
    return pids


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_none_of(pids: set[int]) -> set[int]:
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline and any(map(is_running, pids)):
        time.sleep(0.02)
    return set(filter(is_running, pids))


def test_kill_9_of_the_supervisor_leaves_no_process_behind(start):
    site = start()
    pids = pids_from(site)
    site.kill()
    site.wait(LONG)
    assert wait_until_none_of(pids) == set()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asking_once_ends_everything_cleanly(start, how):
    site = start()
    pids = pids_from(site)
    site.send_signal(how)
    assert site.wait(LONG) == 0
    assert wait_until_none_of(pids) == set()


def test_asking_twice_does_not_wait_for_the_stubborn(start):
    site = start("stubborn")
    pids = pids_from(site, until="stubborn")
    site.send_signal(signal.SIGINT)
    site.send_signal(signal.SIGTERM)  # two of one kind, the second too soon, would be one
    assert site.wait(LONG) == 0
    assert wait_until_none_of(pids) == set()


@pytest.fixture
def supervisor():
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    supervisor = Supervisor(dict(os.environ))
    yield supervisor
    supervisor.stop()
    os.close(supervisor.watchdog.pipe)
    os.wait()
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_crashing_service_is_restarted_five_times_at_most(supervisor, capsys):
    supervisor.start(Service("web", [sys.executable, "-c", "raise SystemExit(3)"], stop_timeout=1))
    assert supervisor.run() == 1
    output = capsys.readouterr().out
    assert output.count("starting it again") == MOST_CRASHES - 1
    assert output.count("Giving up") == 1


def test_the_site_goes_on_without_a_worker_that_keeps_ending(supervisor, capsys):
    """As Celery's does while Redis is full; it is tried again after a minute."""
    supervisor.start(Service("web", [sys.executable, "-c", "import time; time.sleep(600)"], stop_timeout=5))
    failing = [sys.executable, "-c", "raise SystemExit(1)"]
    supervisor.start(Service("worker", failing, stop_timeout=1, is_needed=False))
    web, worker = supervisor.children
    deadline, output = time.monotonic() + LONG, ""
    while "goes on without it" not in output:
        assert time.monotonic() < deadline
        supervisor.print_output(0.05)
        supervisor.restart_crashed()
        output += capsys.readouterr().out
    assert (supervisor.gave_up, web.process.poll()) == (False, None)
    supervisor.restart_crashed()
    assert "starting it again" not in capsys.readouterr().out
    worker.paused_until = 0
    supervisor.restart_crashed()
    assert "worker ended with code 1: starting it again." in capsys.readouterr().out


def test_every_line_says_which_service_it_is_from(supervisor, capsys):
    supervisor.start(Service("web", [sys.executable, "-c", "print('hello')\nraise SystemExit(3)"], stop_timeout=1))
    supervisor.run()
    assert "web    | hello" in capsys.readouterr().out


def test_services_stop_in_reverse_order(supervisor, capsys):
    farewell = "import signal, time; signal.signal(signal.SIGTERM, lambda *_: exit('bye')); print('up', flush=True); "
    for name in ("broker", "worker", "web"):
        supervisor.start(Service(name, [sys.executable, "-c", farewell + "time.sleep(600)"], stop_timeout=LONG))
    up = ""
    while up.count("up") < 3:
        supervisor.print_output(1)
        up += capsys.readouterr().out
    supervisor.stop()
    assert capsys.readouterr().out.split("\n")[:-1] == ["web    | bye", "worker | bye", "broker | bye"]


def test_a_second_site_in_one_folder_is_refused(tmp_path):
    first = run.acquire(tmp_path / "run.lock")
    run.write_address(first, "http://localhost:8000/")
    with pytest.raises(LaunchError, match="http://localhost:8000/"):
        run.acquire(tmp_path / "run.lock")
    first.close()
    run.acquire(tmp_path / "run.lock").close()


def test_a_taken_port_is_skipped_unless_it_was_requested():
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not services.is_free("127.0.0.1", port)
        with pytest.raises(LaunchError, match=str(port)):
            services.free_port("127.0.0.1", str(port))
    assert services.free_port("127.0.0.1", "") >= 8000


@pytest.mark.parametrize("wanted", ["abc", "99999", "0", "-1", "8000.5", "٨٠٨٠"])
def test_an_invalid_port_is_refused_with_an_example(wanted):
    with pytest.raises(LaunchError, match="PORT=8123"):
        services.free_port("127.0.0.1", wanted)


def test_an_unusable_host_is_reported():
    with pytest.raises(LaunchError, match=r"HOST=no\.such\.invalid"):
        services.free_port("no.such.invalid", "")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8000/"),
        ("0.0.0.0", "http://localhost:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("::", "http://[::1]:8000/"),
        ("192.168.1.5", "http://192.168.1.5:8000/"),
    ],
)
def test_the_address_that_is_printed_can_be_opened(host, address):
    assert services.address_of(host, 8000) == address


def test_what_was_given_up_while_starting_is_given_up_once(supervisor, capsys):
    supervisor.start(Service("web", [sys.executable, "-c", "raise SystemExit(3)"], stop_timeout=1))
    assert not run.wait_for(supervisor, "127.0.0.1", 1)
    assert supervisor.run() == 1
    assert capsys.readouterr().out.count("Giving up") == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "filled", "asked_again"),
    [("\n", True, False), ("oui\n", True, False), ("n\n", False, False), ("", False, True)],
)
def test_the_demo_is_offered_until_somebody_answers(tmp_path, monkeypatch, typed, filled, asked_again):
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert run.wants_demo(tmp_path) is filled
    assert (tmp_path / "demo-asked").exists() is not asked_again


def test_leaving_at_the_question_does_not_answer_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.wants_demo(tmp_path)
    assert not (tmp_path / "demo-asked").exists()


def interrupted(_question: str) -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize("folder", ["a" * 120, "with a space", "été"])
def test_a_long_broker_socket_path_moves_to_a_private_folder(tmp_path, folder):
    (tmp_path / folder).mkdir()
    path = services.socket_path(tmp_path / folder)
    assert len(os.fsencode(path)) < services.LONGEST_SOCKET_PATH
    assert path.parent.stat().st_mode & 0o077 == 0
    path.parent.rmdir()


def test_a_configured_redis_is_used_and_none_is_started(tmp_path, monkeypatch):
    monkeypatch.setenv("REDIS_URL", "redis://broker.example/0")
    assert services.choose_broker(tmp_path) == services.Broker(None, "redis://broker.example/0")


def test_the_sweeper_is_a_process_of_its_own(tmp_path):
    """It goes on when Redis is full, which ends Celery's workers."""
    started = services.workers(services.Broker(None, "redis://broker.example/0"), tmp_path)
    assert {service.name for service in started} == {"worker", "sweeper", "beat"}


def test_without_a_broker_the_queue_has_a_worker_command(tmp_path, monkeypatch):
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setattr(services, "embedded_valkey", lambda: "")
    monkeypatch.setenv("PATH", str(tmp_path))
    broker = services.choose_broker(tmp_path)
    assert broker == services.Broker(None, "")
    names = {name for service in services.workers(broker, tmp_path) for name in service.command}
    assert "celery" not in names
