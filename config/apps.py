from django.apps import AppConfig

from config.celery import app as celery_app  # tasks find their broker in every process that starts Django

__all__ = ["ConfigConfig", "celery_app"]


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "the site"

    def ready(self) -> None:
        from config import checks  # noqa: F401  registering the system checks is its import
