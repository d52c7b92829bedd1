"""Settings of the API: parsing, responses and documentation."""

from django.utils.translation import gettext_lazy as _

# Scopes of API tokens. Each view that writes names the scope that it needs (`write_scope`).
API_SCOPES = {
    "read": _("read what you can see"),
    "teams:write": _("change your teams and pools"),
    "events:write": _("register, report results, manage your events"),
    "judging:write": _("submit game logs, and work as a judge where you are one"),
}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "config.api_schema.SchemaWithScopes",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.tokens.models.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": [
        "config.api.StrictJSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": ["core.pages.throttle.ApiThrottle"],
    "EXCEPTION_HANDLER": "config.api.answer_with_code",
    "ALLOWED_VERSIONS": ["1"],  # the format for clients that accept none of ours
}
DESCRIPTION = """
Events, teams, results and game logs.

**Token.** What everybody may read needs none. For the rest create a token on [your page of tokens](/me/tokens/) and
send it with every request; it is shown once and expires:

    Authorization: Bearer kma_…

**Scopes.** A token does what its scopes allow and its owner may do. Each operation names the one it needs; without it
the answer is 403 with the code `scope-missing`.

| scope | allows to |
| --- | --- |
| `read` | read what you can see; with a token, public data too |
| `teams:write` | change your teams and pools, check lists, propose card texts |
| `events:write` | register, report and enter results |
| `judging:write` | submit game logs |

**Figures** are named by a slug of `/api/v1/cards/` (`bill-tell`) or by their English or French name ("Bill Tell");
answers name them by slug. A version follows the name ("Qilby - Traitor"). An unknown figure has the code
`unknown-figure`.

**Errors** have a stable `code` and a `detail` for people: `{"code": "unknown-figure", "detail": "…"}`; for invalid
fields `{"code": "invalid", "fields": {…}}`. More than 600 requests a minute are answered with 429.
"""
SPECTACULAR_SETTINGS = {
    "TITLE": "Krosmaster Arena tournaments",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
}
