from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from core.pages import live
        from core.records import mail, outbox

        outbox.subscribe(live.announce, "topics-changed")
        outbox.subscribe(mail.hand_over, mail.EVENT, outside=True)
