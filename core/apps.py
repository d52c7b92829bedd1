from typing import Any

from django.apps import AppConfig
from django.utils.translation import trans_real


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        from core.pages import live
        from core.records import mail, outbox

        outbox.subscribe(live.announce, "topics-changed")
        outbox.subscribe(mail.hand_over, mail.EVENT, outside=True)
        _french_of_catalogues()


def _french_of_catalogues() -> None:
    """Wherever a page, a mail or a file fills a French text in: Django has no place of its own for it."""
    from core.text.french import as_set

    french: Any = trans_real.translation("fr")
    for texts in french._catalog._catalogs:
        texts.update({key: as_set(text) for key, text in texts.items()})
