from django.urls import path

from accounts.moderation import views as moderation_views
from accounts.profile import views
from accounts.security import views as security_views
from core.pages import live

app_name = "accounts"
urlpatterns = [
    path("me/", views.profile, name="me"),
    path("me/data/", views.my_data, name="my-data"),
    path("me/kept/", views.kept, name="kept"),
    path("me/tokens/", views.tokens, name="tokens"),
    path("me/tokens/<int:pk>/withdraw/", views.withdraw_token, name="withdraw-token"),
    path("me/devices/", views.sessions, name="devices"),
    path("me/devices/<int:pk>/sign-out/", views.end_session, name="end-session"),
    path("me/devices/sign-out-others/", views.end_other_sessions, name="end-other-sessions"),
    path("me/send-again/<str:key>/", views.send_again, name="send-again"),
    path("me/delete/", views.delete, name="delete"),
    path("security-log/", security_views.security_log, name="security-log"),
    path("security-log/file/", security_views.security_log_file, name="security-log-file"),
    path("report/<path:page>", moderation_views.report, name="report"),
    path("moderation/", moderation_views.queue, name="moderation"),
    path("moderation/<int:pk>/", moderation_views.case, name="moderation-case"),
    path("appeal/<str:token>/", moderation_views.appeal, name="appeal"),
    path("live", live.no_stream, name="live"),
    path("live/versions", live.live_versions, name="live-versions"),
]
