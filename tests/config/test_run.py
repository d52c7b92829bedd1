"""./run itself, started as a person starts it: it answers, a worker works, and it goes away when asked."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from launch import PYTHON, ROOT, LaunchError, install, run, services

LONG = 120  # seconds, more than all services together are given to end; the test then fails rather than hangs
FOREIGN = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE", "REDIS_URL", "VAR_DIR"}  # of the tests, or of who runs them
CLEAN = {name: value for name, value in os.environ.items() if name not in FOREIGN}


def ask(address: str) -> dict:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)
    except OSError:  # too busy to answer yet
        return {"ready": False}


def until(asked: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + LONG
    while not (answer := asked()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return answer


@pytest.mark.ci
@pytest.mark.skipif(not PYTHON.exists(), reason="installing needs a network; ./check has always installed before")
def test_run_answers_and_stops_when_asked(tmp_path):
    home, printed = tmp_path / "a hall", tmp_path / "printed"
    home.mkdir()
    with printed.open("w") as output:
        site = subprocess.Popen([ROOT / "run"], cwd=home, env=CLEAN | {"VAR_DIR": str(home / "var")}, stdout=output)
    try:
        address = until(lambda: re.search(r"http://localhost:\d+/", printed.read_text()))[0]
        with urllib.request.urlopen(address, timeout=LONG) as page:
            assert page.status == 200
            assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"]
        until(lambda: ask(f"{address}readyz")["ready"])
        assert ask(f"{address}readyz")["broker"] == "answers"
        site.send_signal(signal.SIGINT)
        assert site.wait(LONG) == 0
    finally:
        site.kill()
        sys.stdout.write(printed.read_text())  # seen where the test fails


@pytest.mark.check
def test_runserver_serves_behind_the_walls_of_run(other_site):
    """A body without its length is refused before Django, and `/healthz` is answered there."""
    address = f"http://127.0.0.1:{services.free_port('127.0.0.1', '')}"
    command = [sys.executable, ROOT / "manage.py", "runserver", "--noreload", address.removeprefix("http://")]
    site = subprocess.Popen(command, env=CLEAN | {"VAR_DIR": str(other_site)}, stdout=subprocess.DEVNULL)
    try:
        assert until(lambda: ask(f"{address}/healthz").get("ok"))
        host, port = address.removeprefix("http://").split(":")
        # the body stays here: nobody waits for it
        with socket.create_connection((host, int(port)), LONG) as connection:
            connection.sendall(b"POST /teams/ HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n")
            connection.sendall(b"Transfer-Encoding: chunked\r\n\r\n")
            refused = http.client.HTTPResponse(connection, method="POST")
            refused.begin()
            assert json.load(refused)["code"] == "length-required"
    finally:
        site.kill()
        site.wait(LONG)


def test_no_process_of_run_gets_the_owners_password(monkeypatch, tmp_path):
    """Only what migrates before them does."""
    monkeypatch.setenv("MIGRATION_DATABASE_URL", "postgres://owner:s3cret@host/name")
    monkeypatch.setattr(run.services, "choose_broker", lambda _var: run.services.Broker(None, "redis://host"))
    monkeypatch.setattr(run, "wait_for", lambda *_: False)
    supervisor = mock.MagicMock()
    monkeypatch.setattr(run, "Supervisor", supervisor)
    run.serve(tmp_path, "127.0.0.1", 8000, 0)
    (environment,) = supervisor.call_args.args
    assert "s3cret" not in str(environment)


@pytest.mark.parametrize(
    ("host", "site_url", "is_announced"),
    [
        ("127.0.0.1", "", True),
        ("::1", "", True),
        ("0.0.0.0", "", False),
        ("127.0.0.1", "https://arena.example/", False),
    ],
)
def test_run_says_first_whom_it_is_for(capsys, monkeypatch, tmp_path, host, site_url, is_announced):
    """Before it installs: another choice means to start again."""
    for name, value in {"HOST": host, "SITE_URL": site_url, "VAR_DIR": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)

    def stops() -> None:
        raise LaunchError("enough")

    monkeypatch.setattr(run.install, "VENV", tmp_path)  # where nothing is installed
    monkeypatch.setattr(run.install, "TOOLS", tmp_path)
    monkeypatch.setattr(run.install, "refuse_full", lambda *_: None)
    monkeypatch.setattr(run.install, "get_uv", stops)
    with pytest.raises(LaunchError):
        run.main([])
    assert ("HOST=0.0.0.0 ./run" in capsys.readouterr().out) is is_announced


def test_run_says_once_whom_it_is_for(capsys, monkeypatch, tmp_path):
    (tmp_path / "installed-base").write_text(install.fingerprint("base"))
    monkeypatch.setattr(install, "VENV", tmp_path)
    monkeypatch.setattr(install, "works", lambda _python: True)
    for name, value in {"HOST": "127.0.0.1", "SITE_URL": "", "VAR_DIR": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(run, "prepare", lambda: None)
    monkeypatch.setattr(run, "serve", lambda _var, host, port, _began: run.print_address(host, port, 1))
    run.main([])
    assert capsys.readouterr().out.count("HOST=0.0.0.0 ./run") == 1


def test_a_full_disk_of_the_data_is_said_first(monkeypatch, tmp_path):
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setattr(run.install, "installed", lambda *_: pytest.fail("it has begun"))
    monkeypatch.setattr(run.install.shutil, "disk_usage", lambda _folder: mock.Mock(free=5 * 2**20))
    with pytest.raises(LaunchError, match=f"The disk of {tmp_path} has 5 MB left"):
        run.main([])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", [0, 1])
def test_an_installer_is_heard_only_if_it_fails(capfd, code):
    said = f"import sys; print('warning: a cache is not writable', file=sys.stderr); sys.exit({code})"
    assert install.succeeds([sys.executable, "-c", said]) is (code == 0)
    output = capfd.readouterr()
    assert ("warning" in output.out + output.err) is (code == 1)


@pytest.mark.parametrize(("program", "words"), [("run", ["dance"]), ("check", ["--slow"])])
def test_what_is_not_understood_is_refused_with_what_there_is(program, words):
    answer = subprocess.run([ROOT / program, *words], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert f"./{program}" in answer.stdout


@pytest.mark.parametrize("program", ["run", "check"])
def test_a_python_that_is_too_old_is_reported(program, tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    (tmp_path / "dirname").symlink_to("/usr/bin/dirname")
    answer = subprocess.run(
        ["/bin/sh", ROOT / program], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert "Python 3.11" in answer.stderr


@pytest.mark.parametrize("command", ["run", "check"])
def test_the_readme_names_the_two_commands_that_ci_runs(command):
    readme, ci = (Path(ROOT / name).read_text() for name in ("README.md", ".ci/run"))
    called = re.compile(rf"^(?:VAR_DIR=\S+ )?\./{command}(?: |$)", re.MULTILINE)
    assert called.search(readme)
    assert called.search(ci)


@pytest.mark.parametrize("missing", ["chromium", "nginx", "redis-server"])
def test_ci_does_not_pass_where_something_could_not_be_had(tmp_path, missing):
    """In a project whose two commands succeed at once."""
    tools, commands = tmp_path / "tools", tmp_path / ".ci"
    tools.mkdir()
    commands.mkdir()
    shutil.copy(ROOT / ".ci/run", commands)
    for tool in ("bash", "chmod", "dirname", "env", "ls", "mktemp", "rm", "seq", "sleep", "sort", "tail"):
        (tools / tool).symlink_to(shutil.which(tool))
    stubs = {
        tools / name: "" for name in {"chromium", "nginx", "redis-server", "initdb", "apt-get", "sudo"} - {missing}
    }
    stubs |= {
        tools / "id": "echo 0",
        tools / "python3": f'case "$2" in *readyz*) [ -e {tmp_path}/answers ];; esac\n',
        tmp_path / "check": "",
        tmp_path / "run": f"trap 'exit 0' TERM\n: >{tmp_path}/answers\nwhile :; do sleep 0.05; done\n",
    }
    for stub, does in stubs.items():
        stub.write_text(f"#!/bin/sh\n{does}")
        stub.chmod(0o755)
    answer = subprocess.run([commands / "run"], env={"PATH": str(tools)}, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr == f"{missing} could not be had: not passed.\n"


def test_the_commands_find_the_packages_that_run_installed(tmp_path):
    """Started with a Python that has none of them, as a system's own."""
    shutil.copy(ROOT / "manage.py", tmp_path)
    bare = [sys.executable, "-S", tmp_path / "manage.py", "validate_log", "a b.json"]
    lost = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert (lost.returncode, "./run" in lost.stderr) == (1, True)
    own = tmp_path / ".venv/bin/python"
    own.parent.mkdir(parents=True)
    own.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    own.chmod(0o755)
    found = subprocess.run(bare, capture_output=True, text=True, check=True)
    assert found.stdout == f"{tmp_path / 'manage.py'}|validate_log|a b.json|"


def test_no_file_of_requirements_names_a_place_to_fetch_from():
    for lock in (ROOT / "requirements").iterdir():
        assert "://" not in lock.read_text(), lock
        assert "index-url" not in lock.read_text(), lock


def test_help_names_the_port_and_the_folder(capsys):
    assert run.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "PORT=8001 ./run" in said
    assert "VAR_DIR=/path ./run" in said
