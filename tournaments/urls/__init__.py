"""The addresses of the events, a file a theme."""

from tournaments.urls.events import urlpatterns as events
from tournaments.urls.lists import urlpatterns as lists
from tournaments.urls.players import urlpatterns as players
from tournaments.urls.pools import urlpatterns as pools
from tournaments.urls.printing import urlpatterns as files
from tournaments.urls.results import urlpatterns as matches
from tournaments.urls.rounds import urlpatterns as rounds

app_name = "tournaments"
urlpatterns = [*events, *players, *lists, *pools, *rounds, *matches, *files]
