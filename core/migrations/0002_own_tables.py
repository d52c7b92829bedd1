"""The tables get the names of their app. The triggers that keep the audit log append-only follow the table."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial"), ("accounts", "0007_audit_log_and_topics_to_core")]

    operations = [
        migrations.AlterModelTable("auditentry", None),
        migrations.AlterModelTable("topic", None),
        migrations.RenameIndex("auditentry", new_name="audit_scope_at", old_name="accounts_jo_scope_ea3033_idx"),
        migrations.RenameIndex("auditentry", new_name="audit_subject_at", old_name="accounts_jo_subject_68521b_idx"),
    ]
