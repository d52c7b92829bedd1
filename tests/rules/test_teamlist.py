"""Team lists as people write them: read whole, or refused with every reason; never a traceback."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from rules.arena.teamlist import TeamList, fields_of, judge, parse_json, parse_text, read
from rules.common.verdicts import UnreadableListError
from tests.rules.logs import TEAM_A

NONE = profiles()["none"]
STASIS = {
    "format": "krosmaster-team/1",
    "name": "Stasis",
    "team_format": "constructed",
    "legality": "season-2018-01",
    "figures": list(TEAM_A.values()),
    "pool": None,
}


def document(**changes):
    return json.dumps(STASIS | changes).encode()


def without(key):
    return json.dumps({name: value for name, value in STASIS.items() if name != key}).encode()


def errors(data):
    return {(error.pointer, error.code) for error in judge(data).errors}


def test_a_document_is_read_and_written_back_the_same():
    assert parse_json(document()).as_dict() == STASIS


def test_a_limited_document_keeps_its_pool():
    limited = STASIS | {"team_format": "limited", "pool": ["ush", "ush", "bill-tell"], "figures": ["ush"]}
    assert parse_json(json.dumps(limited).encode()).as_dict() == limited


@pytest.mark.parametrize("key", ["legality", "name", "pool"])
def test_what_a_document_may_leave_out(key):
    assert judge(without(key)).verdict == "legal"


def test_without_a_legality_there_are_no_bans():
    assert parse_json(without("legality")).legality == "none"


def test_a_list_for_four_players_survives_reading_and_writing():
    four = STASIS | {"team_format": "four-player", "figures": ["bill-tell", "ush"]}
    assert parse_json(json.dumps(four).encode()).as_dict() == four


def test_pasted_text_is_a_list_for_four_players_where_asked():
    assert read(b"2x Bill Tell\n", team_format="four-player").check().verdict == "legal"


MALFORMED = {
    "broken": (b'{"format": ', {("", "not-json")}),
    "a list": (b"[]", {("", "wrong-type")}),
    "a number in brackets": (b"[1, 2]", {("", "wrong-type")}),
    "not UTF-8": (b'{"name": "\xff"}', {("", "not-utf8")}),
    "duplicate names": (b'{"figures": [], "figures": []}', {("", "duplicate-key")}),
    "not a number": (b'{"figures": [NaN]}', {("/figures/0", "not-finite")}),
    "too deep": (b'{"figures": ' + b"[" * 5000 + b"]" * 5000 + b"}", {("", "too-deep")}),
    "5 MB": (b'{"name": "' + b"a" * 5_000_000 + b'"}', {("", "too-large")}),
    "another format": (document(format="krosmaster-team/2"), {("/format", "wrong-format")}),
    "a format that is a list": (document(format=["krosmaster-team/1"]), {("/format", "wrong-format")}),
    "no team format": (without("team_format"), {("/team_format", "missing-field")}),
    "a team format of ours": (document(team_format="sealed"), {("/team_format", "wrong-team-format")}),
    "an unknown profile": (document(legality="season-2018-1"), {("/legality", "unknown-legality")}),
    "a profile that is a number": (document(legality=2018), {("/legality", "unknown-legality")}),
    "a name that is a number": (document(name=3), {("/name", "wrong-name")}),
    "a name without end": (document(name="a" * 201), {("/name", "wrong-name")}),
    "no figures": (without("figures"), {("/figures", "missing-field")}),
    "figures as text": (document(figures="bill-tell"), {("/figures", "wrong-type")}),
    "figures of other kinds": (
        document(figures=["bill-tell", None, 3, ["ush"], {}, True]),
        {(f"/figures/{place}", "wrong-type") for place in range(1, 6)},
    ),
    "limited without a pool": (document(team_format="limited"), {("/pool", "wrong-type")}),
    "an unknown figure": (document(figures=["bill-tel"]), {("/figures/0", "unknown-figure")}),
    "figures without end": (document(figures=["ush"] * 20_001), {("/figures", "too-many-figures")}),
    "several things at once": (
        document(format=1, name=2, figures=3),
        {("/format", "wrong-format"), ("/name", "wrong-name"), ("/figures", "wrong-type")},
    ),
    "an empty text": (b"", {("", "empty")}),
    "only comments": (b"# nothing\n\n   # at all\n", {("", "empty")}),
    "a text of copies without end": (b"999999999x ush\n" * 1000, {("/figures", "too-many-figures")}),
    "a text that is not UTF-8": (b"caf\xe9", {("", "not-utf8")}),
    "a 5 MB paste": (b"ush\n" * 1_250_000, {("", "too-large")}),
}


@pytest.mark.parametrize(("data", "expected"), MALFORMED.values(), ids=MALFORMED)
def test_what_cannot_be_read_is_malformed_with_every_reason(data, expected):
    assert errors(data) == expected
    assert judge(data).verdict == "malformed"


def test_ten_thousand_figures_are_read_and_are_too_many():
    verdict = judge(document(figures=["ush", "bill-tell"] * 5_000))
    assert verdict.verdict == "illegal"
    assert {violation.code for violation in verdict.violations} >= {"too-many-figures", "level-too-high"}


def test_ten_thousand_unknown_figures_are_answered_shortly():
    assert len(judge(document(figures=[f"figure-{n}" for n in range(10_000)])).errors) == 100


def test_a_pasted_text_counts_copies_and_passes_over_comments():
    text = "# My team\n2x Bill Tell  # the archer\n\n 1 x Queen of the Tofus\r\nDani O’Shun\n"
    assert parse_text(text.encode()).figures == ("Bill Tell", "Bill Tell", "Queen of the Tofus", "Dani O’Shun")


def test_commas_part_figures_as_lines_do():
    text = "Bill Tell, 2x Ush,\nKivin # the archer, not the cook\n"
    assert parse_text(text.encode()).figures == ("Bill Tell", "Ush", "Ush", "Kivin")


def test_copies_may_stand_close_to_the_name_or_apart():
    text = "2xKivin\n2× Ush\n3 x Nox\n1X Xav\n"
    assert parse_text(text.encode()).figures == ("Kivin",) * 2 + ("Ush",) * 2 + ("Nox",) * 3 + ("Xav",)


@pytest.mark.parametrize("data", [document(), b"2x Bill Tell\n"])
def test_the_mark_that_editors_put_before_a_text_changes_nothing(data):
    assert judge(b"\xef\xbb\xbf" + data) == judge(data)


def test_the_text_form_is_read_back_as_the_same_team():
    team = TeamList(("bill-tell", "bill-tell", "percedal-percylax", "bill-tell-eternal-1"), name="Two\nlines")
    again = read(team.as_text().encode()).check()
    assert again.figures == team.figures


@pytest.mark.check
@given(st.lists(st.sampled_from([card.slug for card in catalogue().cards]), min_size=1, max_size=8))
def test_every_team_survives_its_text_form(figures):
    again = read(TeamList(tuple(figures)).as_text().encode())
    assert sorted(again.check().figures) == sorted(figures)


@pytest.mark.check
@given(st.text(max_size=200) | st.binary(max_size=200))
def test_whatever_is_pasted_gets_a_verdict(paste):
    data = paste.encode(errors="surrogatepass") if isinstance(paste, str) else paste
    assert judge(data).verdict in ("legal", "illegal", "malformed")


JUNK = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=20), lambda i: st.lists(i, max_size=3))


@pytest.mark.check
@given(st.fixed_dictionaries({}, optional={key: JUNK | st.just(value) for key, value in STASIS.items()}))
def test_whatever_stands_in_the_fields_gets_a_verdict(fields):
    assert judge(json.dumps(fields).encode()).verdict in ("legal", "illegal", "malformed")


BARELY_READ = {
    "a name of 200 signs": (document(name="a" * 200), 4),
    "twenty thousand figures": (document(figures=["ush"] * 20_000), 20_000),
    "twenty thousand copies": (b"20000x ush", 20_000),
    "a million bytes": (b"#" * 999_996 + b"\nush", 1),
    "a document after blanks": (b"\n  " + document(), 4),
}


@pytest.mark.parametrize(("data", "figures"), BARELY_READ.values(), ids=BARELY_READ)
def test_what_is_just_within_the_bounds_is_read(data, figures):
    assert len(read(data).figures) == figures


def test_the_text_form_says_only_what_the_list_says():
    assert TeamList(("bill-tell", "nobody")).as_text() == "Bill Tell\nnobody\n"
    assert TeamList(("ush", "ush"), name="Two").as_text() == "# Two\n2x Ush\n"


def test_a_pool_counts_in_limited_only():
    assert parse_json(document(pool=["ush"])).pool == ()
    assert parse_json(document(pool=["ush"], team_format="limited")).pool == ("ush",)


def test_a_list_is_held_to_its_own_profile_or_another():
    banned = TeamList(("theo",), legality="season-2016-05")
    codes = {profile: {broken.code for broken in banned.check(profile).violations} for profile in (None, NONE)}
    assert codes[None] - codes[NONE] == {"banned"}


def test_a_pool_is_needed_in_limited_only():
    known = [fields_of({"team_format": team_format}, ()) for team_format in ("limited", "constructed")]
    assert [fields["pool"][1] for fields in known] == [True, False]
    assert errors(
        json.dumps({k: v for k, v in STASIS.items() if k != "pool"} | {"team_format": "limited"}).encode()
    ) == {("/pool", "missing-field")}


def test_a_list_may_name_a_profile_of_ones_own():
    assert read(document(legality="our-own"), own_profiles=["our-own"]).legality == "our-own"


def test_what_is_said_of_strange_input_is_short_and_printable():
    (note,) = (each for each in judge(document(**{"\a" + "b" * 90: 1})).notes if each.code == "unknown-field")
    assert note.message.facts == {"field": "?" + "b" * 79}
    (error,) = judge(b"0x " + b"b" * 90).errors
    assert error.message.facts == {"line": "0x " + "b" * 77}
    (error,) = judge(document(name=3)).errors
    assert "at most 200 characters" in str(error.message)
    assert len(judge(b"0x ush\n" * 101).errors) == 100


def test_an_unreadable_list_says_why_in_words_too():
    with pytest.raises(UnreadableListError, match="bytes"):
        read(b"x" * 1_000_001)


def codes(data):
    return {error.code for error in judge(data).errors}


@pytest.mark.parametrize("line", ["0x Gein", "00 x Gein"])
def test_a_line_without_copies_is_reported_and_not_passed_over(line):
    assert codes(f"{line}\nBill Tell".encode()) == {"no-copies"}


@pytest.mark.parametrize("name", [0, [], {}, False, 3])
def test_a_name_that_is_no_text_is_refused(name):
    document = {"format": "krosmaster-team/1", "name": name, "team_format": "constructed", "figures": ["ush"]}
    assert codes(json.dumps(document).encode()) == {"wrong-name"}


def test_the_name_at_a_texts_top_is_read_back():
    team = TeamList(("ush", "gein"), name="Stasis # two")
    assert parse_text(team.as_text().encode()).name == team.name
    assert parse_text(b"ush\n# a remark").name == ""
    assert parse_text(b"ush # a remark").name == ""
