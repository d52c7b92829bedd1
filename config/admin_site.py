"""The admin: what is changed there needs a sign-in of the last minutes, as on the pages about one's account."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.admin import AdminSite


class Site(AdminSite):
    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Addresses, second factors and groups of other people are changed here: reading stays free."""
        fresh = reauthentication_required(view, allow_get=True)  # type: ignore[no-untyped-call]
        return super().admin_view(fresh, cacheable)
