"""How an event is paired and scored: rounds, cut, points and tie-breaks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.limits import MOST_PLAYERS, MOST_POINTS, MOST_ROUNDS, NumberFrom
from tournaments.events.models.settings import CutKind, FirstRound, default_points_by_place, default_tie_breaks


class Scored(models.Model):
    swiss_rounds = models.PositiveSmallIntegerField(
        _("Swiss rounds"),
        validators=[NumberFrom(1, MOST_ROUNDS)],
        null=True,
        blank=True,
        help_text=_("Leave empty to use the recommendation for the attendance at round 1."),
    )
    cut_size = models.PositiveSmallIntegerField(
        _("top cut"), validators=[NumberFrom(0, MOST_PLAYERS)], null=True, blank=True
    )
    cut_points = models.PositiveSmallIntegerField(
        _("or every player with this many points"), validators=[NumberFrom(0, MOST_POINTS)], null=True, blank=True
    )
    cut_kind = models.CharField(_("cut"), max_length=8, choices=CutKind, default=CutKind.SINGLE)
    cut_seeds = models.JSONField(default=list, blank=True)
    third_place = models.BooleanField(_("match for third place"), default=False)
    first_round = models.CharField(_("round 1"), max_length=8, choices=FirstRound, default=FirstRound.RANDOM)
    club_rounds = models.PositiveSmallIntegerField(
        _("rounds in which clubs are separated"), validators=[NumberFrom(0, MOST_ROUNDS)], default=0
    )
    pod_rounds = models.PositiveSmallIntegerField(
        _("rounds paired inside the pods"),
        validators=[NumberFrom(0, MOST_ROUNDS)],
        default=0,
        db_default=0,
        help_text=_("Limited events only."),
    )
    pods_seed = models.PositiveBigIntegerField(null=True, blank=True)
    points_win = models.PositiveSmallIntegerField(
        _("points for a win"), validators=[NumberFrom(0, MOST_POINTS)], default=3
    )
    points_draw = models.PositiveSmallIntegerField(
        _("points for a draw"), validators=[NumberFrom(0, MOST_POINTS)], default=1
    )
    points_loss = models.PositiveSmallIntegerField(
        _("points for a loss"), validators=[NumberFrom(0, MOST_POINTS)], default=0
    )
    points_by_place = models.JSONField(_("points by place"), default=default_points_by_place, db_default=[6, 3, 1, 0])
    bye_points = models.PositiveSmallIntegerField(
        _("points for a bye"),
        validators=[NumberFrom(0, MOST_POINTS)],
        null=True,
        blank=True,
        help_text=_("At tables of four. Leave empty for the points of second place."),
    )
    tables_of_three = models.BooleanField(
        _("tables of three"),
        default=True,
        db_default=True,
        help_text=_("Without them up to three players have a bye in each round."),
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks)
    glory_cap = models.PositiveSmallIntegerField(
        _("cap of the GG difference of a match"), validators=[NumberFrom(0, MOST_POINTS)], default=6
    )

    class Meta:
        abstract = True
