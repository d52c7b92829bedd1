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


def test_beat_starts_without_loading_the_site(tmp_path):
    ours = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-c", STARTED]
    done = subprocess.run(command, cwd=ROOT, env=ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "celery" in loaded
    assert loaded.isdisjoint(
        {"accounts", "teams", "tournaments", "judging", "rest_framework", "django.db", "django.http"}
    )


def test_the_worker_knows_each_task_that_beat_sends():
    site.loader.import_default_modules()
    assert {each["task"] for each in SETTINGS["beat_schedule"].values()} <= site.tasks.keys()
