from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from core import audit_descriptions, privacy
        from tournaments import privacy as personal_data
        from tournaments.audit_descriptions import WORDS
        from tournaments.kept import kept

        audit_descriptions.register(WORDS)
        privacy.check_before_erasure(personal_data.leaves_no_event_ownerless)
        privacy.register(self.name, export=personal_data.export, erase=personal_data.erase, kept=kept)
