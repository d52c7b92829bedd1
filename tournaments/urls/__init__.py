"""URLs of events, one file for each theme."""

from django.urls import include, path

THEMES = ("events", "players", "lists", "pools", "rounds", "results", "printing")

app_name = "tournaments"
urlpatterns = [path("", include(f"tournaments.urls.{theme}")) for theme in THEMES]
