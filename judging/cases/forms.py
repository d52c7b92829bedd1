"""The form with which staff open a case or give a penalty."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from core.text.names import as_sorted
from judging.cases.models import LONGEST_STATEMENT
from tournaments.models import Event, Match, MatchState, Penalty, PenaltyKind, Registration
from tournaments.players.services.penalties import NEXT_STEP, next_penalty, proposed_penalty

PENALTIES = [("", _("decide on the page of the case")), *PenaltyKind.choices]


class StaffCaseForm(forms.Form):
    player = forms.TypedChoiceField(label=_("Player"), coerce=int, empty_value=None, required=False)
    match = forms.TypedChoiceField(label=_("Match"), coerce=int, empty_value=None, required=False)
    text = forms.CharField(
        label=_("What happened"),
        max_length=LONGEST_STATEMENT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The players of the case read this."),
    )
    penalty = forms.ChoiceField(
        label=_("Penalty"),
        choices=[(NEXT_STEP, _("next step of the ladder")), *PENALTIES],
        required=False,
        initial=NEXT_STEP,
    )
    article = forms.CharField(label=_("Article"), max_length=20, required=False)
    once = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        event: Event,
        may_rule: bool,
        player: Registration | None = None,
        match: Match | None = None,
    ) -> None:
        """Offer what is open: the players of the match, the matches of the player, or all players and tables."""
        super().__init__(data)
        self.event = event
        self.players = {one.pk: one for one in _players(event, player, match)}
        self.matches = {one.pk: one for one in _matches(event, player, match)}
        names = sorted(((pk, one.full_name) for pk, one in self.players.items()), key=lambda row: as_sorted(row[1]))
        offer(self, "player", names if player else [("", _("nobody alone")), *names])
        tables = [(pk, f"{one.round_name}, {one}") for pk, one in self.matches.items()]
        offer(self, "match", tables if match else [("", _("no match")), *tables])
        if player and not match:
            self.initial["match"] = next((pk for pk, one in self.matches.items() if one.state != MatchState.DONE), None)
        if player and may_rule:
            step = PenaltyKind(proposed_penalty(player)).label
            first = (NEXT_STEP, _("next step of the ladder: %(penalty)s") % {"penalty": step})
            offer(self, "penalty", [first, *PENALTIES])
        if may_rule:
            self.fields["penalty"].help_text = "; ".join(self._next_steps())
        else:
            del self.fields["penalty"], self.fields["article"]

    def _next_steps(self) -> Iterator[str]:
        """Name the next step of each player who can be chosen and has a penalty, and that of all others."""
        earlier: dict[int, list[Penalty]] = {}
        for penalty in Penalty.objects.current().filter(registration__event=self.event).order_by("pk"):
            if penalty.registration_id in self.players:
                earlier.setdefault(penalty.registration_id, []).append(penalty)
        for pk, penalties in earlier.items():
            yield gettext("%(player)s: %(penalty)s, after %(earlier)s") % {
                "player": self.players[pk].full_name,
                "penalty": PenaltyKind(next_penalty(self.event, penalties)).label,
                "earlier": ", ".join(str(PenaltyKind(each.kind).label) for each in penalties),
            }
        if earlier.keys() != self.players.keys():
            first = PenaltyKind(next_penalty(self.event, [])).label
            template = gettext("all others: %(penalty)s") if earlier else gettext("next step: %(penalty)s")
            yield template % {"penalty": first}

    def clean_article(self) -> str:
        number = self.cleaned_data["article"].strip()
        if number and number not in self.event.rules.articles("en"):
            raise forms.ValidationError(_("There is no such article."), code="unknown-article")
        return number

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        data["player"] = self.players.get(data.get("player") or 0)
        data["match"] = self.matches.get(data.get("match") or 0)
        if not (data["player"] or data["match"] or self.errors):
            raise forms.ValidationError(_("Choose a player or a match."), code="nobody-concerned")
        if data.get("penalty") == NEXT_STEP:
            data["penalty"] = proposed_penalty(data["player"]) if data["player"] else ""
        if data.get("penalty") and not data["player"]:
            self.add_error("player", forms.ValidationError(_("Choose who gets the penalty."), code="nobody-penalised"))
        if data["player"] and data["match"] and data["player"] not in data["match"].players():
            self.add_error("match", forms.ValidationError(_("This player is not in this match."), code="not-there"))
        return data


def _players(event: Event, player: Registration | None, match: Match | None) -> list[Registration]:
    if player:
        return [player]
    return match.players() if match else list(event.registrations.taking_part().named())


def _matches(event: Event, player: Registration | None, match: Match | None) -> list[Match]:
    """Return the match, those of the player, the latest first, or all of the current round."""
    if match:
        return [match]
    played = Match.objects.filter(round__event=event).public().named()
    if player:
        return list(played.of(player).order_by("-round__number"))
    latest = event.rounds.public().order_by("number").last()
    return list(played.filter(round=latest).at_tables().by_table()) if latest else []
