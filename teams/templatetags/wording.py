"""How names and texts are set, in templates of every app."""

from django import template

from core.pages import row_templates
from teams.wording import colon

register = template.Library()
register.filter(colon)
row_templates.filters["colon"] = colon
