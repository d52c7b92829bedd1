"""The mutants that mutmut has made: what each of them changes, of which kind that is, and how it ended.

Beside every function mutmut writes its changed copies, `x_name__mutmut_7`; a file of JSON says how each of them ended.
"""

import ast
import io
import json
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

FOLDER = Path("mutants")
ENDS = {None: "", 0: "survived", 24: "timeout", -24: "timeout", 36: "timeout", 152: "timeout"}
UNSEEN = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT, tokenize.ENDMARKER)
Token = tuple[int, str]


@dataclass(frozen=True)
class Mutant:
    name: str  # for `mutmut show`; its number changes with every line before it
    function: str
    was: str
    became: str
    kind: str
    end: str  # "" as long as it has not been run
    meta: Path = Path()  # the file that says how it ended
    lines: frozenset[int] = frozenset()  # of the function from 0; one of them is run before the change can matter
    source: str = ""  # of the function

    @property
    def package(self) -> str:
        module = self.name.split(".")[1:-1]
        return "/".join(module[:-1] or module)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.function, self.was, self.became


def mutants(folder: Path = FOLDER, of: str = "rules") -> Iterator[Mutant]:
    """Those of a package, a module or a function."""
    for path in sorted(folder.glob("rules/**/*.py.meta")):
        within = ".".join(path.relative_to(folder).with_suffix("").with_suffix("").parts) + "."
        if not within.startswith(f"{of}.") and not f"{of}.".startswith(within):  # before anything large is read
            continue
        ends = json.loads(path.read_text())["exit_code_by_key"]
        functions = _functions(path.with_suffix("").read_text()) if ends else {}
        for name, code in ends.items():
            module, _, changed = name.rpartition(".")
            original = changed.rpartition("_")[0]
            function = f"{module}.{plain(original)}"
            if not f"{function}.".startswith(f"{of}.") or changed not in functions:  # of a module left alone by now
                continue
            (node, was), (_, became) = functions[original + "_orig"], functions[changed]
            what = (*difference(was, became), kind(was, became), ENDS.get(code, "killed"))
            yield Mutant(name, function, *what, path, run_before(node, was, became), "\n".join(was))


def plain(name: str) -> str:
    """`x_block__mutmut` is block, `xǁGameǁfault__mutmut` is Game.fault."""
    return name.removesuffix("__mutmut").removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")


def _functions(source: str) -> dict[str, tuple[ast.FunctionDef, list[str]]]:
    """Every changed copy, and its lines all under one name."""
    lines = source.splitlines()
    return {
        node.name: (node, _under_one_name(lines[node.lineno - 1 : node.end_lineno]))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name
    }


def _under_one_name(lines: list[str]) -> list[str]:
    before, _, rest = lines[0].partition("(")
    return [before.split("def ")[0] + "def name(" + rest, *lines[1:]]


def difference(was: list[str], became: list[str]) -> tuple[str, str]:
    """The lines that differ, before and after."""
    changes = [each for each in SequenceMatcher(None, was, became, autojunk=False).get_opcodes() if each[0] != "equal"]
    old = " ".join(line.strip() for _, low, high, _, _ in changes for line in was[low:high])
    new = " ".join(line.strip() for _, _, _, low, high in changes for line in became[low:high])
    return old, new


def run_before(function: ast.FunctionDef, was: list[str], became: list[str]) -> frozenset[int]:
    """The lines of the statements that are changed; of the whole function where what changes is no part of one."""
    opcodes = SequenceMatcher(None, was, became, autojunk=False).get_opcodes()
    changed = {line for tag, low, high, _, _ in opcodes if tag != "equal" for line in range(low, max(high, low + 1))}
    spans = [_without_body(node) for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function]
    lines: set[int] = set()
    for line in (function.lineno + number for number in changed):
        those = [span for span in spans if line in span]
        lines.update(*those or [range(function.lineno, (function.end_lineno or 0) + 1)])
    return frozenset(line - function.lineno for line in lines)


def _without_body(statement: ast.stmt) -> range:
    """The lines of a statement as far as the first statement within it."""
    within = [node.lineno for node in ast.walk(statement) if isinstance(node, ast.stmt) and node is not statement]
    return range(statement.lineno, max(statement.lineno + 1, min(within, default=(statement.end_lineno or 0) + 1)))


def kind(was: list[str], became: list[str]) -> str:
    """text: another string. value: None in the place of something. argument: one left out. condition: the others, which
    are operators, numbers and truths."""
    gone, come = _without_ends(_tokens(tuple(was)), _tokens(tuple(became)))
    if come and all(token == tokenize.STRING for token, _ in gone + come):
        return "text"
    if {text for _, text in come} == {"None"}:
        return "value"
    if not come and {text for _, text in gone} != {"not"}:
        return "argument"
    return "condition"


def _without_ends(old: list[Token], new: list[Token]) -> tuple[list[Token], list[Token]]:
    """Without what is the same before and after the change."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    end = 0
    while end < min(len(old), len(new)) - same and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[same : len(old) - end], new[same : len(new) - end]


@lru_cache(maxsize=8)  # every copy of a function is compared with the same original
def _tokens(lines: tuple[str, ...]) -> list[Token]:
    indent = len(lines[0]) - len(lines[0].lstrip())
    text = "\n".join(line[indent:] for line in lines)
    return [
        (each.type, each.string)
        for each in tokenize.generate_tokens(io.StringIO(text).readline)
        if each.type not in UNSEEN
    ]
