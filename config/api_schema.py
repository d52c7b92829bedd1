"""How the API describes itself."""

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS


class SchemaWithScopes(AutoSchema):
    """Describes each operation with the scope that a token needs for it."""

    def get_description(self) -> str:  # type: ignore[override]  # as in drf_spectacular
        scope = "read" if self.method in SAFE_METHODS else getattr(self.view, "write_scope", "")
        needed = f"Token scope: `{scope}`." if scope else "No token may do this."
        return f"{super().get_description() or ''}\n\n{needed}".strip()
