"""Data of the recorder that a phone stores, so that a game continues without a connection: docs/judging.md.

Apart from a table's card texts it is the same for everyone and contains no personal data.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from csp.constants import SELF, WASM_UNSAFE_EVAL
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET

from judging.logs.services.parsed_logs import facts_of_recording
from judging.models import Recording
from judging.recorder.offline.archive import archive, digest
from judging.recorder.views.access import find, person_of

STATIC = Path(settings.BASE_DIR) / "static"
RUNTIME = "vendor/pyodide-0.29.4/"
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
# served from URLs of their own
SCRIPTS = {"worker": "js/offline/worker.js", "service-worker": "js/offline/service-worker.js"}
KEPT = ("css/*.css", "fonts/*.woff2", "img/*.svg", "js/*.js", "js/*/*.js")
OF_PACKAGES = ("django_htmx/htmx-2.min.js",)


@cache
def script(name: str) -> str:
    return (STATIC / SCRIPTS[name]).read_text()


@cache
def script_digest(name: str) -> str:
    return hashlib.sha256(script(name).encode()).hexdigest()[:16]


def facts_digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


@cache
def plan(language: str) -> dict[str, Any]:
    """Return the URLs of all files; `version` changes as soon as any of them does."""
    content = {
        "serviceWorker": reverse("judging:offline_service_worker"),
        "worker": reverse("judging:offline_worker", args=[script_digest("worker")]),
        "engine": reverse("judging:offline_engine", args=[language, digest(language)]),
        "runtime": static(RUNTIME),
        "files": _files(),
    }
    version = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]
    return content | {"version": version, "language": language}


def _files() -> list[str]:
    own = (path.relative_to(STATIC).as_posix() for pattern in KEPT for path in sorted(STATIC.glob(pattern)))
    others = [name for name in own if name not in SCRIPTS.values()]
    runtime = (static(RUNTIME) + name for name in RUNTIME_FILES)  # the runtime looks for its parts by their own names
    return [*(static(name) for name in (*others, *OF_PACKAGES)), *runtime]


SCRIPT = "text/javascript; charset=utf-8"
FOR_GOOD = "max-age=31536000, immutable"
# for phones that kept copies when the site still offered it
GOODBYE = """
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("recorder-")) await caches.delete(name);
  await self.registration.unregister();
}
"""


def offline_data(request: HttpRequest, recording: Recording) -> dict[str, object] | None:
    """Return what static/js/offline needs for this table, or None if offline play is not available.

    It is not if the site rolls the dice: a roll seen only by the phone could be undone and repeated.
    """
    if not settings.OFFLINE_PLAY or recording.rolls:
        return None
    facts = facts_of_recording(recording)
    at = [recording.uuid, facts_digest(facts)]
    return {
        "plan": offline_plan_address(request),
        "facts": reverse("judging:offline_facts", args=at) if facts else None,
        "header": recording.header,
        "rolls": recording.rolls,
        "started": int(recording.started_at.timestamp()),
        "person": person_of(request),
    }


def offline_plan_address(request: HttpRequest) -> str | None:
    """Return the URL of the list of files, for a page that needs no rules of its own."""
    if not settings.OFFLINE_PLAY:
        return None
    planned = plan(_language(request))
    return reverse("judging:offline_plan", args=[planned["language"], planned["version"]])


def _language(request: HttpRequest) -> str:
    return str(getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE))


@require_GET
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its URL limits it to the recorder's pages."""
    content = script("service-worker") if settings.OFFLINE_PLAY else GOODBYE
    return HttpResponse(content, content_type=SCRIPT, headers={"Cache-Control": "no-cache"})


@require_GET
def worker(request: HttpRequest, made: str) -> HttpResponseBase:
    if made != script_digest("worker"):
        raise Http404
    return _worker(request)


@csp_replace({"script-src": [SELF, WASM_UNSAFE_EVAL]})  # only this worker runs WebAssembly
def _worker(_request: HttpRequest) -> HttpResponse:
    return _for_good(HttpResponse(script("worker"), content_type=SCRIPT))


@require_GET
def engine(_request: HttpRequest, language: str, made: str) -> HttpResponse:
    if language not in dict(settings.LANGUAGES) or made != digest(language):
        raise Http404
    return _for_good(HttpResponse(archive(language), content_type="application/zip"))


@require_GET
def offline_plan(_request: HttpRequest, language: str, made: str) -> HttpResponse:
    if language not in dict(settings.LANGUAGES) or made != plan(language)["version"]:
        raise Http404
    return _for_good(JsonResponse(plan(language)))


@require_GET
def facts(request: HttpRequest, uuid: UUID, made: str) -> HttpResponse:
    """Return the card texts of this table, for anyone who may record there."""
    content = facts_of_recording(find(uuid, request.user))
    if made != facts_digest(content):
        raise Http404
    return HttpResponse(content, content_type="application/json", headers={"Cache-Control": f"private, {FOR_GOOD}"})


def _for_good(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = f"public, {FOR_GOOD}"
    return response
