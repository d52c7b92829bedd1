import sqlite3
from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

from config.celery import app as celery_app  # tasks find their broker in every process that starts Django

__all__ = ["AdminConfig", "ConfigConfig", "celery_app"]


class ConfigConfig(AppConfig):
    default = True
    name = "config"
    verbose_name = "the site"

    def ready(self) -> None:
        from django.db.backends.sqlite3.base import DatabaseWrapper  # `features` alone cannot be imported first

        from config import checks  # noqa: F401  registering the system checks is its import

        if sqlite3.sqlite_version_info >= (3, 32):  # Django 5.2 still writes rows 999 values at a time, as before it
            features: Any = DatabaseWrapper.features_class
            features.max_query_params = 32_766


class AdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "config.admin_site.Site"
