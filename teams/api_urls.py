from django.urls import path
from rest_framework.routers import SimpleRouter

from teams import api
from teams.cards import api as facts_api

router = SimpleRouter()
router.register("cards", api.CardViewSet, basename="card")
router.register("legality", api.LegalityViewSet, basename="legality")
router.register("teams", api.TeamListViewSet, basename="team")
router.register("pools", api.PoolViewSet, basename="pool")
urlpatterns = [
    path("teams/check/", api.CheckView.as_view(), name="team-check"),
    path("starting-glory/", api.GloryView.as_view(), name="starting-glory"),
    path("facts/", facts_api.FactsView.as_view(), name="facts-document"),
    *router.urls,
]
