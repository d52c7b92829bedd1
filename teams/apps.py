from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        from core.privacy import personal_data
        from core.records import audit_descriptions
        from teams import privacy
        from teams.audit_descriptions import DESCRIPTIONS
        from teams.moderated import register_kinds
        from teams.privacy import stored_data

        audit_descriptions.register(DESCRIPTIONS)
        register_kinds()
        personal_data.register(self.name, export=privacy.export, erase=privacy.erase, stored=stored_data)
