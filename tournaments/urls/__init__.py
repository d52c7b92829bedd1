"""URLs of events, one file for each theme: those below an event are behind one prefix, tried by theme."""

from django.urls import include, path

from tournaments.urls import events, lists, players, pools, printing, results, rounds

app_name = "tournaments"
below_an_event = (events, rounds, players, lists, pools, printing)
urlpatterns = [
    *events.urlpatterns,
    *players.urlpatterns,
    *results.urlpatterns,
    path("events/<slug:slug>/", include([pattern for theme in below_an_event for pattern in theme.of_event])),
]
