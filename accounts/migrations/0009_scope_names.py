from django.db import migrations

NEW_NAMES = {"teams": "teams:write", "tournaments": "events:write", "judging": "judging:write"}
OLD_NAMES = {new: old for old, new in NEW_NAMES.items()}


def rename(apps, names):
    tokens = apps.get_model("accounts", "ApiToken")
    for token in tokens.objects.iterator():
        scopes = sorted({names.get(scope, scope) for scope in token.scopes})
        tokens.objects.filter(pk=token.pk).update(scopes=scopes)


def use_new_names(apps, schema_editor):
    rename(apps, NEW_NAMES)


def use_old_names(apps, schema_editor):
    rename(apps, OLD_NAMES)


class Migration(migrations.Migration):
    """API scopes are words of their own; until now they were the names of the packages."""

    dependencies = [("accounts", "0008_wording")]

    operations = [migrations.RunPython(use_new_names, use_old_names)]
