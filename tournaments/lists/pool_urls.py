from django.urls import path

from tournaments.base.converters import POOL_STEP
from tournaments.lists.views import pods, pools

of_event = [
    path("pools/", pools.pools, name="pools"),
    path("pools/create/", pools.create_all, name="create_pools"),
    path("pools/remove-empty/", pools.remove_empty, name="remove_empty_pools"),
    path("pools/<int:registration_id>/", pools.pool, name="pool"),
    path("pools/<int:registration_id>/now/", pools.pool_now, name="pool_now"),
    path(f"pools/<int:registration_id>/<{POOL_STEP}:step>/", pools.change, name="change_pool"),
    path("pools/<int:registration_id>/enter/<str:code>/", pools.enter, name="enter_pool"),
    path("pods/", pods.pods, name="pods"),
    path("pods/draw/", pods.draw, name="draw_pods"),
    path("pods/seat/", pods.seat, name="seat_in_pods"),
    path("print/pods/", pods.print_pods, name="print_pods"),
]
