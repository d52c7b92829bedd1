"""What differs between formats is data or a function of their record (`tournaments/events/models/formats.py`): code
elsewhere reads its fields, and does not ask which format it has."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from tournaments.events.models.formats import Format

ROOT = Path(__file__).parents[2]
PACKAGES = ("accounts", "config", "core", "judging", "teams", "tournaments")
RECORD = "tournaments/events/models/formats.py"
PROPERTIES = {name for name, value in vars(Format).items() if isinstance(value, property)}
# by any name: whether it is this format, and fields of the record that are yes or no
ASKING = (
    PROPERTIES | {each.name for each in fields(Format) if each.type in (bool, "bool")} | {"has_partners", "is_duel"}
)
# a field of the record as a condition by itself asks too: `if match.format.outcomes`
OF_RECORD = re.compile(rf"\b(format_?|form)\.({'|'.join(each.name for each in fields(Format))})$")
MODE, NAME_OF_MODE = r"\bmode\b", r"'[\w-]+'|Mode\.\w+|\w+\.slug"
SEATS, NUMBER = r"\b(seats|sides|seated|players_a_seat)\b", r"\d+|PLAYERS_OF_A_DUEL"
IN_TAGS = re.compile(r"{%-?\s*(?:if|elif)\b(.*?)%}", re.DOTALL)
NAMED = rf"\.(?:{'|'.join(sorted(ASKING))})\b"
IN_CONDITION = re.compile(rf"{NAMED}|\bevent\.mode\b|\bformat\.\w+(?=\s*(?:$|and\b|or\b))|\bseats\|length\b")


def questions_of_python(text: str) -> Iterator[str]:
    tree = ast.parse(text)
    seen: set[int] = set()
    for condition in _conditions(tree):
        whole = ast.unparse(condition)
        if OF_RECORD.search(whole) and isinstance(condition, ast.Attribute) and id(condition) not in seen:
            seen.add(id(condition))
            yield whole
        for node in ast.walk(condition):
            if id(node) not in seen and _asks(node):
                seen.add(id(node))
                yield ast.unparse(node)


def _conditions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
                yield test
            case ast.Match(subject=test) | ast.UnaryOp(op=ast.Not(), operand=test) | ast.NamedExpr(value=test):
                yield test
            case ast.comprehension(ifs=tests) | ast.BoolOp(values=tests):
                yield from tests
            case ast.Call(func=ast.Name(id="bool"), args=[test]):
                yield test
            case ast.Compare():
                yield node


def _asks(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name):
            return name in ASKING
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.Gt() | ast.Lt() | ast.GtE() | ast.LtE()]):
            sides = [ast.unparse(side) for side in (left, *node.comparators)]
            return _compares(MODE, NAME_OF_MODE, *sides) or _compares(SEATS, NUMBER, *sides)
    return False


def _compares(what: str, value: str, left: str, right: str) -> bool:
    return any(re.search(what, one) and re.fullmatch(value, other) for one, other in ((left, right), (right, left)))


def questions_of_template(text: str) -> list[str]:
    return [found for tag in IN_TAGS.findall(text) for found in IN_CONDITION.findall(tag.strip())]


def questions() -> Counter[str]:
    found: Counter[str] = Counter()
    for path in sorted(ROOT.glob("*/**/*")):
        name = str(path.relative_to(ROOT))
        if name == RECORD or "/migrations/" in name:
            continue
        if path.suffix == ".py" and name.split("/", maxsplit=1)[0] in PACKAGES:
            found[name] += len(list(questions_of_python(path.read_text())))
        elif path.suffix in (".html", ".jinja", ".txt") and name.startswith("templates/"):
            found[name] += len(questions_of_template(path.read_text()))
    return +found


# may only shrink: how often a file asks today
ALLOWED = {
    "config/demo/setup.py": 1,
    "judging/logs/services/worker.py": 1,
    "judging/recorder/forms/tables.py": 1,
    "judging/rulings/forms/rulings.py": 1,
    "judging/rulings/services/decisions.py": 1,
    "templates/judging/parts/match_logs.html": 1,
    "templates/tournaments/events/parts/facts.html": 1,
    "templates/tournaments/events/parts/my_part.html": 1,
    "templates/tournaments/players/crews.html": 1,
    "templates/tournaments/players/manage.html": 1,
    "templates/tournaments/results/match.html": 1,
    "templates/tournaments/results/parts/match_state.html": 1,
    "tournaments/api/serializers.py": 1,
    "tournaments/events/services/contradictions.py": 1,
    "tournaments/players/services/crews.py": 1,
    "tournaments/players/views/crews.py": 1,
    "tournaments/results/forms/results.py": 1,
    "tournaments/results/services/demons.py": 1,
    "tournaments/results/services/entry.py": 1,
    "tournaments/results/services/player_reports.py": 1,
    "tournaments/results/services/reporting.py": 1,
    "tournaments/results/services/scores.py": 1,
    "tournaments/results/views/picking.py": 1,
    "tournaments/rounds/services/re_pairing.py": 1,
    "tournaments/standings/services/clinch.py": 1,
}


def test_only_the_record_asks_which_format_it_is() -> None:
    found = questions()
    more = {name: number for name, number in found.items() if number > ALLOWED.get(name, 0)}
    assert not more, "a field of the record says it (tournaments/events/models/formats.py)"
    fewer = {name: number for name, number in ALLOWED.items() if found[name] < number}
    assert not fewer, "so many are not there any more: lower the number"


def test_questions_under_any_name_are_found() -> None:
    asked = """
def f(match, event, mode):
    if match.format.plays_on and mode == "duel" or len(match.seats()) > 2:
        return [row for row in event.rows if event.format.outcomes]
"""
    assert len(list(questions_of_python(asked))) == 4
    assert len(questions_of_template("{% if event.format.outcomes and not event.format.is_for_crews %}")) == 2
