from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        from core import audit_descriptions, privacy
        from teams import privacy as personal_data
        from teams.audit_descriptions import DESCRIPTIONS
        from teams.moderated import register_kinds
        from teams.stored_data import stored_data

        audit_descriptions.register(DESCRIPTIONS)
        register_kinds()
        privacy.register(self.name, export=personal_data.export, erase=personal_data.erase, stored=stored_data)
