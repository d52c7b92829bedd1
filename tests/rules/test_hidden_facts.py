"""What a missing fact would change is said beforehand; `python -m tools.hidden_facts` asks it of 500 games."""

import pytest

from tools.hidden_facts import answer

pytestmark = pytest.mark.usefixtures("figures_of_the_seeds")


@pytest.mark.check
@pytest.mark.parametrize("seed", ["many/6", "hidden/14", "hidden/27"])
def test_facts_that_name_targets_do_not_make_a_log_illegal(seed: str) -> None:
    """Whom a spell takes in hangs on its range, and what a power adds on the spells of its targets."""
    found = answer(seed, draws=0)
    assert found is not None
    assert found.verdict != "invalid"


@pytest.mark.check
@pytest.mark.parametrize("seed", ["many/7", "hidden/15", "hidden/38"])
def test_a_log_is_read_with_the_best_explaining_value(seed: str) -> None:
    """As types, resistances and ranges may have been."""
    found = answer(seed, draws=0)
    assert found is not None
    assert found.verdict == "unverified"


@pytest.mark.check
def test_a_value_that_makes_an_action_illegal_decides_no_winner() -> None:
    found = answer("hidden/13", draws=0)
    assert found is not None
    assert (found.verdict, found.said) == ("unverified", False)


@pytest.mark.check
def test_two_facts_together_may_explain_a_log() -> None:
    """Whether a spell was resisted, and whether an ally of its type was healed for that."""
    found = answer("hidden/25", draws=0)
    assert found is not None
    assert found.verdict == "unverified"


@pytest.mark.check
def test_one_type_alone_may_explain_a_log() -> None:
    """Where every type at once would forbid what that one allows."""
    found = answer("hidden/2113", draws=0)
    assert found is not None
    assert found.verdict == "unverified"


@pytest.mark.check
def test_a_type_may_explain_the_cost_of_another_figures_spell() -> None:
    """4.8.1: spells that cost less beside a companion, whose types nobody has seen."""
    found = answer("hidden/4564", draws=0)
    assert found is not None
    assert found.verdict == "unverified"


@pytest.mark.check
@pytest.mark.parametrize("seed", ["hidden/4740", "hidden/4782", "hidden/5268"])
def test_a_range_may_explain_whom_a_spell_took_in(seed: str) -> None:
    """7.2.3.c: of a spell of several targets, whose range nobody has seen."""
    found = answer(seed, draws=0)
    assert found is not None
    assert found.verdict == "unverified"


@pytest.mark.check
def test_an_element_and_immunity_that_nobody_saw_are_said_together() -> None:
    found = answer("hidden/6249", draws=1)
    assert found is not None
    assert (found.said, found.needed) == (True, True)


@pytest.mark.check
def test_a_boss_and_wisdom_that_nobody_saw_are_said_together() -> None:
    found = answer("many/11", draws=1)
    assert found is not None
    assert (found.said, found.needed, found.verdict) == (True, True, "unverified")


@pytest.mark.check
@pytest.mark.parametrize("seed", ["hidden/14", "hidden/15", "hidden/107"])
def test_what_a_missing_fact_would_change_is_said_beforehand(seed: str) -> None:
    found = answer(seed, draws=1)
    assert found is not None
    assert (found.said, found.needed, found.verdict) == (True, True, "unverified")


@pytest.mark.ci
def test_of_many_games_none_changes_without_a_word() -> None:
    answers = [found for number in range(11, 42) if (found := answer(f"many/{number}"))]
    assert [found.hidden for found in answers if found.needed and not found.said] == []
    assert [found.hidden for found in answers if found.verdict == "invalid"] == []
    assert sum(found.said for found in answers) <= 2 * sum(found.needed for found in answers)
