"""Sign-in with accounts of other services: each is one environment variable (docs/operations.md).

Standard library only, because launch/environment.py uses it to reject invalid values.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

GOOGLE = "https://accounts.google.com"
DISCORD = "https://discord.com"


def providers(*, oidc: str = "", google: str = "", discord: str = "") -> dict[str, Any]:
    """SOCIALACCOUNT_PROVIDERS of allauth, with the configured services only."""
    apps = []
    if oidc:
        apps.append(_oidc_app(oidc))
    if google:
        client, _colon, secret = google.partition(":")
        apps.append(_app("google", "Google", client, secret, GOOGLE))
    found: dict[str, Any] = {}
    if apps:
        found["openid_connect"] = {"APPS": apps, "OAUTH_PKCE_ENABLED": True}
    if discord:
        client, _colon, secret = discord.partition(":")
        found["discord"] = {"APPS": [{"client_id": client, "secret": secret}], "SCOPE": ["identify", "email"]}
    return found


def _oidc_app(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    name = parse_qs(parts.query).get("name", [parts.hostname or ""])[0]
    issuer = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))
    return _app("oidc", name, unquote(parts.username or ""), unquote(parts.password or ""), issuer)


def _app(provider_id: str, name: str, client: str, secret: str, issuer: str) -> dict[str, Any]:
    settings = {"server_url": issuer, "fetch_userinfo": False}
    return {"provider_id": provider_id, "name": name, "client_id": client, "secret": secret, "settings": settings}


def form_targets(found: Mapping[str, Any]) -> list[str]:
    """The origins to which the sign-in button redirects: browsers apply the CSP to redirects of forms too."""
    targets = [DISCORD] if "discord" in found else []
    for app in found.get("openid_connect", {}).get("APPS", ()):
        parts = urlsplit(app["settings"]["server_url"])
        targets.append(f"{parts.scheme}://{parts.netloc}")
    return targets
