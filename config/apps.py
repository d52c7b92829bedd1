from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

from config.celery import app as celery_app  # tasks find their broker in every process that starts Django

__all__ = ["AdminConfig", "ConfigConfig", "celery_app"]


class ConfigConfig(AppConfig):
    default = True
    name = "config"
    verbose_name = "the site"

    def ready(self) -> None:
        from config import checks  # noqa: F401  registering the system checks is its import


class AdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "config.admin_site.Site"
