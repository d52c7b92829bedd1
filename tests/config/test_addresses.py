"""./run finds where the phones in the hall reach this machine, and sends nothing to find it."""

import os
import pty
import socket
import subprocess
import sys

import pytest

from launch import addresses, run, services
from launch.addresses import hall_urls, own_names
from tests.cases import some_of
from tests.config.test_settings import ROOT, manage

LAN = {"192.0.2.1": "192.168.1.5", "203.0.113.1": "192.168.1.5", "10.0.0.1": "10.0.0.5", "2001:db8::1": "2001:db8::5"}


class Probe:
    """A socket of a machine in two networks; `send` does not exist."""

    def __init__(self, family: int, _kind: int) -> None:
        self.family = family

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, target: tuple[str, int]) -> None:
        if target[0] not in LAN:
            raise OSError("Network is unreachable")
        self.found = LAN[target[0]]

    def getsockname(self) -> tuple[str, int]:
        return self.found, 9


@pytest.fixture
def _two_networks(monkeypatch):
    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(
        addresses, "of_interfaces", lambda: iter(["127.0.0.1", "169.254.7.7", "172.17.0.1", "10.0.0.5"])
    )


@pytest.fixture
def _no_network(monkeypatch):
    monkeypatch.setattr(addresses, "own_addresses", lambda _family: [])


@pytest.mark.usefixtures("_two_networks")
def test_the_likeliest_address_comes_first_and_the_others_once():
    found = ["http://192.168.1.5:8000/", "http://10.0.0.5:8000/", "http://172.17.0.1:8000/"]
    assert hall_urls("0.0.0.0", 8000) == found
    assert hall_urls("::", 8000) == [*found, "http://[2001:db8::5]:8000/"]


@pytest.mark.usefixtures("_two_networks")
def test_a_site_for_this_computer_only_names_no_other_address():
    assert hall_urls("127.0.0.1", 8000) == hall_urls("localhost", 8000) == hall_urls("::1", 8000) == []
    assert services.hall_urls("127.0.0.1", 8000) == ["http://localhost:8000/"]


def test_an_address_that_was_named_is_the_one():
    assert hall_urls("10.9.8.7", 8000) == ["http://10.9.8.7:8000/"]


@pytest.mark.usefixtures("_two_networks")
def test_the_machine_goes_by_its_names_and_addresses_alone(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.home")
    assert {"localhost", "laptop.home", "laptop.local", "192.168.1.5", "10.0.0.5", "[2001:db8::5]"} < set(own_names())
    assert "*" not in own_names()


@pytest.mark.usefixtures("_two_networks")
def test_every_address_is_printed(capsys, monkeypatch):
    monkeypatch.delenv("SITE_URL", raising=False)
    run.print_address("0.0.0.0", 8000, 1.0)
    output = capsys.readouterr().out
    assert "The site answers on http://192.168.1.5:8000/ " in output
    assert "http://10.0.0.5:8000/" in output
    assert "localhost" not in output


@pytest.mark.usefixtures("_no_network")
def test_a_machine_without_a_network_gets_a_message(capsys, monkeypatch):
    monkeypatch.delenv("SITE_URL", raising=False)
    run.print_address("0.0.0.0", 8000, 1.0)
    assert "it is in no network" in capsys.readouterr().out


def test_a_site_with_an_address_is_named_by_it(capsys, monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://arena.example/")
    run.print_address("0.0.0.0", 8000, 1.0)
    assert "The site answers on https://arena.example/ " in capsys.readouterr().out


@pytest.mark.skipif(not services.PYTHON.exists(), reason="drawn by what ./run has installed")
def test_a_terminal_is_shown_a_code_to_scan():
    code = "from launch import run; run.show_code('http://192.168.1.5:8000/')"
    ours, theirs = pty.openpty()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=theirs, check=True)
    os.close(theirs)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert shown.count("▄") > 20


def test_a_file_is_shown_no_code(capfd):
    run.show_code("http://192.168.1.5:8000/")
    assert capfd.readouterr().out == ""


URLS = "from django.conf import settings as s; print(s.SITE_URL, s.OWN_URL, s.HALL_URL)"
HALL = {"HALL_URL": "http://192.168.1.5:8000/"}
NAMED = {"ALLOWED_HOSTS": ".arena.example,b.example"}
PRODUCTION = {"PRODUCTION": "1", "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz!"}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("environment", "found"),
    some_of(
        [
            ({}, " http://localhost:8000/ "),
            (HALL, " http://192.168.1.5:8000/ http://192.168.1.5:8000/"),
            (HALL | NAMED, " http://arena.example:8000/ "),
            (HALL | NAMED | PRODUCTION, " https://arena.example/ "),
            (HALL | {"ALLOWED_HOSTS": "*"}, " http://192.168.1.5:8000/ http://192.168.1.5:8000/"),
            ({"SITE_URL": "https://b.example/"} | NAMED, "https://b.example/ http://arena.example:8000/ "),
        ],
        2,
    ),
)
def test_what_was_named_goes_before_what_was_found(tmp_path, environment, found):
    assert manage(environment, tmp_path, "shell", "-v", "0", "-c", URLS).stdout.rstrip("\n") == found


@pytest.mark.ci
def test_a_site_under_any_name_without_an_address_is_warned(tmp_path):
    open_to_all = PRODUCTION | {"ALLOWED_HOSTS": "*", "EMAIL_URL": "smtp+tls://mail.example:587"}
    assert "config.W002" in manage(open_to_all, tmp_path, "check").stderr
    assert "config.W002" not in manage(open_to_all | {"SITE_URL": "https://b.example/"}, tmp_path, "check").stderr
