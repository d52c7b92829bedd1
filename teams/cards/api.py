"""The API of card texts: export of all confirmed ones, and import of documents as proposals."""

import json
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.pages.parsers import RawBody
from rules.games import DEFAULT
from teams.cards.editor.reading import built_in_bodies
from teams.cards.services.packs import exported, preview, take_in


class RawFacts(RawBody):
    most_bytes = DEFAULT.facts.max_bytes


class FactsView(APIView):
    """Card texts as a krosmaster-facts/1 document. What you send is proposed; another person confirms it on the
    site."""

    write_scope = "teams:write"
    permission_classes = (IsAuthenticatedOrReadOnly,)
    parser_classes = (RawFacts,)

    @extend_schema(operation_id="facts_retrieve", responses={200: dict})
    def get(self, _request: Request) -> Response:
        return Response(json.loads(exported("json")))

    @extend_schema(
        operation_id="facts_propose",
        request={"application/json": dict},
        responses={
            201: inline_serializer("FactsProposed", {"proposed": serializers.IntegerField()}),
            400: OpenApiResponse(description="No such document, with the code and the pointer."),
            409: OpenApiResponse(description="Nothing in it is new (`nothing-chosen`)."),
        },
    )
    def post(self, request: Any) -> Response:
        """Propose everything in the document that is new or different."""
        data: Any = request.data
        pack = preview(data if isinstance(data, bytes) else b"", built_in_bodies(), request.user)
        chosen = {row.fact.key for row in pack.rows}
        return Response({"proposed": take_in(pack=pack, who=request.user, chosen=chosen)}, status=201)
