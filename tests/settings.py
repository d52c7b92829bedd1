"""The site's settings with what tests need: nothing slow, nothing shared between two runs.

DATABASE_URL and TEST_REDIS_URL put the same tests on another database and on a real broker.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("PASSKEYS", "on")  # as in production: the addresses depend on it

from config.settings import *  # noqa: F403
from config.settings import DATABASES, LOGGING, STORAGES

OFFLINE_PLAY = False  # a second Python beside every page of the recorder: the tests that are about it turn it on
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
FILES = Path(tempfile.mkdtemp(prefix="krosmaster-tests-"))
atexit.register(shutil.rmtree, FILES, ignore_errors=True)
VAR_DIR = FILES
MEDIA_ROOT, STATIC_ROOT = FILES / "media", FILES / "static"
STATIC_ROOT.mkdir()
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": FILES / "test.sqlite3"}  # a file, as on a real site: threads have locks
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
THROTTLE_WRITES = {"person": (100_000, 60), "address": (100_000, 60)}
THROTTLE_API = {"person": (100_000, 60), "address": (100_000, 60)}
LOGGING["root"]["level"] = "WARNING"

TEST_REDIS_URL = os.environ.get("TEST_REDIS_URL", "")
REDIS_URL = CELERY_BROKER_URL = ""
CACHES = {"default": {"BACKEND": "config.cache.MemoryCache"}}
if TEST_REDIS_URL:
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")  # processes side by side share no keys
    REDIS_URL = CELERY_BROKER_URL = f"{TEST_REDIS_URL}/{number}"
    CACHES = {"default": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": REDIS_URL}}
