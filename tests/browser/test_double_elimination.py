"""A double elimination of eight to its second final: winners above, losers below, the finals at the right of both."""

import os

import pytest

from tests.browser.driver import DESKTOP, overflow, serious_faults
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Role
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Dani O'Shun", "Gaëlle van den Berg", "Maximilienne de la Tour", "Bo", "Inès", "Jérôme", "Éloi", "Ana")
PARTS = """() => Object.fromEntries([...document.querySelectorAll(".bracket-part")].map((part) => {
  const ties = [...part.querySelectorAll(".bracket-tie")].map((tie) => tie.getBoundingClientRect());
  const most = (side) => Math.max(...ties.map((box) => box[side]));
  const least = (side) => Math.min(...ties.map((box) => box[side]));
  return [part.className.match(/bracket-(winners|losers|finals)/)[1],
    {top: least("top"), bottom: most("bottom"), left: least("left"), right: most("right"), ties: ties.length}];
}))"""


@pytest.fixture
def cut():
    event = an_event("cut", cut_size=8, cut_kind="double", name="Coupe")
    event.cut_seeds = [a_player(event, name).pk for name in NAMES]
    event.save()
    a_round(event, state="closed")
    return event


def a_round_is_played(event, keeper) -> int:
    """Those with the higher number win the final, all others those with the lower: a second final decides."""
    played = pairing.pair_round(event_id=event.pk, who=keeper)
    publishing.publish_round(round_id=played.pk, who=keeper)
    for match in played.matches.filter(bye=False):  # the higher number wins one match, the first final
        loses = match.bracket_slot == "final"
        outcome = "b" if loses else "a"
        score = Score.duel(outcome, 0 if loses else 6, 6 if loses else 0)
        enter_result(match_id=match.pk, score=score, who=keeper)
    return played.number


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_double_elimination_is_drawn_to_its_second_final(open_page, cut, size):
    keeper = staff(cut, Role.OWNER)
    page = open_page("about:blank", size=size)
    rounds = 0
    while not (champion := page.locator(".bracket-finals .bracket-round:last-child .bracket-won")).count():
        number = a_round_is_played(cut, keeper)
        rounds += 1
        assert rounds < 12
        page.goto(f"/events/{cut.slug}/bracket/")
        parts = page.evaluate(PARTS)
        assert parts["winners"]["bottom"] <= parts["losers"]["top"]
        assert max(parts["winners"]["right"], parts["losers"]["right"]) <= parts["finals"]["left"]
        assert (
            parts["winners"]["top"] <= parts["finals"]["top"] and parts["finals"]["bottom"] <= parts["losers"]["bottom"]
        )
        assert overflow(page) <= 0
        assert size == "phone" or parts["finals"]["right"] <= DESKTOP["viewport"]["width"]
        if os.environ.get("SHOTS"):
            page.screenshot(path=f"{os.environ['SHOTS']}/double-{size}-{number}.png", full_page=True)
    assert "O'Shun" in champion.inner_text()
    assert [parts[part]["ties"] for part in ("winners", "losers", "finals")] == [7, 6, 2]
    assert serious_faults(page) == []
