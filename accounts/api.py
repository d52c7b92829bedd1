from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.profile.models import User


class MeSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = ["id", "public_name", "shown_name", "locale", "time_zone"]
        read_only_fields = fields


@extend_schema(responses=MeSerializer, summary="Whom this token or session speaks for")
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def me(request: Request) -> Response:
    return Response(MeSerializer(request.user).data)


urlpatterns = [path("me/", me, name="api-me")]
