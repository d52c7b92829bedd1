from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from accounts.profile.models import after_new_names, check_new_names
        from core.privacy import personal_data
        from core.records import audit_descriptions
        from tournaments import privacy
        from tournaments.audit_descriptions import WORDS
        from tournaments.moderated import register_kinds
        from tournaments.players.services.names import check_new_public_name, number_names_after
        from tournaments.privacy import stored_data

        audit_descriptions.register(WORDS)
        register_kinds()
        check_new_names(check_new_public_name)
        after_new_names(number_names_after)
        personal_data.check_before_erasure(privacy.leaves_no_event_ownerless)
        personal_data.register(self.name, export=privacy.export, erase=privacy.erase, stored=stored_data)
