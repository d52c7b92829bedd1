"""URLs of events, one file for each theme: those below an event are behind one prefix, tried by theme, and those that
are asked for often before the others."""

from django.urls import include, path

from tournaments.events import urls as events
from tournaments.lists import urls as lists
from tournaments.players import urls as players
from tournaments.printing import urls as printing
from tournaments.results import urls as results
from tournaments.rounds import urls as rounds

app_name = "tournaments"
below_an_event = (events, rounds, players, lists, printing)
asked_often = [pattern for theme in below_an_event for pattern in theme.of_event]
urlpatterns = [
    *events.urlpatterns,
    *players.urlpatterns,
    path("events/<slug:slug>/", include([*asked_often, *events.of_settings])),
    *lists.urlpatterns,
    *results.urlpatterns,
    *events.of_series,
]
