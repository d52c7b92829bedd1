"""Fills the new columns of matches, penalties and events from what says so today."""

from django.db import migrations
from django.db.models import Q


def fill(apps, schema_editor):
    used = Q(submissions__isnull=False) | Q(recordings__isnull=False) | Q(cases__isnull=False)
    match, penalty = apps.get_model("tournaments", "Match"), apps.get_model("tournaments", "Penalty")
    match.objects.filter(pk__in=match.objects.filter(used).values("pk")).update(in_use=True)
    penalty.objects.filter(pk__in=penalty.objects.filter(ruling__isnull=False).values("pk")).update(by_ruling=True)
    starts = apps.get_model("core", "AuditEntry").objects.filter(action="rounds-begun").order_by("pk")
    for start in starts:
        event = apps.get_model("tournaments", "Event").objects.filter(pk=start.subject.partition(":")[2])
        event.update(start_snapshot={**(start.after or {}), **(start.before or {})})


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0003_domainevent_auditentry_request"),
        ("judging", "0007_one_case_follows_the_logs"),
        ("tournaments", "0009_start_snapshot_in_use_by_ruling"),
    ]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
