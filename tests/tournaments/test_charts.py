"""Charts: well-formed, without styles or scripts, and drawn to scale."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tournaments.core.charts import (
    WIDTH,
    Length,
    Line,
    Use,
    points_race,
    race_legend,
    round_lengths,
    spread,
    ticks,
    use_and_win_rate,
)

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("x")</script> & "Co" \'s'


def charts():
    yield points_race(NASTY, NASTY, [Line(NASTY, [0, 3, 4]), Line("b", [0, 0, 3])], steps_are=NASTY)
    yield points_race("none", "nobody", [], steps_are="round")
    yield points_race("one", "one", [Line("a", [0])], steps_are="round")
    yield use_and_win_rate(NASTY, "d", [Use(NASTY, 3, 10, 7), Use("new", 1, 0, 0)], lists=24, used="used", won=NASTY)
    yield use_and_win_rate("t", "d", [], lists=0, used="used", won="won")
    yield round_lengths(NASTY, "d", [Length(NASTY, [20, 55.5, 61]), Length("2", [])], planned=60)
    yield round_lengths("t", "d", [], planned=0)


@pytest.mark.parametrize("chart", list(charts()))
def test_charts_are_well_formed_named_and_without_scripts(chart):
    root = ElementTree.fromstring(chart)
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "line", "rect", "circle", "path", "text")
    }
    assert not any(name == "style" or name.startswith("on") for element in root.iter() for name in element.attrib)
    assert not re.search(r"nan|inf", chart.split("</desc>")[1].split("<text")[0])


def test_higher_points_and_later_rounds_are_plotted_correctly():
    chart = points_race("t", "d", [Line("a", [0, 3, 6]), Line("b", [0, 0, 1])], steps_are="round")
    leader, follower = re.findall(r'd="([^"]+)"', chart)
    ends = [[float(number) for number in re.findall(r"[\d.]+", path)][-2:] for path in (leader, follower)]
    assert ends[0][0] == ends[1][0]
    assert ends[0][1] < ends[1][1]


def test_equal_lines_are_offset_by_at_most_a_stroke():
    lines = [Line(name, [0, 3, 6]) for name in "abcdefgh"]
    chart = points_race("t", "d", lines, steps_are="round")
    ends = [float(path.split()[-1]) for path in re.findall(r'd="([^"]+)"', chart)]
    assert len(set(ends)) == len(lines)
    assert max(ends) - min(ends) < 2.5
    assert [look for look, _name, _points in race_legend(lines)] == [f"chart-c{number}" for number in range(1, 9)]


def test_lines_ending_equal_share_one_label():
    lines = [Line("a", [0, 6]), Line("b", [0, 3]), Line("c", [0, 3])]
    chart = points_race("t", "d", lines, steps_are="round")
    assert re.findall(r'chart-head ?(chart-c\d)?" [^>]*>([^<]+)<', chart) == [("chart-c1", "1"), ("", "2–3")]


def test_a_label_of_eight_equal_lines_fits_beside_them():
    chart = points_race("t", "d", [Line(name, [0, 3]) for name in "abcdefgh"], steps_are="round")
    [(x, label)] = re.findall(r'chart-head" x="([\d.]+)"[^>]*>([^<]+)<', chart)
    assert label == "1–8"
    assert float(x) + 10 * len(label) <= WIDTH


def test_a_bar_is_as_long_as_its_share():
    chart = use_and_win_rate("t", "d", [Use("half", 12, 4, 1)], lists=24, used="u", won="w")
    widths = [float(width) for width in re.findall(r'width="([\d.]+)"', chart)]
    assert widths[1] == pytest.approx(widths[0] / 2, abs=0.1)
    assert widths[3] == pytest.approx(widths[2] / 4, abs=0.1)
    assert ">50 %<" in chart
    assert ">25 %<" in chart


@pytest.mark.parametrize(("most", "last"), [(0, 1), (1, 1), (7, 8), (27, 30), (100, 100), (260, 300), (12345, 15000)])
def test_an_axis_goes_evenly_to_at_least_the_largest_value(most, last):
    scale = ticks(most)
    assert scale[-1] == last
    assert len({b - a for a, b in pairwise(scale)}) == 1
    assert len(scale) <= 7


def test_names_at_the_same_height_are_pushed_apart():
    assert spread([10, 10, 50], 15) == [10, 25, 50]
