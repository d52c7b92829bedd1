from rest_framework.routers import SimpleRouter

from tournaments.api.events import EventViewSet
from tournaments.api.matches import MatchViewSet

router = SimpleRouter()
router.register("events", EventViewSet, basename="event")
router.register("matches", MatchViewSet, basename="match")
urlpatterns = router.urls
