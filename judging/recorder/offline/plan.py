"""The list of files that a phone stores, so that the recorder works without a connection:
static/js/offline/keeping.js."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from judging.recorder.offline.archive import digest

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
