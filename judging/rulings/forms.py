"""Forms for rulings, and for a judge's correction of a log: a row for each piece that stood elsewhere, and what each
player had."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from judging.models import Case, Ruling
from judging.replay.board.amending import ALL_POWERS, GAUGES, Pieces
from judging.rulings.services.amended_log import Correction
from judging.rulings.services.decisions import DECIDES_THE_MATCH, Decision, score_of_loss
from rules.arena.public import cell_index
from tournaments.base.forms import NumberField
from tournaments.models import Ending, Match, PenaltyKind
from tournaments.players.services.penalties import NEXT_STEP, proposed_penalty
from tournaments.results.forms.results import StaffScoreForm
from tournaments.results.services.entry import current_score
from tournaments.results.services.scores import Score, read_score
from tournaments.rounds.services.re_pairing import KEEP, REDRAW

ROWS = 8  # a whole side; a later ruling replaces this one instead of adding to it
SUMMONS = 3
NOWHERE = "-"
PLAYERS = "AB"
MOST = 99
PLACEHOLDER = "-"  # in place of a text that is not written yet


def _count(label: Any, least: int = 0) -> NumberField:
    return NumberField(least, MOST, label=label, required=False)


def _named(label: Any) -> forms.CharField:
    """Of a piece; chosen where the game can be played (`CorrectionForm.offer`)."""
    widget = forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"})
    return forms.CharField(label=label, max_length=100, required=False, widget=widget)


def _checked_cell(cell: str) -> str:
    if cell not in ("", NOWHERE) and cell_index(cell) is None:
        raise forms.ValidationError(_("The arena has no such cell."), code="no-such-cell")
    return cell


class PieceForm(forms.Form):
    unit = _named(_("Figure"))
    cell = forms.CharField(label=_("Cell"), max_length=3, required=False)
    ap, mp, injuries = _count(_("AP")), _count(_("MP")), _count(_("Injuries"))
    ap_markers = _count(_("AP markers"), -MOST)
    mp_markers = _count(_("MP markers"), -MOST)
    range_markers = _count(_("Range markers"), -MOST)
    marker, marker_by = _named(_("Special marker")), _named(_("Placed by"))
    lost_power = _named(_("Lost power"))

    def clean_cell(self) -> str:
        return _checked_cell(str(self.cleaned_data["cell"]).upper())

    def clean(self) -> dict[str, Any]:
        if not self.errors and bool(self.cleaned_data["marker"]) != bool(self.cleaned_data["marker_by"]):
            raise forms.ValidationError(_("Choose a marker and who placed it."), code="half-a-marker")
        if not self.errors and bool(self.cleaned_data["unit"]) != bool(self.sets()):
            raise forms.ValidationError(_("Choose a figure and what it should have."), code="half-a-row")
        return self.cleaned_data

    def sets(self) -> dict[str, Any]:
        """Return what the row changes, as a `correct` entry sets it."""
        filled = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        sets: dict[str, Any] = {name: filled[name] for name in ("ap", "mp", "injuries") if name in filled}
        markers = {name: filled[f"{name}_markers"] for name in GAUGES if f"{name}_markers" in filled}
        if "marker" in filled:
            markers[filled["marker"]] = None if filled["marker_by"] == NOWHERE else filled["marker_by"]
        if "cell" in filled:
            sets["cell"] = None if filled["cell"] == NOWHERE else filled["cell"]
        if "lost_power" in filled:
            sets["lost_powers"] = True if filled["lost_power"] == ALL_POWERS else [filled["lost_power"]]
        return sets | ({"markers": markers} if markers else {})


class _Pieces(forms.BaseFormSet):
    def clean(self) -> None:
        units = [form.cleaned_data.get("unit") for form in self.forms if form.is_valid()]
        named = [unit for unit in units if unit]
        if len(named) != len(set(named)):
            raise forms.ValidationError(_("Each figure can only be listed once."), code="piece-twice")


PieceFormSet = forms.formset_factory(PieceForm, formset=_Pieces, extra=ROWS, max_num=ROWS, absolute_max=ROWS)


class SummonForm(forms.Form):
    """A summon that the table forgot."""

    by, summon = _named(_("Summoned by")), _named(_("Summon"))
    cell = forms.CharField(label=_("Cell"), max_length=3, required=False)

    def clean_cell(self) -> str:
        return _checked_cell(str(self.cleaned_data["cell"]).upper())

    def clean(self) -> dict[str, Any]:
        if not self.errors and len({bool(value) for value in self.cleaned_data.values()}) > 1:
            raise forms.ValidationError(_("Choose the summoner, the summon and its cell."), code="half-a-summon")
        return self.cleaned_data


SummonFormSet = forms.formset_factory(SummonForm, extra=SUMMONS, max_num=SUMMONS, absolute_max=SUMMONS)


class StockForm(forms.Form):
    """What the players had, by the letters of the log, whose sides may be swapped at the table."""

    wild = _count(_("Wild GG"))

    def __init__(self, data: Any, *, prefix: str, players: Iterable[str]) -> None:
        super().__init__(data, prefix=prefix)
        labels = {"glory": gettext("GG of %(player)s"), "kamas": gettext("Kamas of %(player)s")}
        for stock, player in product(labels, players):
            self.fields[f"{stock}_{player}"] = _count(labels[stock] % {"player": player})
        self.order_fields([name for name in self.fields if name != "wild"])

    def sets(self) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        for name, value in self.cleaned_data.items():
            what, _underscore, side = name.partition("_")
            if value is not None and side:
                changes.setdefault(what, {})[side] = value
            elif value is not None:
                changes[what] = value
        return changes


class CorrectionForm:
    """All parts of the form, combined into one entry of a log."""

    def __init__(self, data: Any, *, players: Iterable[str]) -> None:
        self.pieces = PieceFormSet(data, prefix="piece")
        has_summons = data is None or "summon-TOTAL_FORMS" in data
        self.summons = SummonFormSet(data if has_summons else None, prefix="summon")
        self.stocks = StockForm(data, prefix="has", players=players)

    def is_valid(self) -> bool:
        are_summons_valid = not self.summons.is_bound or self.summons.is_valid()
        return self.pieces.is_valid() and self.stocks.is_valid() and are_summons_valid

    def offer(self, game: Pieces | None) -> None:
        """Let the judge choose among the pieces of the game. Those of a log that cannot be played are typed."""
        if game is None:
            return
        markers = {marker: marker for marker in game.markers}
        for form in self.pieces:
            _offer(form, "unit", game.figures)
            _offer(form, "marker", markers)
            _offer(form, "marker_by", {NOWHERE: _("take it away"), **game.figures})
            _offer(form, "lost_power", {ALL_POWERS: _("all powers"), **game.powers})
        for form in self.summons:
            _offer(form, "by", game.figures)
            _offer(form, "summon", game.summons)

    def changes(self) -> dict[str, Any]:
        units = {form.cleaned_data["unit"]: sets for form in self.pieces if (sets := form.sets())}
        summoned = [form.cleaned_data for form in self.summons if form.is_bound and form.cleaned_data.get("by")]
        brought = {"summoned": summoned} if summoned else {}
        return ({"units": units} if units else {}) | brought | self.stocks.sets()


def _offer(form: forms.Form, name: str, choices: Mapping[str, Any]) -> None:
    form.fields[name].widget = forms.Select(choices=[("", "-"), *choices.items()])


Remedy = Ruling.Remedy


class CorrectedScoreForm(StaffScoreForm):
    """The corrected result; its reason is in the ruling. Where the opponent of who loses by a penalty wins, the winner
    may be left open; otherwise the form begins with the current result. Without one, the ending is by ruling."""

    def __init__(self, data: Any = None, *, match: Match) -> None:
        score = current_score(match) if match.format.plays_on else None
        super().__init__(data, match=match, score=read_score(score) if score else None)
        self.initial.setdefault("ending", Ending.RULING)
        del self.fields["why"]
        self.fields["ending"].required = False
        if "outcome" in self.fields:
            self._leave_open()

    def _leave_open(self) -> None:
        outcome: Any = self.fields["outcome"]
        choices = [("", "-"), *outcome.choices]
        winner = forms.ChoiceField(label=_("Winner"), choices=choices, required=False)
        winner.widget.choices = self.possible(choices)
        self.fields |= {"outcome": winner}
        self.fields["ending"].label = _("How it ended")
        for seat in self.seats:
            self.fields[f"glory_{seat}"].required = self.needs_glory = False

    def clean_ending(self) -> str:
        return self.cleaned_data["ending"] or Ending.RULING

    @property
    def is_open(self) -> bool:
        return self.cleaned_data.get("outcome") == ""


class DecisionForm(forms.Form):
    """The effects of a ruling, which is enough to preview it."""

    replaces = forms.IntegerField(required=False, widget=forms.HiddenInput)
    log = forms.IntegerField(required=False, widget=forms.HiddenInput)
    remedy = forms.ChoiceField(
        label=_("Effect on the result"),
        choices=[(each.value, each.label) for each in Ruling.CHOICES],
        widget=forms.RadioSelect,
    )
    then = forms.ChoiceField(
        label=_("Published pairings"),
        required=False,
        choices=[(KEEP, _("keep them")), (REDRAW, _("re-pair the tables that have not started"))],
    )
    after = NumberField(
        0,
        5000,
        label=_("After action"),
        required=False,
        help_text=_("As numbered in the submitted log; 0 is before the first action."),
    )
    penalty = forms.ChoiceField(
        label=_("Penalty"),
        choices=[(NEXT_STEP, _("next step of the ladder")), ("", _("none")), *PenaltyKind.choices],
        required=False,
        initial=NEXT_STEP,
    )
    penalised = forms.ChoiceField(label=_("For"), required=False)
    article = forms.CharField(label=_("Article"), max_length=20, required=False)

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = case
        self.people = {str(person.pk): person for person in case.people()}
        penalised = ((key, person.full_name) for key, person in self.people.items())
        offer(self, "penalised", [("", "-"), *penalised])
        match = None if case.match is None or case.match.is_bye else case.match
        self.result = CorrectedScoreForm(self.data or None, match=match) if match else None
        if case.match and case.match.is_in_the_cut:
            del self.fields["then"]  # in the cut the bracket decides the pairings
        self.correction = CorrectionForm(self.data or None, players=_players_of_log(case))
        offer(self, "remedy", self._remedies())

    def _remedies(self) -> Any:
        """Return the remedies that make sense in this case."""
        match, log = self.case.match, self.case.submission
        for value, label in [(each.value, each.label) for each in Ruling.CHOICES]:
            if value in DECIDES_THE_MATCH and (match is None or match.is_bye):
                continue
            if value == Remedy.CORRECT_LOG and (log is None or not getattr(log.current_report, "has_board", True)):
                continue
            if self.case.needs_a_result and value not in DECIDES_THE_MATCH:
                continue
            yield value, label

    def clean_article(self) -> str:
        number = self.cleaned_data["article"].strip()
        if number and number not in self.case.event.rules.articles("en"):
            raise forms.ValidationError(_("There is no such article."), code="unknown-article")
        return number

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("penalty") == NEXT_STEP:
            self.cleaned_data["penalty"] = self._next_step()
        if self._corrects_log() and not self.correction.is_valid():
            raise forms.ValidationError(_("Check the correction of the log again."), code="correction-faulty")
        corrects_result = self.cleaned_data.get("remedy") == Remedy.CORRECT_RESULT
        if corrects_result and self.result is not None and not self.result.is_valid():
            raise forms.ValidationError(_("Check the corrected result again."), code="result-faulty")
        return self.cleaned_data

    def _next_step(self) -> str:
        """Return the next step of the chosen player, without the penalty of a ruling that this one replaces; empty if
        nobody is chosen."""
        person, former = self.people.get(self.cleaned_data.get("penalised", "")), self.case.current_ruling
        return proposed_penalty(person, without=former.penalty if former else None) if person else ""

    def _corrects_log(self) -> bool:
        return self.cleaned_data.get("remedy") == Remedy.CORRECT_LOG

    def decision(self) -> Decision:
        data = self.cleaned_data
        return Decision(
            remedy=data["remedy"],
            reason=data.get("reason", PLACEHOLDER),
            message=data.get("message", PLACEHOLDER),
            article=data["article"],
            penalty=data["penalty"],
            penalised=self.people.get(data["penalised"]) if data["penalty"] else None,
            score=self._score() if data["remedy"] == Remedy.CORRECT_RESULT else None,
            then=data.get("then") or KEEP,
            replaces=data["replaces"],
            log=data["log"],
            correction=self._correction() if self._corrects_log() else None,
        )

    def _correction(self) -> Correction:
        data = self.cleaned_data
        return Correction((data["after"] or 0) - 1, self.correction.changes(), data.get("message", PLACEHOLDER))

    def _score(self) -> Score | None:
        """Return the entered score, or the one that follows from a penalty with a loss."""
        if self.result is None or self.result.is_open:
            loser = self.people.get(self.cleaned_data["penalised"])
            return score_of_loss(self.case.match, self.cleaned_data["penalty"], loser)
        return self.result.score()


def _players_of_log(case: Case) -> Iterable[str]:
    """Return the letters of the log, which are more than two at a table of three or four."""
    report = case.submission.current_report if case.submission else None
    return (report.header.get("players") if report else None) or PLAYERS


class RulingForm(DecisionForm):
    """A complete ruling, with reason and message."""

    reason = forms.CharField(label=_("Reason (judges only)"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3}))
    message = forms.CharField(
        label=_("Message to the players"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )
