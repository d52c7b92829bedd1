from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import authentication_step_completed

        from accounts.audit_descriptions import DESCRIPTIONS
        from accounts.profile import privacy
        from accounts.profile.privacy import stored_data
        from accounts.security import devices
        from core.privacy import personal_data
        from core.records import audit_descriptions

        audit_descriptions.register(DESCRIPTIONS)
        personal_data.register(self.name, export=privacy.export, erase=privacy.erase, stored=stored_data)
        authentication_step_completed.connect(devices.renew_session, dispatch_uid="renew-session")
