from django.urls import path

from tournaments.views.lists import card_texts, deck_check, lists

urlpatterns = [
    path("events/<slug:slug>/my-list/", lists.my_list, name="my_list"),
    path("events/<slug:slug>/lists/", lists.lists, name="lists"),
    path("events/<slug:slug>/card-texts/", card_texts.card_texts, name="card_texts"),
    path("events/<slug:slug>/lists/remind/", lists.remind, name="remind"),
    path("events/<slug:slug>/lists/lock/", lists.lock, name="lock_lists"),
    path("events/<slug:slug>/lists/<int:registration_id>/", lists.shown_list, name="list"),
    path("events/<slug:slug>/lists/<int:registration_id>/check/", deck_check.deck_check, name="deck_check"),
    path("events/<slug:slug>/lists/<int:registration_id>/hand-in/", lists.hand_in, name="hand_in"),
]
