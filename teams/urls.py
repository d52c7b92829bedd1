from django.urls import path

from teams.builder import views as build
from teams.cards.views import card_editor, cards, facts, packs, tokens
from teams.lists.views import lists, profiles, public
from teams.pools import views as pools

app_name = "teams"
urlpatterns = [
    path("cards/", cards.cards, name="cards"),
    path("cards/<slug:slug>/", cards.card, name="card"),
    path("cards/<slug:slug>/picture/", cards.change_picture, name="change-card-picture"),
    path("cards/<slug:slug>/picture/<int:pk>/<slug:size>.jpg", cards.card_picture, name="card-picture"),
    path("facts/", facts.index, name="facts"),
    path("facts/new/<slug:kind>/", card_editor.edit, name="new-fact"),
    path("facts/edit/<slug:kind>/<slug:slug>/", card_editor.edit, name="edit-fact"),
    path("facts/<slug:game>/new/<slug:kind>/", card_editor.edit, name="new-fact-of-game"),
    path("facts/<slug:game>/edit/<slug:kind>/<slug:slug>/", card_editor.edit, name="edit-fact-of-game"),
    path("facts/export/card-texts.<slug:form>", packs.export, name="export-facts"),
    path("facts/tokens/", tokens.ranks, name="token-ranks"),
    path("facts/import/", packs.take, name="import-facts"),
    path("facts/pack/<slug:digest>/confirm/", facts.confirm_pack, name="confirm-pack"),
    path("facts/<int:pk>/", facts.revision, name="fact"),
    path("facts/<int:pk>/decide/", facts.decide, name="decide-fact"),
    path("facts/<int:pk>/photograph/", facts.photograph, name="fact-photograph"),
    path("teams/", lists.lists, name="list"),
    path("teams/build/", build.build, name="build"),
    path("teams/paste/", build.paste, name="paste"),
    path("teams/save/", lists.save, name="save"),
    path("teams/<int:pk>/", lists.team, name="team"),
    path("teams/<int:pk>/delete/", lists.delete, name="delete"),
    path("teams/<int:pk>/team.json", lists.export, {"form": "json"}, name="export-json"),
    path("teams/<int:pk>/team.txt", lists.export, {"form": "txt"}, name="export-txt"),
    path("teams/<int:pk>/share/", lists.share, name="share-team"),
    path("teams/<int:pk>/sheet/", lists.sheet, name="team-sheet"),
    path("teams/public/", public.index, name="public-teams"),
    path("teams/public/<uuid:uuid>/", public.team, name="public-team"),
    path("teams/public/<uuid:uuid>/picture.png", public.picture, name="public-team-picture"),
    path("teams/public/<uuid:uuid>/sheet/", public.sheet, name="public-team-sheet"),
    path("teams/public/<uuid:uuid>/like/", public.like, name="like-team"),
    path("teams/public/<uuid:uuid>/copy/", public.copy, name="copy-team"),
    path("pools/", pools.pools, name="pools"),
    path("pools/<int:pk>/", pools.pool, name="pool"),
    path("pools/<int:pk>/enter/<str:code>/", pools.enter, name="enter-pool"),
    path("pools/<int:pk>/confirm/", pools.confirm, name="confirm-pool"),
    path("pools/<int:pk>/send-back/", pools.send_back, name="send-back-pool"),
    path("pools/<int:pk>/reopen/", pools.reopen, name="reopen-pool"),
    path("pools/<int:pk>/delete/", pools.delete, name="delete-pool"),
    path("legality/", profiles.index, name="profiles"),
    path("legality/new/", profiles.new, name="new-profile"),
    path("legality/<slug:slug>/", profiles.profile, name="profile"),
    path("legality/<slug:slug>/change/", profiles.change, name="change-profile"),
]
