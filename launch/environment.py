"""Validates environment variables, so that invalid settings are refused before anything starts.

Used by ./run, and by config/settings.py for everything else that is started.
"""

import ipaddress
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

YES = {"true", "on", "ok", "y", "yes", "1"}  # as django-environ reads them
NO = {"false", "off", "n", "no", "0"}
LOG_LEVELS = {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}
MOST_PROCESSES = 64
MOST_DAYS = 3650
LEAST_SECRET = 50  # characters of the key
LEAST_DIFFERENT = 5

DATABASES = {"postgres", "postgresql", "psql", "pgsql", "sqlite"}
BROKERS = {"redis", "rediss", "unix"}
MAIL_SERVERS = {"smtp", "smtp+tls", "smtp+ssl"}
MAIL_ELSEWHERE = {"consolemail", "filemail", "memorymail", "dummymail"}


@dataclass(frozen=True, slots=True)
class Setting:
    name: str
    makes_sense: Callable[[str], bool]
    wanted: str
    example: str


def problems(environment: Mapping[str, str]) -> list[str]:
    """One sentence with an example for each invalid setting."""
    return [
        f"{each.name}={shown(each.name, environment[each.name])} makes no sense: {each.wanted}, as in "
        f"{each.name}={each.example}"
        for each in SETTINGS
        if each.name in environment and not each.makes_sense(environment[each.name])
    ] + [*problems_of_key(environment), *problems_of_owner(environment), *problems_of_production(environment)]


def problems_of_key(environment: Mapping[str, str]) -> Iterator[str]:
    """A guessed key lets anyone forge links that grant access, in a hall too; a former key does so as well. The key is
    never printed."""
    key, former = environment.get("SECRET_KEY"), environment.get("SECRET_KEY_FALLBACKS")
    if key and can_be_guessed(key):
        yield (
            f"SECRET_KEY makes no sense: it is {LEAST_SECRET} random characters or more, as `openssl rand -base64 48` "
            "prints them, or left out"
        )
    if former and any(map(can_be_guessed, former.split(","))):
        yield f"SECRET_KEY_FALLBACKS makes no sense: each former key is {LEAST_SECRET} random characters or more"


def can_be_guessed(key: str) -> bool:
    return len(key) < LEAST_SECRET or len(set(key)) < LEAST_DIFFERENT


def problems_of_owner(environment: Mapping[str, str]) -> Iterator[str]:
    if "MIGRATION_DATABASE_URL" not in environment:
        return
    owner, site = (urlsplit(environment.get(name, "")) for name in ("MIGRATION_DATABASE_URL", "DATABASE_URL"))
    same_database = owner.path.rpartition("/")[2] == site.path.rpartition("/")[2]
    if not same_database or not (owner.username and site.username) or owner.username == site.username:
        yield (
            "MIGRATION_DATABASE_URL and DATABASE_URL name one database of PostgreSQL and two roles, as in "
            "MIGRATION_DATABASE_URL=postgres://owner:password@host/name DATABASE_URL=postgres://user:password@host/name"
        )


def problems_of_production(environment: Mapping[str, str]) -> Iterator[str]:
    if not is_yes(environment.get("PRODUCTION", "")):
        return
    if "SECRET_KEY" not in environment:
        yield f"PRODUCTION=1 needs a SECRET_KEY of {LEAST_SECRET} random characters or more."
    if is_yes(environment.get("DEBUG", "")):
        yield "PRODUCTION=1 and DEBUG=1 exclude each other: leave DEBUG out."
    if not environment.get("ALLOWED_HOSTS"):
        yield "PRODUCTION=1 needs the names of the site, as in ALLOWED_HOSTS=cup.example.org"


def shown(name: str, value: str) -> str:
    """The value without the password that it may contain, because output ends up in logs. In a password that was not
    percent-encoded there may be @ and / as well."""
    address = re.sub(r"//.*@", "//...@", value) if name.endswith("_URL") else value
    if value and (name.endswith("_SIGN_IN") or name.startswith("SECRET_KEY")):
        address = "..."
    return address if len(address) <= 80 else f"{address[:80]}..."


def is_yes(value: str) -> bool:
    return value.strip().lower() in YES


def is_yes_or_no(value: str) -> bool:
    return value.strip().lower() in YES | NO


def is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and 1 <= int(value[:9]) <= MOST_PROCESSES


def is_number_of_days(value: str) -> bool:
    return value.isascii() and value.isdigit() and 1 <= int(value[:9]) <= MOST_DAYS


def is_public_key(value: str) -> bool:
    return value == "" or re.fullmatch(r"age1[a-z0-9]{58}", value) is not None


def is_oidc(value: str) -> bool:
    """Plain HTTP is accepted for this machine only."""
    if value == "" or not is_url(value, {"http", "https"}, needs_host=True):
        return value == ""
    parts = urlsplit(value)
    is_safe = parts.scheme == "https" or parts.hostname in {"127.0.0.1", "localhost"}
    return is_safe and bool(parts.username and parts.password) and not parts.fragment


def is_client(value: str) -> bool:
    client, _colon, secret = value.partition(":")
    return value == "" or (bool(client and secret) and not re.search(r"\s", value))


def is_web_address(value: str) -> bool:
    return value == "" or is_url(value, {"http", "https"}, needs_host=True)


def is_site(value: str) -> bool:
    """Links are made from it, so it is the root of the site."""
    return value == "" or (is_web_address(value) and urlsplit(value).path in {"", "/"})


def is_proxy(value: str) -> bool:
    """As uvicorn reads it: an address, a network, or * for every proxy."""
    try:
        return value == "*" or bool(ipaddress.ip_network(value, strict=False))
    except ValueError:
        return False


def is_folder(value: str) -> bool:
    """It need not be there yet."""
    return "\0" not in value and (not Path(value).exists() or Path(value).is_dir())


def is_database(value: str) -> bool:
    return is_url(value, DATABASES) and len(urlsplit(value).path) > 1


def is_broker(value: str) -> bool:
    return value == "" or is_url(value, BROKERS)


def is_mail_server(value: str) -> bool:
    return is_url(value, MAIL_SERVERS, needs_host=True) or is_url(value, MAIL_ELSEWHERE)


def is_url(value: str, schemes: set[str], *, needs_host: bool = False) -> bool:
    try:
        parts = urlsplit(value)
        has_port = parts.port is None or 0 < parts.port < 65536
    except ValueError:
        return False
    return "://" in value and parts.scheme in schemes and has_port and bool(parts.hostname or not needs_host)


def is_list_of(makes_sense: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda value: all(makes_sense(entry.strip()) for entry in value.split(","))


def is_list_of_keys(value: str) -> bool:
    return value == "" or is_list_of(bool)(value)


def is_host(value: str) -> bool:
    return value == "*" or re.fullmatch(r"\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]", value) is not None


def is_contact(value: str) -> bool:
    return value == "" or re.fullmatch(r"(mailto:[^\s@]+@|https://|tel:)[^\s]+", value) is not None


def is_origin(value: str) -> bool:
    return is_url(value, {"http", "https"}, needs_host=True)


COUNT = f"it is a number from 1 to {MOST_PROCESSES}"
SWITCH = "it is on or off"
SWITCHES = (
    "PRODUCTION",
    "DEBUG",
    "LOG_JSON",
    "HSTS_SUBDOMAINS",
    "PASSKEYS",
    "ADMIN_SECOND_FACTOR",
    "STAFF_SECOND_FACTOR",
)
SETTINGS = (
    *(Setting(name, is_yes_or_no, SWITCH, "on") for name in SWITCHES),
    Setting("WEB_PROCESSES", is_count, COUNT, "2"),
    Setting("WORKER_PROCESSES", is_count, COUNT, "2"),
    Setting("CLAIM_LINK_DAYS", is_number_of_days, f"it is a number of days from 1 to {MOST_DAYS}", "90"),
    Setting(
        "BACKUP_KEY",
        is_public_key,
        "it is a public key of age, which manage.py backup_key makes",
        "age1am209t6p7ar4jfllccqh9ypwatd3n0xhyq8f8jy7gxguuyj5demq2nlutl",
    ),
    Setting(
        "OIDC_URL",
        is_oidc,
        "it is https://client:secret@issuer, with the name of the button",
        "https://client:secret@login.example.org/realms/club?name=Club",
    ),
    *(
        Setting(name, is_client, "it is the client and its secret, with a colon between them", "client:secret")
        for name in ("GOOGLE_SIGN_IN", "DISCORD_SIGN_IN")
    ),
    Setting("LOG_LEVEL", lambda value: value in LOG_LEVELS, f"it is one of {', '.join(sorted(LOG_LEVELS))}", "INFO"),
    Setting("SECRET_KEY", bool, "it is a long random text, or left out", "..."),
    Setting("SECRET_KEY_FALLBACKS", is_list_of_keys, "it is former keys, separated by commas", "..."),
    Setting("SECURITY_CONTACT", is_contact, "it is where to write to, as a URL", "mailto:security@example.org"),
    Setting("SITE_URL", is_site, "it is the address of the site", "https://cup.example.org/"),
    Setting(
        "FORWARDED_ALLOW_IPS",
        is_list_of(is_proxy),
        "it is the addresses of proxies, separated by commas",
        "127.0.0.1,10.0.0.0/8",
    ),
    Setting("VAR_DIR", is_folder, "it is the folder for what the site stores", "/var/lib/krosmaster"),
    Setting("HALL_URL", is_site, "it is the address of the site", "http://192.168.1.20:8000/"),
    Setting(
        "ALLOWED_HOSTS", is_list_of(is_host), "it is the names of the site, separated by commas", "cup.example.org"
    ),
    Setting(
        "CSRF_TRUSTED_ORIGINS", is_list_of(is_origin), "it is addresses, separated by commas", "https://example.org"
    ),
    Setting("DATABASE_URL", is_database, "it is the address of a database", "postgres://user:password@host/name"),
    Setting(
        "MIGRATION_DATABASE_URL",
        lambda value: is_database(value) and not value.startswith("sqlite"),
        "it is the address of a database of PostgreSQL, for the owner of its tables",
        "postgres://owner:password@host/name",
    ),
    Setting("REDIS_URL", is_broker, "it is the address of a Redis server", "redis://host:6379/0"),
    Setting("EMAIL_URL", is_mail_server, "it is the address of a mail server", "smtp+tls://user:password@host:587"),
    Setting("DEFAULT_FROM_EMAIL", lambda value: "@" in value, "it is an e-mail address", "cup@example.org"),
    Setting(
        "EMAIL_CONFIRMATION",
        {"none", "optional", "mandatory"}.__contains__,
        "it is one of none, optional, mandatory",
        "mandatory",
    ),
)
