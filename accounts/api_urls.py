from django.urls import path

from accounts import api

urlpatterns = [path("me/", api.me, name="api-me")]
