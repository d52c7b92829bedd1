"""Beat sends names of tasks: it does without the site, and the worker knows every name."""

import os
import subprocess
import sys
from pathlib import Path

from config.celery import app as site
from config.celery_settings import SETTINGS

ROOT = Path(__file__).resolve().parent.parent.parent
# what `celery beat` does before its first task, and what is loaded then
STARTED = """
import sys
from config.beat import app
app.loader.init_worker()
app.finalize()
assert app.conf.beat_schedule, "nothing to do"
print(*sys.modules)
"""
FIRST_SENT = """
from celery import signals
from config.beat import app
app.send_task = lambda name, **_: print(name)
signals.beat_init.send(sender=None)
"""


def beat_prints(code: str, folder: Path) -> str:
    """In a process of its own, because the app of beat would take the place of the site's."""
    ours = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_beat_starts_without_loading_the_site(tmp_path):
    loaded = set(beat_prints(STARTED, tmp_path).split())
    assert "celery" in loaded
    assert loaded.isdisjoint(
        {"accounts", "teams", "tournaments", "judging", "rest_framework", "django.db", "django.http"}
    )


def test_beat_sends_a_heartbeat_when_it_starts(tmp_path):
    assert beat_prints(FIRST_SENT, tmp_path).split() == ["config.heartbeat"]


def test_the_worker_knows_each_task_that_beat_sends():
    site.loader.import_default_modules()
    assert {each["task"] for each in SETTINGS["beat_schedule"].values()} <= site.tasks.keys()
