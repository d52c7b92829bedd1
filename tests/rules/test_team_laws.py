"""Laws that hold for every list, whatever it holds."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from rules.arena.team import check

SLUGS = st.sampled_from([card.slug for card in catalogue().cards])
PROFILES = st.sampled_from(list(profiles().values()))
OF_COMPANY = {"1.1.1.c", "1.1.1.d", "1.1.1.e", "1.1.1.f", "1.1.1.g", "1.1.1.h"}  # broken by figures that are there


def company_faults(figures, legality):
    return {violation.article for violation in check(figures, legality=legality).violations} & OF_COMPANY


@pytest.mark.check
@given(st.lists(SLUGS, max_size=10), PROFILES, st.randoms())
def test_the_order_of_the_figures_changes_no_verdict(figures, legality, random):
    verdict = check(figures, legality=legality)
    random.shuffle(figures)
    again = check(figures, legality=legality)
    assert (again.verdict, again.level, again.initiative) == (verdict.verdict, verdict.level, verdict.initiative)
    assert Counter(v.article for v in again.violations) == Counter(v.article for v in verdict.violations)


@pytest.mark.check
@given(st.lists(SLUGS, min_size=1, max_size=9), PROFILES, st.data())
def test_taking_a_figure_out_never_makes_fewer_figures_legal(figures, legality, data):
    """What a fuller team admits beside it, an emptier one admits too."""
    candidate = data.draw(SLUGS)
    fewer = list(figures)
    fewer.pop(data.draw(st.integers(0, len(figures) - 1)))
    assert company_faults([*fewer, candidate], legality) <= company_faults([*figures, candidate], legality)


@settings(max_examples=50)
@given(st.lists(SLUGS, max_size=12), PROFILES)
def test_every_answer_can_be_shown(figures, legality):
    answer = check(figures, legality=legality).as_dict()
    assert answer["verdict"] == ("illegal" if answer["violations"] else "legal")
    for violation in answer["violations"]:
        assert set(violation["figures"]) <= set(figures)
        assert "{" not in violation["message"] + violation["mend"]
