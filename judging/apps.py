from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        from core.pages.page_cache import add_to_menu
        from core.privacy import personal_data
        from core.records import audit_descriptions, outbox
        from judging import privacy
        from judging.audit_descriptions import DESCRIPTIONS
        from judging.cases.pages.menu import menu_of
        from judging.cases.services.from_logs import open_by_new_limit
        from judging.cases.services.from_states import OPENS_CASES, open_missing_of
        from judging.logs.services.token_ranks import propose_settled_ranks
        from judging.moderated import register_kinds
        from judging.privacy import stored_data
        from judging.tasks import validate_dependents

        register_kinds()
        add_to_menu(menu_of)
        audit_descriptions.register(DESCRIPTIONS)
        personal_data.register(self.name, export=privacy.export, erase=privacy.erase, stored=stored_data)
        outbox.subscribe(open_missing_of, *OPENS_CASES)
        outbox.subscribe(open_by_new_limit, "event-edited")
        outbox.subscribe(propose_settled_ranks, "log-stored")
        outbox.subscribe(validate_dependents, "event-facts-changed")
