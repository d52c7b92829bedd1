from rest_framework.routers import SimpleRouter

from judging import api

router = SimpleRouter()
router.register("logs", api.LogViewSet, basename="log")
router.register("cases", api.CaseViewSet, basename="case")
urlpatterns = router.urls
