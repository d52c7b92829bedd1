from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("me/", views.profile, name="me"),
    path("me/data/", views.my_data, name="my-data"),
    path("me/tokens/", views.tokens, name="tokens"),
    path("me/tokens/<int:pk>/withdraw/", views.withdraw_token, name="withdraw-token"),
    path("me/delete/", views.delete, name="delete"),
    path("live", views.no_stream, name="live"),
    path("live/versions", views.live_versions, name="live-versions"),
]
