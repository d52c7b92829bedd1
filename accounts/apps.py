from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import authentication_step_completed

        from accounts import devices
        from accounts import privacy as personal_data
        from accounts.audit_descriptions import DESCRIPTIONS
        from accounts.stored_data import stored_data
        from core import audit_descriptions, privacy

        audit_descriptions.register(DESCRIPTIONS)
        privacy.register(self.name, export=personal_data.export, erase=personal_data.erase, stored=stored_data)
        authentication_step_completed.connect(devices.renew_session, dispatch_uid="renew-session")
