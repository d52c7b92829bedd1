"""Serializers of cards, lists, pools and profiles; the team document is the same as that of the command."""

from typing import Any

from rest_framework import serializers

from rules.games import DEFAULT, OF_ARENA, Legality, TeamVerdict, UnreadableListError
from rules.games import TeamList as Document
from teams.models import LARGEST_POOL, Pool, TeamList, own_profiles
from teams.wording import for_players


class CardSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.CharField()
    full_name = serializers.CharField()
    french = serializers.CharField(allow_null=True)
    colour = serializers.ChoiceField(["gold", "white", "black", "unknown"])
    boss = serializers.BooleanField(allow_null=True, help_text="The printed type; null where it is not known.")
    types = serializers.ListField(child=serializers.CharField())
    level = serializers.IntegerField()
    initiative = serializers.IntegerField()
    mp = serializers.IntegerField()
    hp = serializers.IntegerField()
    ap = serializers.IntegerField(allow_null=True)
    expansion = serializers.CharField()
    season = serializers.IntegerField(allow_null=True)
    inferred = serializers.ListField(child=serializers.CharField(), help_text="Facts that were not read from a card.")
    source = serializers.CharField()  # type: ignore[assignment]  # a card's source, not a field's


class LegalitySerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    date = serializers.CharField()
    expansions = serializers.SerializerMethodField()
    banned = serializers.SerializerMethodField()
    bosses = serializers.SerializerMethodField()
    notes = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]  # a card's source, not a field's

    def get_expansions(self, legality: Legality) -> list[str]:
        return sorted(legality.expansions)

    def get_banned(self, legality: Legality) -> list[str]:
        return sorted(legality.banned)

    def get_bosses(self, legality: Legality) -> list[str]:
        return sorted(legality.bosses)


class DocumentSerializer(serializers.Serializer[Any]):
    """A krosmaster-team/1 document."""

    format = serializers.ChoiceField([DEFAULT.lists.document_format])
    ruleset = serializers.ChoiceField([*OF_ARENA], required=False)
    name = serializers.CharField(required=False)
    team_format = serializers.ChoiceField(sorted({each for rules in OF_ARENA.values() for each in rules.lists.formats}))
    legality = serializers.CharField(required=False)
    figures = serializers.ListField(child=serializers.CharField())
    pool = serializers.ListField(child=serializers.CharField(), required=False, allow_null=True)


class ViolationSerializer(serializers.Serializer[Any]):
    article = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    mend = serializers.CharField()
    figures = serializers.ListField(child=serializers.CharField())


class NoteSerializer(serializers.Serializer[Any]):
    severity = serializers.ChoiceField(["warning", "note"])
    code = serializers.CharField()
    message = serializers.CharField()
    figures = serializers.ListField(child=serializers.CharField())


class ErrorSerializer(serializers.Serializer[Any]):
    pointer = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    nearest = serializers.ListField(child=serializers.CharField())


class ReachableSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    figures = serializers.ListField(child=serializers.CharField())


class VerdictSerializer(serializers.Serializer[Any]):
    """The verdict, as the command validate_team gives it."""

    verdict = serializers.ChoiceField(["legal", "illegal", "malformed"])
    level = serializers.IntegerField(allow_null=True)
    initiative = serializers.IntegerField(allow_null=True)
    violations = ViolationSerializer(many=True)
    notes = NoteSerializer(many=True)
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]  # the name that the command's answer has
    reachable = ReachableSerializer(allow_null=True)


class TeamListSerializer(serializers.ModelSerializer[TeamList]):
    """A saved list: `document` is what was saved, `verdict` the current verdict of the rules."""

    document = DocumentSerializer()
    verdict = VerdictSerializer(read_only=True)

    class Meta:
        model = TeamList
        fields = ("id", "document", "verdict", "created_at", "changed_at")

    def to_representation(self, team: TeamList) -> dict[str, Any]:
        return {
            "id": team.pk,
            "document": team.document().as_dict(),
            "verdict": for_players(self._verdict(team)).as_dict(),
            "created_at": team.created_at.isoformat(),
            "changed_at": team.changed_at.isoformat(),
        }

    def _verdict(self, team: TeamList) -> TeamVerdict:
        return team.verdict(self.context.get("legalities", {}).get(team.legality), self.context.get("known"))

    def to_internal_value(self, data: Any) -> dict[str, Document]:
        document = data.get("document") if isinstance(data, dict) else None
        try:
            return {"document": DEFAULT.lists.parse_document(document, own_profiles())}
        except UnreadableListError as unreadable:
            faults = [serializers.ErrorDetail(f"{e.pointer or '/'}: {e.message}", e.code) for e in unreadable.errors]
            raise serializers.ValidationError({"document": faults}) from None


class PoolSerializer(serializers.ModelSerializer[Pool]):
    owner = serializers.CharField(read_only=True, allow_null=True)
    registered_by = serializers.CharField(read_only=True, allow_null=True)
    figures = serializers.ListField(child=serializers.CharField(), max_length=LARGEST_POOL, required=False)

    class Meta:
        model = Pool
        fields = ("id", "name", "owner", "figures", "state", "registered_by", "created_at", "locked_at")
        read_only_fields = ("state", "created_at", "locked_at")
