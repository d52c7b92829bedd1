"""What pages call things in the formats of each game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Words:
    """What pages call things."""

    player: Text  # who is paired
    seats: tuple[Text, ...]  # titles of the columns of who is paired, before a round is published
    opponents: Text  # title of the column with who else sits at the table
    met: Text  # title of the column with who was met in a round; empty: nobody is
    about_crews: Text  # how crews of at most so many are formed and play, or that nobody has one
    no_crews: Text  # why none can be formed; empty: they can
    company: Text  # the same on the page of a player
    record: Text  # title of the column that counts results
    record_explained: Text
    counts: tuple[Text, ...]  # the counts of the record, one by one
    cross_table: Text  # explains its cells
    rounds: Text  # how many of them there are
    points: Text  # what results are worth
    bring: Text  # what players bring to play with
    meet_again: Text  # why more rounds are too many for so many players
    too_few: Text
    line: Text  # an example of the line in which results are typed
    line_explained: Text
    line_explained_in_cut: Text
    slip: Text  # label of the line in which results are typed
    missing: Text  # how many results are, and what to tap
    places: tuple[Text, ...]  # to choose from; none: by their numbers
    you_play: Text  # who else sits at a player's table
    mail: Text  # the same in the e-mail with the pairings
    own_round: Text  # where a player's game was, and against whom
    no_swap: Text  # why no two players can be swapped; empty: they can
    not_recorded: Text  # why a game is not recorded by buttons
    endings: Mapping[str, Text]  # as players choose them, where they have words of their own
    slip_endings: tuple[Text, ...]  # as they are ticked on paper
    own_endings: Mapping[str, tuple[Text, Text]]  # as the winner and the loser read them, where these differ
    no_draw: Text  # why first place is not shared, where the ending has a winner
    no_show_with_game: Text  # why that ending does not fit who came; empty: it may
    wins_with: Text  # label of the tallies with which a winner can be tapped
    win_with: Text  # one of them
    draw_by: Text  # what is left to choose of a draw
    cut_ties: Text  # who wins a game of the cut that nobody won
    cut_tie: Text  # the same of a table, when its result was entered; empty: its result has to name one
    chooses_side: Text  # which of two does in the cut; empty: nobody
    nobody_won: Text
    policy: Text  # what the event decides where the rules say nothing, shown before round 1; empty: nothing
    bracket: Text  # explains it
    unplayed: Text  # in place of a score
    reported: Text  # state of a match whose result others have to confirm
    to_confirm: Text
    others_reported: Text
    you_called: Text
    others_called: Text
    waiting: Text
    titles: Mapping[str, Text]  # of tie-breaks, where it has words of its own
    how: Mapping[str, Text]  # values were computed, where it has words of its own
    why: Mapping[str, Text]  # a game was counted or not, where it has words of its own


OF_DUELS = Words(
    player=_("Player"),
    seats=(_("Player"), _("Opponent")),
    opponents=_("Opponent"),
    met=_("Opponent"),
    about_crews=_("Players of this event play alone."),
    no_crews=_("Players of this event play alone."),
    company=_("Opponent"),
    record=_("W-D-L"),
    record_explained=_("W-D-L: won, drawn, lost. A bye counts as won."),
    counts=(_("won"), _("drawn"), _("lost")),
    rounds=ngettext_lazy(
        "%(number)s Swiss round of %(minutes)s minutes", "%(number)s Swiss rounds of %(minutes)s minutes", "number"
    ),
    points=_("a win is worth %(win)s, a draw %(draw)s, a loss %(loss)s"),
    bring=_("Bring your own team"),
    meet_again=ngettext_lazy(
        "%(n)s player meets everyone before that: pairs meet again",
        "%(n)s players meet everyone before that: pairs meet again",
        "n",
    ),
    too_few=_("Check in at least two players to start round 1."),
    line=_("Enter the table and the score: “12 6-0”."),
    line_explained=_(
        "“12 6-0” and Enter: table 12, 6 GG to 0 for the player named first, by glory. Otherwise a letter says how "
        "it ended: k last Krosmaster, t time, c concession, i intentional draw; then 1 or 2 the winner, if that is "
        "not the one with more GG."
    ),
    line_explained_in_cut=_(
        "“12 6-0” and Enter: table 12, 6 GG to 0 for the player named first, by glory. Otherwise a letter says how "
        "it ended: k last Krosmaster, t time, c concession; then 1 or 2 the winner, if that is not the one with "
        "more GG."
    ),
    cross_table=_(
        "“+7” is a win against the player ranked 7th, “=” a draw, “-” a loss; a symbol alone is a bye or a missed "
        "round."
    ),
    slip=_("Table and score"),
    missing=ngettext_lazy(
        "%(n)s result is missing. Tap the winner.", "%(n)s results are missing. Tap the winner.", "n"
    ),
    places=(),
    you_play=_("You play %(name)s"),
    mail=_("Table %(table)s against %(opponent)s."),
    own_round=_("%(round)s against %(name)s"),
    no_swap="",
    not_recorded=_("Games of this stage are not recorded: report the result on the match page."),
    endings={"glory": _("glory: the loser has no GG left")},
    slip_endings=(_("glory"), _("last Krosmaster"), _("time"), _("concession"), _("drop out")),
    own_endings={
        "concession": (_("your opponent conceded"), _("you conceded")),
        "walkover": (_("your opponent conceded without a game"), _("you conceded without a game")),
        "no-show": (_("your opponent did not come"), _("you did not come")),
        "drop": (_("your opponent dropped"), _("you dropped")),
    },
    no_draw=_("A player who concedes, drops or does not show up loses, so this is not a draw."),
    no_show_with_game="",
    wins_with=_("%(name)s wins by glory, with this many GG left:"),
    win_with=_("%(name)s wins by glory, %(number)s GG"),
    draw_by=_("Draw by time"),
    cut_ties="",
    cut_tie="",
    chooses_side=_("%(name)s is the higher seed and chooses the side."),
    nobody_won=_("both lose"),
    policy="",
    bracket=_(
        "The number before a name is its seed. In each match the higher seed, the one with the lower number, "
        "chooses the side."
    ),
    unplayed="- : -",
    reported=_("reported by one player"),
    to_confirm=_("Your opponent has reported %(own)s."),
    others_reported=_("Your opponent has reported"),
    you_called=_("You have called a judge. They will come to your table."),
    others_called=_("Your opponent has called a judge to your table."),
    waiting=_("You reported: %(score)s. Waiting for your opponent to confirm."),
    titles={},
    how={},
    why={},
)
OF_CREWS = replace(
    OF_DUELS,
    player=_("Crew"),
    meet_again=ngettext_lazy(
        "%(n)s crew meets everyone before that: crews meet again",
        "%(n)s crews meet everyone before that: crews meet again",
        "n",
    ),
    about_crews=_(
        "Two players form a crew. A crew is paired and ranked as one; each player has their own team list and checks "
        "in alone."
    ),
    no_crews="",
    mail=_("Table %(table)s with %(partner)s, against %(opponents)s."),
    too_few=_("Round 1 needs at least two crews whose players have checked in."),
    others_reported=_("The other crew has reported"),
    you_called=_("Your crew has called a judge. They will come to your table."),
    others_called=_("The other crew has called a judge to your table."),
    waiting=_("Your crew reported: %(score)s. Waiting for the other crew to confirm."),
)
LINE_OF_TABLES = _(
    "“1 Gus 6 Ana Joe Cid” and Enter: at table 1 Gus wins by glory with 6 GG, Ana is second. The beginning of a name "
    "is enough; a name without a number has 0 GG; “=” before a name shares the place. Otherwise a letter at the end "
    "says how it ended: k last Krosmaster, t time, c concession."
)
OF_TABLES = Words(
    player=_("Player"),
    seats=(_("Players"),),
    opponents=_("Opponents"),
    met=_("Opponent"),
    about_crews=_("Players of this event play alone."),
    no_crews=_("Players of this event play alone."),
    company=_("At the table"),
    record=_("Places"),
    record_explained=_("Places: how many tables ended in first, second, third and fourth place."),
    counts=(
        *(_("tables in first place"), _("tables in second place")),
        *(_("tables in third place"), _("tables in fourth place")),
    ),
    rounds=OF_DUELS.rounds,
    points=_(
        "tables of four, each player for themselves; points by place: %(points)s, at a table of three %(of_three)s. "
        "Players who share a place get the mean of the places that they take up, rounded down; who did not come gets "
        "none"
    ),
    bring=_("Bring your own team"),
    meet_again=_("%(n)s players cannot play that many rounds without meeting again"),
    too_few=_("Check in at least %(least)s players to start round 1."),
    line=_("Enter the table and the players by place, with their GG: “1 Gus 6 Ana Joe Cid”."),
    line_explained=LINE_OF_TABLES,
    line_explained_in_cut=LINE_OF_TABLES,
    cross_table=_(
        "“2/4” is the second place at a table of four, “1=/4” a shared first place, “+” a bye, “-” a missed round "
        "or a player who did not come."
    ),
    slip=_("Table and places"),
    missing=ngettext_lazy(
        "%(n)s result is missing. Choose the table.", "%(n)s results are missing. Choose the table.", "n"
    ),
    places=(),
    you_play=_("You play %(name)s"),
    mail=_("Table %(table)s against %(opponent)s."),
    own_round=_("%(round)s with %(names)s"),
    no_swap="",
    not_recorded=OF_DUELS.not_recorded,
    endings={},
    slip_endings=(_("glory"), _("last Krosmaster"), _("time"), _("concession")),
    own_endings={},
    no_draw=_("Only at time first place can be shared: choose “time”, or one winner."),
    no_show_with_game=_("Two or more players were there: choose how their game ended."),
    wins_with="",
    win_with="",
    draw_by="",
    cut_ties=_(
        "In the cut one player wins and goes on: nobody shares first place. At time GG decide, then the levels in "
        "play, then the seed."
    ),
    cut_tie=_(
        "In the cut one player wins. With equal GG it is who has more levels in play; if these are equal too, "
        "%(name)s, with the higher seed (%(seed)s)."
    ),
    chooses_side="",
    nobody_won=_("no winner"),
    policy="",
    bracket=_("The number before a name is its seed; behind it stand place and GG. The winner of each table goes on."),
    unplayed=_("playing"),
    reported=_("reported"),
    to_confirm=_("Another player has reported: %(all)s."),
    others_reported=_("The others have reported"),
    you_called=_("You have called a judge. They will come to your table."),
    others_called=_("A player has called a judge to your table."),
    waiting=_("You reported: %(score)s. Still to confirm: %(names)s."),
    titles={},
    how={
        "mean": _("mean of their shares: points over the most that their tables could give, each at least %(floor)s"),
        "floor": _("nobody met yet: %(floor)s"),
    },
    why={"no-show": _("did not come"), "drop": _("left the event")},
)


@dataclass(frozen=True, slots=True)
class Tally:
    """What players count beside who won: its bounds, and what pages call it."""

    most: int  # of one player in a match
    most_together: int | None
    usual: int  # the most that a winner can be tapped to have
    usual_of_table: int
    cap: int  # of the difference in a match, where the event sets no other
    name: Text
    amount: Text
    amount_counted: Text  # where the cap cuts it
    of_player: Text  # label of a field
    of_opponent: Text  # title of a column
    by_seat: Text  # label of a list
    difference: Text  # the tie-breaks
    scored: Text
    cap_of_difference: Text  # label of a setting
    missing: Text
    missing_after_names: Text
    how_many: Text
    out_of_range: Text
    too_many: Text
    none_in_a_draw: Text  # refusals of games that were not played
    none_without_game: Text


def gg(*, most: int, usual: int, usual_of_table: int, cap: int) -> Tally:
    """Gallons of Glory of Arena, and the Geegees of Quest: both are called GG."""
    return Tally(
        most=most,
        most_together=None,
        usual=usual,
        usual_of_table=usual_of_table,
        cap=cap,
        name=_("GG"),
        amount=_("%(glory)s GG"),
        amount_counted=_("%(glory)s GG, of which %(cap)s count"),
        of_player=_("GG of %(name)s"),
        of_opponent=_("GG of the opponent"),
        by_seat=_("GG, by seat"),
        difference=_("GG difference"),
        scored=_("GG scored"),
        cap_of_difference=_("largest GG difference that counts in a match"),
        missing=_("Enter the GG, 0 if none."),
        missing_after_names=_("Add the GG after the names: “1 Gus 3 Ana 2 Joe Cid t”."),
        how_many=_("How many GG does %(name)s have? Choose, or add them after the name."),
        out_of_range=_("Enter GG from 0 to %(most)s."),
        too_many="",
        none_in_a_draw=_("An intentional draw is a draw without GG."),
        none_without_game=_("Without a game there are no GG: enter 0 : 0."),
    )


GLYPHS = Tally(
    most=8,
    most_together=8,
    usual=8,
    usual_of_table=8,
    cap=4,
    name=_("Glyphs"),
    amount=ngettext_lazy("%(glory)s glyph", "%(glory)s glyphs", "glory"),
    amount_counted=ngettext_lazy(
        "%(glory)s glyph, of which %(cap)s count", "%(glory)s glyphs, of which %(cap)s count", "glory"
    ),
    of_player=_("Glyphs of %(name)s"),
    of_opponent=_("Glyphs of the opponent"),
    by_seat=_("Glyphs, by seat"),
    difference=_("glyph difference"),
    scored=_("glyphs"),
    cap_of_difference=_("largest glyph difference that counts in a match"),
    missing=_("Enter the glyphs, 0 if none."),
    missing_after_names=_("Add the glyphs after the names."),
    how_many=_("How many glyphs does %(name)s have? Choose, or add them after the name."),
    out_of_range=_("Enter glyphs from 0 to %(most)s."),
    too_many=_("A board has at most %(most)s glyph cells: both players together cannot have more."),
    none_in_a_draw=_("An intentional draw is a draw without glyphs."),
    none_without_game=_("Without a game there are no glyphs: enter 0 : 0."),
)

OF_BLAST = replace(
    OF_DUELS,
    line_explained=_(
        "“12 5-3” and Enter: table 12, 5 glyphs to 3 for the player named first. With equal glyphs nobody has won. "
        "Otherwise a letter says how it ended: k knock-out, t time, c concession, i intentional draw; then 1 or 2 the "
        "winner, if that is not the one with more glyphs."
    ),
    line_explained_in_cut=_(
        "“12 5-3” and Enter: table 12, 5 glyphs to 3 for the player named first. Otherwise a letter says how it ended: "
        "k knock-out, t time, c concession; then 1 or 2 the winner, if that is not the one with more glyphs."
    ),
    line=_("Enter the table and the score: “12 5-3”."),
    endings={
        "knock-out": _("knock-out: half of a team has fallen"),
        "glyphs": _("glyphs: the favors have run out"),
        "no-winner": _("no winner: the favors have run out, and glyphs are equal"),
    },
    slip_endings=(_("knock-out"), _("glyphs"), _("time"), _("concession"), _("drop out")),
    wins_with="",
    win_with="",
    draw_by=_("Nobody won"),
    cut_ties=_(
        "In the cut every game has a winner. With equal glyphs it is the player who has put down more injuries; if "
        "these are equal too, the higher seed."
    ),
)
LINE_OF_QUEST = _(
    "“1 Gus 13 Ana 9 Joe 4 Cid” and Enter: at table 1 Gus has filled the path with 13 GG, Ana is second with 9. The "
    "beginning of a name is enough; a name without a number has 0 GG; “=” before a name shares the place. Otherwise a "
    "letter at the end says how it ended: a Adventure Path full, t time, c concession."
)
OF_QUEST = replace(
    OF_TABLES,
    bring=_("Bring one Krosmaster"),
    policy=_(
        "The rule book names the winner alone and knows no clock. By the policy of this event the other places follow "
        "the GG, and equal ones share a place. When time is up, the current round of turns is finished; then the most "
        "GG are first."
    ),
    line_explained=LINE_OF_QUEST,
    line_explained_in_cut=LINE_OF_QUEST,
    line=_("Enter the table and the players by place, with their GG: “1 Gus 13 Ana 9 Joe 4 Cid”."),
    endings={"path-filled": _("path filled: the winner has all GG of the path")},
    slip_endings=(_("path filled"), _("Adventure Path full"), _("time"), _("concession")),
    no_draw=_("Somebody has won this game alone: choose another ending, or one winner."),
    cut_ties=_("At the final table one player wins. With equal GG it is the higher seed."),
    cut_tie=_("At the final table one player wins. With equal GG it is %(name)s, with the higher seed (%(seed)s)."),
)
LINE_OF_HEATS = _(
    "“1 p 9 13 2” and Enter: at table 1 the crew has filled a path after 9 Demon turns, its best has 13 GG, and there "
    "were 2 KOs. Instead of p: a Adventure Path full, t time, c concession, each of them lost."
)
OF_HEATS = replace(
    OF_QUEST,
    player=_("Crew"),
    seats=(_("Crew"),),
    opponents=_("Demon"),
    met="",
    about_crews=_(
        "Two to %(most)s players form a crew, which plays against the Demon and is ranked as one. Each player has "
        "their own list and checks in alone. Players without a crew can play the Demon."
    ),
    no_crews="",
    company=_("Demon"),
    record=_("W-L"),
    record_explained=_("W-L: heats won and lost. A heat that was missed counts as lost."),
    counts=(_("won"), _("lost")),
    rounds=ngettext_lazy("%(number)s heat of %(minutes)s minutes", "%(number)s heats of %(minutes)s minutes", "number"),
    points=_("crews against the Demon, without opponents: a heat is won or lost"),
    too_few=_("Round 1 needs at least one crew whose players have checked in."),
    policy=_(
        "The rule book says when a crew wins and names no ranks. By the policy of this event crews are compared by "
        "heats won, heats played, fewer Demon turns, more GG of their best player, and fewer KOs; equal crews share a "
        "rank. A heat is lost by the scenario, or when the Adventure Path is full or time is up first. The Demon has "
        "no rank."
    ),
    line=_("Enter the table, how it ended, Demon turns, GG and KOs: “1 p 9 13 2”."),
    line_explained=LINE_OF_HEATS,
    line_explained_in_cut=LINE_OF_HEATS,
    cross_table=_("“+” is a heat won, “-” one that was lost or missed."),
    slip=_("Table and result"),
    places=(_("won"), _("lost")),
    you_play=_("You play with %(names)s against the Demon"),
    mail=_("Table %(table)s with %(partner)s, against the Demon."),
    own_round="%(round)s",
    no_swap=_("In heats nobody meets anybody, so nobody can be swapped."),
    not_recorded=_("Heats are not recorded by buttons: hand in the log of the game as a file."),
    no_show_with_game=_("The crew is not absent here: choose “did not come”, or how the heat ended."),
    endings={"path-filled": _("path filled: one of the crew has all GG of the path")},
    slip_endings=(_("path filled"), _("by the scenario"), _("Adventure Path full"), _("time"), _("concession")),
    cut_ties="",
    others_reported="",
    waiting=_("Your crew reported: %(score)s. The staff enter it."),
    titles={
        "points": _("heats won"),
        "heats-played": _("heats played"),
        "demon-turns": _("Demon turns"),
        "gg-scored": _("GG of the best player"),
        "kos": _("KOs"),
    },
)
