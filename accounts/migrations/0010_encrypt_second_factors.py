from django.db import migrations

from accounts.sign_in.second_factor_adapter import ENCRYPTED, SecondFactorAdapter

SECRETS = {"totp": "secret", "recovery_codes": "seed"}


def encrypt(apps, schema_editor):
    adapter = SecondFactorAdapter()
    for factor, name, secret in secrets(apps):
        if not secret.startswith(ENCRYPTED):
            factor.data[name] = adapter.encrypt(secret)
            factor.save(update_fields=["data"])


def decrypt(apps, schema_editor):
    adapter = SecondFactorAdapter()
    for factor, name, secret in secrets(apps):
        if secret.startswith(ENCRYPTED):
            factor.data[name] = adapter.decrypt(secret)
            factor.save(update_fields=["data"])


def secrets(apps):
    factors = apps.get_model("mfa", "Authenticator").objects.filter(type__in=SECRETS)
    for factor in factors.iterator():
        name = SECRETS[factor.type]
        if name in factor.data:
            yield factor, name, factor.data[name]


class Migration(migrations.Migration):
    """Until now secrets of second factors were in the database as they are."""

    dependencies = [("accounts", "0009_scope_names"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(encrypt, decrypt)]
