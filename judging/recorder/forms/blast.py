"""The form to set up a match of Krosmaster Blast."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from core.text.names import one_line
from judging.recorder.forms.duels import LETTERS, SIDES, keep_locked_teams, listed_team
from rules.common.lists import parts_of
from rules.common.names import slugify
from rules.common.verdicts import Malformed
from rules.games import read
from teams.lists.forms import Lines
from teams.wording import render_message
from tournaments.lists.services.event_facts import content_for
from tournaments.lists.services.lots import Draw
from tournaments.models import Match


class BlastTableForm(forms.Form):
    """The table of a duel of Blast: board, sides and challenges as they were drawn, and the figures of both players.

    What nobody has entered can be typed all the same: what depends on it is believed.
    """

    set_up = "judging/parts/set_up_blast.html"
    locked: Mapping[str, tuple[str, ...]] = {}
    board = forms.CharField(label=_("Board"), max_length=60, validators=[one_line])
    side_of_a = forms.ChoiceField(choices=SIDES, widget=forms.RadioSelect)
    first_player = forms.ChoiceField(
        label=_("Who goes first"), widget=forms.RadioSelect, help_text=_("A Glyph tile is tossed for it.")
    )
    challenges = forms.CharField(label=_("Divine Challenges"), max_length=200, required=False)
    team_a = forms.CharField(widget=Lines, required=False)
    team_b = forms.CharField(widget=Lines, required=False)

    def __init__(self, *args: Any, match: Match, viewer: Any, **kwargs: Any) -> None:
        self.match, self.event = match, match.round.event
        self.seated = dict(zip(LETTERS, match.players(), strict=False))
        drawn = Draw(self.event, {}).of(match)
        initial = {
            "board": self.titles.get(drawn.board, drawn.board),
            "side_of_a": drawn.sides[0],
            "challenges": ", ".join(self.titles.get(slug, slug) for slug in drawn.challenges),
            **{f"team_{letter}": listed_team(player, viewer) for letter, player in self.seated.items()},
        }
        super().__init__(*args, **{"initial": initial, **kwargs})
        names = {letter: str(player) for letter, player in self.seated.items()}
        offer(self, "first_player", [(letter.upper(), name) for letter, name in names.items()])
        self.fields["side_of_a"].label = _("Side of %(player)s") % {"player": names["a"]}
        for letter, name in names.items():
            self.fields[f"team_{letter}"].label = name
        if self.event.simple_game:
            del self.fields["challenges"]
        keep_locked_teams(self, match, viewer)

    @cached_property
    def known(self) -> Any:
        return self.event.rules.figures({self.event.game: content_for(self.event)})

    @cached_property
    def titles(self) -> dict[str, str]:
        """The names of boards and challenges by slug."""
        return {slug: each.name for kind in (self.known.boards, self.known.challenges) for slug, each in kind.items()}

    def teams(self) -> list[forms.BoundField]:
        return [self[f"team_{letter}"] for letter in self.seated]

    def choices(self) -> list[forms.BoundField]:
        return [self["side_of_a"], self["first_player"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self._hold_to_the_rules()
        return cleaned

    def _hold_to_the_rules(self) -> None:
        """What the rules say against the header: the number of figures, a Minion, the same elite figure twice."""
        rules = self.event.rules
        try:
            log = rules.with_facts(read({**self.header(), "actions": []}), {self.event.game: content_for(self.event)})
        except Malformed as malformed:
            self.add_error(None, forms.ValidationError(render_message(malformed.message), code=malformed.code))
            return
        for found in rules.replay(log).errors:
            self.add_error(None, forms.ValidationError(render_message(found.message), code=found.code))

    def header(self) -> dict[str, Any]:
        data, event = self.cleaned_data, self.event
        near = data["side_of_a"]
        return {
            "format": event.rules.formats[0],
            "ruleset": event.ruleset,
            "options": {"advanced": not event.simple_game, "superior": event.superior_favors},
            "board": self._slug(data["board"]),
            "sides": {"A": near, "B": event.rules.boards.opposite[near]},
            "challenges": [self._slug(name) for name in data.get("challenges", "").split(",") if name.strip()],
            "players": {letter.upper(): self._player(letter) for letter in self.seated},
            "first_player": data["first_player"],
        }

    def _player(self, letter: str) -> dict[str, Any]:
        locked = self.locked.get(letter)
        typed = [name for line in self.cleaned_data[f"team_{letter}"].splitlines() for name in parts_of(line) if name]
        cards = [card.slug if (card := self.known.fighter(name)) else slugify(name) for name in locked or typed]
        team = {f"{letter}{number}": card for number, card in enumerate(cards, start=1)}
        return {"name": str(self.seated[letter]), "team": team}

    def _slug(self, name: str) -> str:
        """That of a board or challenge with this name; of one that nobody has entered, the name itself."""
        named = (slug for slug, title in self.titles.items() if slugify(title) == slugify(name))
        return next(named, slugify(name))
