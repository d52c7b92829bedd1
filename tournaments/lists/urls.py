from django.urls import path

from tournaments.lists.views import card_texts, deck_check, lists, opening

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
    path("lists/<int:registration_id>/check/", deck_check.deck_check, name="deck_check"),
    path("lists/<int:registration_id>/hand-in/", lists.hand_in, name="hand_in"),
]
