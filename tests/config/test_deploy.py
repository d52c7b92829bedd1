"""The files under deploy/ start the same processes as ./run, with settings that exist and make sense."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from launch.environment import problems
from tools.compile_rules import TRAINING

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
DOCUMENTED = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
SECRETS = {"SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz!", "PASSWORD": "secret"}


def assignments(name: str) -> dict[str, str]:
    lines = (DEPLOY / name).read_text().splitlines()
    pairs = [line.split("=", 1) for line in lines if line and not line.startswith("#")]
    return {name: value or next(word for part, word in SECRETS.items() if part in name) for name, value in pairs}


def site_of_compose() -> dict[str, str]:
    given = assignments(".env.example")
    template = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["x-site"]["environment"]
    filled = {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: given.get(found[1], ""), value)
        for name, value in template.items()
    }
    return filled | {"PRODUCTION": "on"}


@pytest.mark.parametrize("environment", [site_of_compose(), assignments("krosmaster.env.example")])
def test_settings_of_a_deployment_exist_and_make_sense(environment):
    assert set(environment) <= DOCUMENTED
    assert problems(environment) == []


def test_backend_servers_are_asked_for_a_certificate_and_a_password():
    environment = site_of_compose()
    database, broker = urlsplit(environment["DATABASE_URL"]), urlsplit(environment["REDIS_URL"])
    assert parse_qs(database.query)["sslmode"] == ["verify-full"]
    assert (broker.scheme, parse_qs(broker.query)["ssl_cert_reqs"]) == ("rediss", ["required"])
    assert all([database.password, broker.password])


def test_every_container_of_the_site_is_unprivileged():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = [service for service in services.values() if service.get("image") == "krosmaster"]
    assert len(ours) == 4
    assert all(service["read_only"] and service["cap_drop"] == ["ALL"] for service in ours)
    assert "\nUSER site\n" in (DEPLOY / "Containerfile").read_text()


def test_the_image_compiles_the_engine_from_what_it_copies(tmp_path):
    engine = (DEPLOY / "Containerfile").read_text().split("FROM ")[1]
    for name in re.findall(r"^COPY (\S+) ", engine, re.MULTILINE):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    module, folder = re.findall(r"^RUN python -m (\S+) (\S+)$", engine, re.MULTILINE)[0]
    answer = subprocess.run([sys.executable, "-m", module, "--help"], cwd=tmp_path, capture_output=True, check=True)
    assert folder == "/wheel" and b"usage:" in answer.stdout
    training = subprocess.run([sys.executable, "-c", TRAINING], cwd=tmp_path, capture_output=True, check=False)
    assert training.returncode == 0, training.stderr.decode()


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_units_of_systemd_run_as_an_unprivileged_user(name):
    unit = (DEPLOY / f"krosmaster-{name}.service").read_text()
    assert "\nUser=krosmaster\n" in unit
    assert "\nNoNewPrivileges=yes\n" in unit
    program, *_ = shlex.split(re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)[0])
    assert program in {"/srv/krosmaster/.venv/bin/python", "/srv/krosmaster/.venv/bin/celery"}


def test_the_proxy_gives_streams_time_and_limits_requests():
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert "proxy_buffering off;" in proxy
    assert proxy.count("limit_req zone=") == 2
