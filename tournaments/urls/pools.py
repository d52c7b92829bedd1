from django.urls import path

from tournaments.urls.converters import POOL_STEP
from tournaments.views.lists import pods, pools

urlpatterns = [
    path("events/<slug:slug>/pools/", pools.pools, name="pools"),
    path("events/<slug:slug>/pools/<int:registration_id>/", pools.pool, name="pool"),
    path("events/<slug:slug>/pools/<int:registration_id>/now/", pools.pool_now, name="pool_now"),
    path(f"events/<slug:slug>/pools/<int:registration_id>/<{POOL_STEP}:step>/", pools.change, name="change_pool"),
    path("events/<slug:slug>/pools/<int:registration_id>/enter/<str:code>/", pools.enter, name="enter_pool"),
    path("events/<slug:slug>/pods/", pods.pods, name="pods"),
    path("events/<slug:slug>/pods/draw/", pods.draw, name="draw_pods"),
    path("events/<slug:slug>/pods/seat/", pods.seat, name="seat_in_pods"),
    path("events/<slug:slug>/print/pods/", pods.print_pods, name="print_pods"),
]
