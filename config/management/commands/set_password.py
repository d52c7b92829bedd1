"""Django's changepassword by the e-mail address of an account, since people do not know the name it was given."""

from typing import Any

from django.contrib.auth.management.commands import changepassword

from accounts.models import User


class Command(changepassword.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        user = User.objects.filter(email__iexact=options["username"] or "").first()
        return super().handle(*args, **{**options, **({"username": user.username} if user else {})})
