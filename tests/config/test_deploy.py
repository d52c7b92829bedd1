"""The files under deploy/ start the same processes as ./run, with settings that exist and make sense."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from core.files import bounded_child
from judging.logs.validator import child
from launch import services
from launch.environment import problems

MIB = 1024 * 1024
ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
DOCUMENTED = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
SECRETS = {"SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz!", "PASSWORD": "secret"}


def assignments(name: str) -> dict[str, str]:
    lines = (DEPLOY / name).read_text().splitlines()
    pairs = [line.split("=", 1) for line in lines if line and not line.startswith("#")]
    return {name: value or next(word for part, word in SECRETS.items() if part in name) for name, value in pairs}


def site_of_compose(service: str = "web") -> dict[str, str]:
    given = assignments(".env.example")
    template = compose()["services"][service]["environment"]
    filled = {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: given.get(found[1], ""), value)
        for name, value in template.items()
    }
    return filled | {"PRODUCTION": "on"}


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def reached_from(service: str) -> set[str]:
    """Whether it leads out, and which other containers are in its networks."""
    networks, services = compose()["networks"], compose()["services"]
    own = set(services[service]["networks"])
    out = {"outside"} if any(not networks[name].get("internal") for name in own) else set()
    return out | {name for name, other in services.items() if own & set(other["networks"])}


def test_only_what_migrates_is_given_the_owners_password():
    """Neither a container that goes on nor a unit that does: what takes one over finds no way to the triggers."""
    owners = {name for name, service in compose()["services"].items() if "OWNER_PASSWORD" in str(service)}
    assert owners == {"prepare", "postgres"}
    units = {path.name for path in DEPLOY.glob("*.service") if "krosmaster/owner" in path.read_text()}
    assert units == {"krosmaster-migrate.service"}


@pytest.mark.parametrize(
    "environment", [site_of_compose(), site_of_compose("prepare"), assignments("krosmaster.env.example")]
)
def test_settings_of_a_deployment_exist_and_make_sense(environment):
    assert set(environment) <= DOCUMENTED
    assert problems(environment) == []


def test_every_deployment_connects_as_the_role_that_is_made():
    made = re.findall(r"^CREATE ROLE (\w+) ", (DEPLOY / "postgres-roles.sh").read_text(), re.MULTILINE)
    for environment in (site_of_compose(), assignments("krosmaster.env.example")):
        address = urlsplit(environment["DATABASE_URL"])
        assert (address.username in made, address.path) == (True, "/krosmaster")


def test_backend_servers_are_asked_for_a_certificate_and_a_password():
    environment = site_of_compose()
    database, broker = urlsplit(environment["DATABASE_URL"]), urlsplit(environment["REDIS_URL"])
    assert parse_qs(database.query)["sslmode"] == ["verify-full"]
    assert (broker.scheme, parse_qs(broker.query)["ssl_cert_reqs"]) == ("rediss", ["required"])
    assert all([database.password, broker.password])


def test_backend_servers_refuse_who_has_no_certificate_or_password():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    redis = services["redis"]["command"]
    options = {name: value for name, value in pairwise(redis) if name.startswith("--")}
    assert (options["--requirepass"], options["--port"], options["--tls-port"]) == ("${REDIS_PASSWORD:?}", "0", "6379")
    assert options["--tls-cert-file"] and options["--tls-key-file"]
    assert "ssl=on" in services["postgres"]["command"]
    asked = services["postgres"]["environment"]
    assert asked["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD:?}"
    assert "--auth-host=scram-sha-256" in asked["POSTGRES_INITDB_ARGS"].split()
    assert "POSTGRES_HOST_AUTH_METHOD" not in asked


def test_the_proxy_speaks_tls_of_today_alone():
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert re.findall(r"^\s*ssl_protocols (.+);$", proxy, re.MULTILINE) == ["TLSv1.2 TLSv1.3"]
    listening = re.findall(r"^\s*listen (.+);$", proxy, re.MULTILINE)
    assert all(("ssl" in each.split()) != (each.split()[0].endswith("80")) for each in listening)
    (plain,) = re.findall(r"server \{\s+listen 80 .*?\n    \}", proxy, re.DOTALL)
    assert "return 301 https://" in plain and "proxy_pass" not in plain


def test_every_container_of_the_site_is_unprivileged():
    ours = [service for service in compose()["services"].values() if service.get("image") == "krosmaster"]
    assert len(ours) == 5
    assert all(service["read_only"] and service["cap_drop"] == ["ALL"] for service in ours)
    assert "\nUSER site\n" in (DEPLOY / "Containerfile").read_text()


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_what_sends_e_mails_reaches_the_mail_server(name):
    assert reached_from(name) >= {"outside", "postgres", "redis"}


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_database_and_broker_are_reached_by_the_site_alone(name):
    assert reached_from(name) == {"postgres", "redis", "prepare", "web", "worker", "sweeper", "beat"}


def test_the_proxy_reaches_the_web_processes_alone():
    assert reached_from("proxy") == {"outside", "proxy", "web"}


def test_the_sites_role_is_no_superuser_of_its_database():
    database = compose()["services"]["postgres"]["environment"]
    superuser = database.get("POSTGRES_USER", "postgres")
    assert superuser not in {urlsplit(site_of_compose(name)["DATABASE_URL"]).username for name in ("web", "prepare")}
    assert re.findall(r"CREATE ROLE (\w+) LOGIN", (DEPLOY / "postgres-roles.sh").read_text()) == [
        "krosmaster_owner",
        "krosmaster",
    ]


def test_each_private_key_is_mounted_in_its_server_alone():
    mounted = [
        (name, volume.split(":")[0]) for name, each in compose()["services"].items() for volume in each["volumes"]
    ]
    held = {(name, Path(source).name) for name, source in mounted if "certificates" in source}
    assert {entry for entry in held if entry[1] != "ca.crt"} == {
        *(("postgres", f"postgres.{kind}") for kind in ("crt", "key")),
        *(("redis", f"redis.{kind}") for kind in ("crt", "key")),
        *(("proxy", f"site.{kind}") for kind in ("crt", "key")),
    }


def test_images_are_named_by_their_digest():
    """A tag can be moved to another image, which a restart would then run."""
    built = [name for name, service in compose()["services"].items() if "build" in service]
    used = [service["image"] for name, service in compose()["services"].items() if name not in built]
    used += re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert len(used) == 4
    assert [image for image in used if not re.fullmatch(r"[\w/.]+:\d[\w.-]+@sha256:[0-9a-f]{64}", image)] == []


def options(command: list[str]) -> set[str]:
    """Of uvicorn, without those that say where it listens, how often and how loudly."""
    joined = " ".join(command).partition("config.asgi:application")[2]
    return {
        each for each in re.split(r" (?=--)", joined) if not re.match(r"\s*--(host|port|workers|log-level)|$", each)
    }


def test_unit_and_image_start_the_web_process_as_run_does():
    unit = re.findall(r"^ExecStart=(.+)$", (DEPLOY / "krosmaster-web.service").read_text(), re.MULTILINE)[0]
    image = json.loads((DEPLOY / "Containerfile").read_text().split("\nCMD ")[1].replace("\\\n", ""))
    assert "--timeout-graceful-shutdown 3" in options(services.web("127.0.0.1", 8000).command)
    assert options(shlex.split(unit)) == options(image) == options(services.web("127.0.0.1", 8000).command)


def test_the_log_of_every_container_is_bounded():
    for service in compose()["services"].values():
        assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}}


@pytest.mark.parametrize("name", ["migrate", "web", "worker", "sweeper", "beat"])
def test_units_bound_memory_tasks_and_calls_of_the_system(name):
    unit = (DEPLOY / f"krosmaster-{name}.service").read_text().splitlines()
    given = [line.partition("=")[2] for line in unit if line.startswith("SystemCallFilter=")]
    assert given == ["@system-service", "~@privileged"]
    (memory,) = [line.partition("=")[2] for line in unit if line.startswith("MemoryMax=")]
    (tasks,) = [line.partition("=")[2] for line in unit if line.startswith("TasksMax=")]
    assert (bool(re.fullmatch(r"\d+[MG]", memory)), 0 < int(tasks) <= 256) == (True, True)


def test_a_unit_has_room_for_what_its_children_may_take():
    """Two parsed files of the web process, and one log of each process of the worker."""
    limits = {name: int(found[1]) * MIB for name in ("web", "worker") if (found := memory_of(name))}
    assert limits["web"] > 2 * bounded_child.MEMORY + 2 * 300 * MIB
    assert limits["worker"] > 2 * (child.MEMORY + 200 * MIB)


def memory_of(name: str) -> re.Match[str] | None:
    return re.search(r"^MemoryMax=(\d+)M$", (DEPLOY / f"krosmaster-{name}.service").read_text(), re.MULTILINE)


def test_the_proxy_writes_no_path_of_a_request():
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert re.findall(r"^\s*(access_log|error_log) (.+);", proxy, re.MULTILINE) == [
        ("access_log", "off"),
        ("error_log", "/var/log/nginx/error.log crit"),
        *[("access_log", "/var/log/nginx/access.log away")] * 2,  # for people and for programs
    ]


@pytest.mark.parametrize("name", ["migrate", "web", "worker", "sweeper", "beat"])
def test_units_of_systemd_run_as_an_unprivileged_user(name):
    unit = (DEPLOY / f"krosmaster-{name}.service").read_text()
    assert "\nUser=krosmaster\n" in unit
    assert "\nNoNewPrivileges=yes\n" in unit
    program, *_ = shlex.split(re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)[0])
    assert program in {"/srv/krosmaster/.venv/bin/python", "/srv/krosmaster/.venv/bin/celery"}


def test_the_proxy_starts_again_when_web_has_another_address():
    """nginx looks `web` up once, at its start."""
    assert compose()["services"]["proxy"]["depends_on"] == {"web": {"condition": "service_started", "restart": True}}


def test_the_image_of_the_proxy_fills_in_the_name_alone():
    """It would fill in $host and all other variables of nginx, if its environment had them."""
    proxy = compose()["services"]["proxy"]
    assert proxy["environment"]["NGINX_ENVSUBST_FILTER"] == "^SITE_NAME$$"
    written = f"{proxy['environment']['NGINX_ENVSUBST_OUTPUT_DIR']}/nginx.conf"
    assert (written, "./nginx.conf:/etc/nginx/templates/nginx.conf.template:ro" in proxy["volumes"]) == (
        "/etc/nginx/nginx.conf",
        True,
    )


def test_the_proxy_gives_streams_time_and_limits_requests():
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert "proxy_buffering off;" in proxy
    assert proxy.count("limit_req zone=") == 2
