from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from core import live, outbox

        outbox.subscribe(live.announce, "topics-changed")
