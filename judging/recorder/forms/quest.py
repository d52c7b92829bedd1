"""The form to set up a table of Krosmaster Quest."""

from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.text.names import one_line
from judging.recorder.forms.duels import LEAST_AT_A_TABLE, LETTERS, listed_team
from rules.games import Catalogue, read
from teams.wording import card_title, render_message
from tournaments.lists.services.event_facts import content_for
from tournaments.models import Match


class QuestTableForm(forms.Form):
    """A table of Quest: a Krosmaster for each player, from which the order of turns follows, and what lies on it."""

    set_up = "judging/parts/set_up_quest.html"
    families = forms.MultipleChoiceField(
        label=_("Families of mobs in play"),
        choices=[("gobball", _("gobballs")), ("tofu", _("tofus"))],
        initial=["gobball", "tofu"],
        widget=forms.CheckboxSelectMultiple,
    )
    demon = forms.ChoiceField(
        label=_("Who plays the Demon"),
        choices=[("shared", _("the token goes round")), ("player", _("somebody who plays no Krosmaster"))],
        initial="shared",
        widget=forms.RadioSelect,
    )
    detail = forms.ChoiceField(
        label=_("What is recorded"),
        choices=[("gg", _("turns, the Demon, quests and GG")), ("economy", _("also Kamas, bags, prices and AP"))],
        initial="gg",
        required=False,
        widget=forms.RadioSelect,
    )
    scenario = forms.CharField(
        label=_("Scenario"), max_length=60, required=False, help_text=_("Empty: a free game."), validators=[one_line]
    )
    adventure_path = forms.IntegerField(
        label=_("Places of the Adventure Path"), min_value=5, max_value=8, initial=8, widget=forms.NumberInput
    )
    geegee_path = forms.IntegerField(
        label=_("Spaces of the Geegee Path"),
        min_value=7,
        max_value=30,
        initial=13,
        help_text=_("Count them on the dashboard: the rule book does not say how many there are."),
    )

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        self.match, self.event = match, match.round.event
        self.seated = dict(zip(LETTERS, match.seated(), strict=False))
        listed = {f"hero_{letter}": listed_team(seat.registration, viewer) for letter, seat in self.seated.items()}
        super().__init__(*args, **{"initial": listed, **kwargs})
        for letter, seat in self.seated.items():
            self.fields[f"hero_{letter}"] = forms.CharField(
                label=str(seat.registration),
                max_length=80,
                required=False,
                help_text=_("A figure of the catalogue. Empty: did not come."),
                validators=[one_line],
            )

    @cached_property
    def known(self) -> Catalogue:
        return self.event.rules.figures({self.event.game: content_for(self.event)})

    def heroes(self) -> list[forms.BoundField]:
        return [self[f"hero_{letter}"] for letter in self.seated]

    def choices(self) -> list[forms.BoundField]:
        return [self["families"], self["demon"], self["detail"]]

    def numbers(self) -> list[forms.BoundField]:
        return [self["scenario"], self["adventure_path"], self["geegee_path"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.playing = {letter: name for letter in self.seated if (name := cleaned.get(f"hero_{letter}"))}
        for letter, name in self.playing.items():
            if self.known.find(name) is None:
                alike = ", ".join(map(card_title, self.known.nearest(name)))
                self.add_error(f"hero_{letter}", _no_such_figure(name, alike))
        if not self.errors and len(self.playing) < LEAST_AT_A_TABLE:
            self.add_error(None, forms.ValidationError(_("At least three players play."), code="too-few"))
        if not self.errors:
            self._hold_to_the_rules()
        return cleaned

    def _hold_to_the_rules(self) -> None:
        """What the rules say against the header: a Boss, a figure twice, a path that the scenario does not have."""
        rules = self.event.rules
        log = rules.with_facts(read({**self.header(), "actions": []}), {self.event.game: content_for(self.event)})
        for found in rules.replay(log).errors:
            self.add_error(None, forms.ValidationError(render_message(found.message), code=found.code))

    def header(self) -> dict[str, Any]:
        data = self.cleaned_data
        cards = {letter: self.known.find(name) for letter, name in self.playing.items()}
        called = dict(zip(self.playing, LETTERS.upper(), strict=False))
        order = sorted(self.playing, key=lambda letter: -(card.initiative if (card := cards[letter]) else 0))
        return {
            "format": self.event.rules.formats[0],
            "ruleset": self.event.ruleset,
            "detail": data["detail"] or "gg",
            "mode": self.event.mode,
            "demon": data["demon"],
            "families": data["families"],
            "scenario": data["scenario"] or None,
            "adventure_path": data["adventure_path"],
            "geegee_path": data["geegee_path"],
            "players": {
                called[letter]: {"name": str(self.seated[letter].registration), "hero": card.slug}
                for letter, card in cards.items()
                if card
            },
            "order": [called[letter] for letter in order],
        }


def _no_such_figure(name: str, alike: str) -> forms.ValidationError:
    if alike:
        text = gettext("There is no figure called %(name)s. Closest matches: %(alike)s.")
        return forms.ValidationError(text % {"name": name, "alike": alike}, code="unknown-figure")
    return forms.ValidationError(gettext("There is no figure called %(name)s.") % {"name": name}, code="unknown-figure")
