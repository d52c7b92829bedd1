from django.urls import path

from tournaments.base.converters import POOL_STEP
from tournaments.lists.views import card_texts, lists, opening, pools

urlpatterns = [path("facts/<int:pk>/events/", card_texts.who_confirms, name="who_confirms")]
of_event = [
    path("my-list/", lists.my_list, name="my_list"),
    path("lists/", lists.lists, name="lists"),
    path("card-texts/", card_texts.card_texts, name="card_texts"),
    path("lists/remind/", lists.remind, name="remind"),
    path("lists/lock/", lists.lock, name="lock_lists"),
    path("lists/not-playing/", opening.declare, name="declare_not_playing"),
    path("lists/open/", opening.open_all, name="open_lists"),
    path("lists/<int:registration_id>/", lists.shown_list, name="list"),
    path("lists/<int:registration_id>/open/", opening.open_one, name="open_list"),
    path("lists/<int:registration_id>/check/", lists.deck_check, name="deck_check"),
    path("lists/<int:registration_id>/hand-in/", lists.hand_in, name="hand_in"),
    path("pools/", pools.pools, name="pools"),
    path("pools/create/", pools.create_all, name="create_pools"),
    path("pools/remove-empty/", pools.remove_empty, name="remove_empty_pools"),
    path("pools/<int:registration_id>/", pools.pool, name="pool"),
    path("pools/<int:registration_id>/now/", pools.pool_now, name="pool_now"),
    path(f"pools/<int:registration_id>/<{POOL_STEP}:step>/", pools.change, name="change_pool"),
    path("pools/<int:registration_id>/enter/<str:code>/", pools.enter, name="enter_pool"),
    path("pods/", pools.pods, name="pods"),
    path("pods/draw/", pools.draw, name="draw_pods"),
    path("pods/seat/", pools.seat, name="seat_in_pods"),
    path("print/pods/", pools.print_pods, name="print_pods"),
]
