"""The API of teams, pools and cards, with their texts: export of all confirmed ones, and import of documents as
proposals. It gives the same answers as the pages and the commands."""

import json
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import mixins, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import APIView

from accounts.profile.models import User
from core.pages.parsers import RawBody
from rules.common.verdicts import UnreadableListError
from rules.games import DEFAULT, RULESETS, lists_of
from teams.cards.catalogue.search import ORDERS, Wanted
from teams.cards.editor.reading import built_in_bodies
from teams.cards.services.facts import cards_now, current_content, game_named
from teams.cards.services.packs import exported, preview, take_in
from teams.lists.services import delete_list, save_list
from teams.models import LegalityProfile, Pool, TeamList, find_legalities, find_legality, own_profiles
from teams.pools.services import confirm_pool, open_pool, register_pool, replace_figures
from teams.serializers import (
    CardSerializer,
    DocumentSerializer,
    LegalitySerializer,
    PoolSerializer,
    TeamListSerializer,
    VerdictSerializer,
)

SEARCH = [
    OpenApiParameter("q", str, description="Words of the name (English or French), type or expansion."),
    OpenApiParameter("level", int, enum=[1, 2, 3, 4, 5, 6]),
    OpenApiParameter("colour", str, enum=["gold", "white", "black", "unknown"]),
    OpenApiParameter("expansion", str),
    OpenApiParameter("type", str),
    OpenApiParameter("boss", str, enum=["yes", "no", "unknown"]),
    OpenApiParameter("legality", str, description="Only cards that this profile allows."),
    OpenApiParameter("sort", str, enum=list(ORDERS)),
]

PRIMARY_KEY = r"\d{1,18}"


class CardViewSet(viewsets.ViewSet):
    """The catalogue of cards. It only changes with a release, so it is not paged."""

    permission_classes = (AllowAny,)
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9-]+"

    @extend_schema(operation_id="cards_list", parameters=SEARCH, responses=CardSerializer(many=True))
    def list(self, request: Request) -> Response:
        cards = Wanted.of(request.query_params.dict()).cards()
        return Response(CardSerializer(cards, many=True).data)

    @extend_schema(operation_id="cards_retrieve", responses=CardSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        card = cards_now().get(slug)
        if card is None:
            raise NotFound
        return Response(CardSerializer(card).data)


class LegalityViewSet(viewsets.ViewSet):
    """Legality profiles (Boss and ban lists) by name: the dated ones, then those of organisers."""

    permission_classes = (AllowAny,)
    lookup_field = "name"

    @extend_schema(operation_id="legality_list", responses=LegalitySerializer(many=True))
    def list(self, request: Request) -> Response:
        own = [row.legality() for row in LegalityProfile.objects.select_related("owner")]
        return Response(LegalitySerializer([*DEFAULT.lists.profiles().values(), *own], many=True).data)

    @extend_schema(
        operation_id="legality_retrieve",
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH)],
        responses=LegalitySerializer,
    )
    def retrieve(self, request: Request, name: str) -> Response:
        legality = find_legality(name)
        if legality is None:
            raise NotFound
        return Response(LegalitySerializer(legality).data)


class RawList(RawBody):
    most_bytes = DEFAULT.lists.max_bytes


class CheckView(APIView):
    """Check a list against the rules of the game whose format it names, with the confirmed facts of that game. The list
    is a JSON document, or text (Content-Type: text/plain) of Arena."""

    write_scope = "teams:write"
    permission_classes = (AllowAny,)
    parser_classes = (RawList,)

    @extend_schema(
        operation_id="teams_check",
        request={"application/json": DocumentSerializer, "text/plain": str},
        responses=VerdictSerializer,
    )
    def post(self, request: Request) -> Response:
        data: Any = request.data or b""
        try:
            is_text = (request.content_type or "").startswith("text/plain")
            ruleset = DEFAULT if is_text else lists_of(data)
            if ruleset.game != DEFAULT.game:
                known = ruleset.figures({ruleset.game: current_content(ruleset.game)})
                return Response(ruleset.lists.parse_json(data).check(known=known).as_dict())
            team = DEFAULT.lists.parse_text(data) if is_text else DEFAULT.lists.parse_json(data, own_profiles())
        except UnreadableListError as unreadable:
            return Response(unreadable.verdict.as_dict())
        return Response(team.check(find_legality(team.legality)).as_dict())


class TeamListViewSet(viewsets.ModelViewSet[TeamList]):
    """Your own saved lists."""

    queryset = TeamList.objects.none()
    write_scope = "teams:write"
    permission_classes = (IsAuthenticated, *APIView.permission_classes)
    serializer_class = TeamListSerializer
    lookup_value_regex = PRIMARY_KEY
    http_method_names = ("get", "post", "put", "delete", "head", "options")

    def get_queryset(self) -> Any:
        return TeamList.objects.of(self.request.user)

    def paginate_queryset(self, queryset: Any) -> Any:
        """Load the profiles of a whole page together."""
        page = super().paginate_queryset(queryset)
        self.legalities = find_legalities({team.legality for team in page or ()})
        return page

    def get_serializer_context(self) -> dict[str, Any]:
        legalities = getattr(self, "legalities", {})
        return {**super().get_serializer_context(), "legalities": legalities, "known": cards_now()}

    def perform_create(self, serializer: Any) -> None:
        serializer.instance = self._saved(serializer)

    def perform_update(self, serializer: Any) -> None:
        serializer.instance = self._saved(serializer, team=serializer.instance)

    def perform_destroy(self, instance: TeamList) -> None:
        delete_list(team=instance)

    def _saved(self, serializer: Any, team: TeamList | None = None) -> TeamList:
        assert isinstance(self.request.user, User)
        document = serializer.validated_data["document"]
        return save_list(owner=self.request.user, document=document, team=team)


class PoolViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.CreateModelMixin, viewsets.GenericViewSet[Pool]
):
    """Your own pools, and those that you entered for others."""

    queryset = Pool.objects.none()
    write_scope = "teams:write"
    permission_classes = (IsAuthenticated, *APIView.permission_classes)
    serializer_class = PoolSerializer
    lookup_value_regex = PRIMARY_KEY

    def get_queryset(self) -> Any:
        """Return visible pools, including those managed by an event; their steps are taken on the event's page."""
        visible = Pool.objects.visible_to(self.request.user).select_related("owner", "registered_by")
        return visible.private() if self.action == "confirm" else visible

    @transaction.atomic
    def perform_create(self, serializer: Any) -> None:
        assert isinstance(self.request.user, User)
        facts = serializer.validated_data
        pool = open_pool(owner=self.request.user, name=facts["name"])
        serializer.instance = replace_figures(pool=pool, figures=facts.get("figures", []))

    @extend_schema(request=inline_serializer("PoolCode", {"code": serializers.CharField()}), responses=PoolSerializer)
    @action(detail=True, methods=["post"])
    def register(self, request: Request, pk: str) -> Response:
        """Register the pool that you entered with the code of its owner, who then checks it."""
        code = str(request.data.get("code")) if isinstance(request.data, dict) else ""
        pool = get_object_or_404(Pool.objects.private(), pk=pk)
        if not pool.opens_with(code):
            raise NotFound
        return self._done(register_pool, pool=pool, by=request.user)

    @extend_schema(request=None, responses=PoolSerializer)
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, pk: str) -> Response:
        """Lock your pool after checking it."""
        return self._done(confirm_pool, pool=self.get_object(), by=request.user)

    def _done(self, action: Any, **how: Any) -> Response:
        return Response(PoolSerializer(action(**how)).data)


GAME = OpenApiParameter(
    "game", str, enum=list(dict.fromkeys(each.game for each in RULESETS.values())), default=DEFAULT.game
)


class RawFacts(RawBody):
    most_bytes = DEFAULT.facts.max_bytes


class FactsView(APIView):
    """Card texts and boards of one game as a krosmaster-facts/1 document. What you send is proposed; another person
    confirms it on the site."""

    write_scope = "teams:write"
    permission_classes = (IsAuthenticatedOrReadOnly,)
    parser_classes = (RawFacts,)

    @extend_schema(operation_id="facts_retrieve", parameters=[GAME], responses={200: dict})
    def get(self, request: Request) -> Response:
        game = game_named(request.query_params.get("game", ""))
        return Response(json.loads(exported("json", game)))

    @extend_schema(
        operation_id="facts_propose",
        parameters=[GAME],
        request={"application/json": dict},
        responses={
            201: inline_serializer("FactsProposed", {"proposed": serializers.IntegerField()}),
            400: OpenApiResponse(description="No such document, with the code and the pointer."),
            409: OpenApiResponse(description="Nothing in it is new (`nothing-chosen`)."),
        },
    )
    def post(self, request: Any) -> Response:
        """Propose everything in the document that is new or different. A document of another game is refused."""
        game = game_named(request.query_params.get("game", ""))
        data: Any = request.data
        pack = preview(data if isinstance(data, bytes) else b"", built_in_bodies(game), request.user, game)
        chosen = {row.fact.key for row in pack.rows}
        return Response({"proposed": take_in(pack=pack, who=request.user, chosen=chosen)}, status=201)


router = SimpleRouter()
router.register("cards", CardViewSet, basename="card")
router.register("legality", LegalityViewSet, basename="legality")
router.register("teams", TeamListViewSet, basename="team")
router.register("pools", PoolViewSet, basename="pool")
urlpatterns = [
    path("teams/check/", CheckView.as_view(), name="team-check"),
    path("facts/", FactsView.as_view(), name="facts-document"),
    *router.urls,
]
