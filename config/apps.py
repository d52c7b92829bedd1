import sqlite3
from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

from config.celery import app as celery_app  # lets tasks find their broker in every process that starts Django

__all__ = ["AdminConfig", "ConfigConfig", "celery_app"]


class ConfigConfig(AppConfig):
    default = True
    name = "config"
    verbose_name = "the site"

    def ready(self) -> None:
        from django.db import connection

        from config import checks  # noqa: F401  importing the module registers the system checks

        # Django 5.2 still inserts 999 values at a time, a limit of SQLite before 3.32.
        if connection.vendor == "sqlite" and sqlite3.sqlite_version_info >= (3, 32):
            features: Any = type(connection.features)
            features.max_query_params = 32_766


class AdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "config.admin_site.Site"
