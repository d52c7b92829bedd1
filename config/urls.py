"""The URLs of the site: each app has its own pages and its own API."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from accounts.profile.views import EmailView
from config import health, pages

# The admin has no sign-in and password forms of its own: those of allauth have the second factor, limits and notices.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
to_password_page = RedirectView.as_view(pattern_name="account_change_password")

api = [
    path("", include("accounts.api")),
    path("", include("teams.api")),
    path("", include("tournaments.api.views")),
    path("", include("judging.api")),
]

urlpatterns = [
    path("", pages.start, name="start"),
    path("", include("tournaments.urls")),  # before the others: most requests are for its pages
    path("accounts/email/", EmailView.as_view(), name="account_email"),
    path("accounts/password/set/", RedirectView.as_view(pattern_name="account_reset_password")),
    path("accounts/sessions/", RedirectView.as_view(pattern_name="accounts:devices")),
    path("accounts/", include("allauth.urls")),
    path("theme/", pages.theme, name="theme"),
    path("style/", pages.style, name="style"),
    path("", include("accounts.urls")),
    path("", include("teams.urls")),
    path("", include("judging.urls")),
    path("api/v1/", include(api)),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/", RedirectView.as_view(pattern_name="api-docs")),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("robots.txt", pages.robots),
    path(".well-known/security.txt", pages.security_text),
    path(".well-known/change-password", to_password_page),
    path("readyz", health.readyz, name="readyz"),
    path("i18n/setlang/", pages.language, name="set_language"),
    path("admin/password_change/", to_password_page),
    path("admin/", admin.site.urls),
]

handler400 = "config.pages.bad_request"
handler403 = "config.pages.permission_denied"
handler404 = "config.pages.page_not_found"
handler500 = "config.pages.server_error"
