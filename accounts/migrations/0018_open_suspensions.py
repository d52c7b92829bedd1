from django.db import migrations

ENDS = ["account-restored", "account-erased"]


def add_open_suspensions(apps, schema_editor):
    """Until now the audit log said who suspended an account and for which case."""
    suspensions = apps.get_model("accounts", "Suspension").objects
    cases = apps.get_model("accounts", "ModerationCase").objects
    granted = set(cases.filter(appeal_granted=True).values_list("pk", flat=True))
    kept = set(cases.values_list("pk", flat=True))
    entries = apps.get_model("core", "AuditEntry").objects.order_by("pk")
    for number in apps.get_model("accounts", "User").objects.filter(is_active=False).values_list("pk", flat=True):
        of_user = entries.filter(subject=f"user:{number}")
        end = of_user.filter(action__in=ENDS).last()
        for entry in of_user.filter(action="account-suspended", pk__gt=end.pk if end else 0):
            case = (entry.after or {}).get("case")
            if case not in granted:
                suspensions.create(
                    user_id=number,
                    case_id=case if case in kept else None,
                    by_id=entry.who_id,
                    suspended_at=entry.at,
                )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_suspensions"), ("core", "0004_register_of_erasures")]

    operations = [migrations.RunPython(add_open_suspensions, migrations.RunPython.noop)]
