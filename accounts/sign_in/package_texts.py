"""Texts of allauth whose French is our own: the catalogue of the site comes before that of the package."""

from django.utils.translation import gettext_noop as _

TEXTS = (
    _("Email"),
    _("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("You have signed out."),
    _("Are you sure you want to sign out?"),
)
