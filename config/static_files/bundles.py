"""Bundles of static files: each page loads one style sheet and one script besides the common ones, with imports
inlined.

A phone on a slow line requests one file instead of twenty in sequence. Without `collectstatic` browsers follow the
imports themselves. A module in both the common script and a page's script is loaded twice, so it must keep no state.
"""

import posixpath
import re
from collections.abc import Callable

Read = Callable[[str], str]  # returns the text of a file by its name, such as "css/site.css"

SHEET = re.compile(r'^@import url\("([\w.-]+)"\)(?: (print))?;$', re.MULTILINE)
IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "(\.[\w./-]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
AROUND_MARKS = re.compile(r"\s*([{};,])\s*")  # of sheets; no text in them has such a mark
NOT_SENT = re.compile(r"^\s*(?://.*|/\*\*.*\*/)?\n|^[ \t]+", re.MULTILINE)  # whole-line comments and indentation
NOT_UNDERSTOOD = re.compile(
    r"^(?:import|export|await|@import)\b.*|^(?:const|let|var) .*= await\b.*|\bimport\(.*|import\.meta.*"
    r"|^(?:[^`\n]*`[^`\n]*`)*[^`\n]*`[^`\n]*$",  # a template literal that continues on the next line
    re.MULTILINE,
)


class NotUnderstood(Exception):
    """A file uses syntax that the bundler does not support."""


def style(name: str, read: Read) -> str:
    def sheet(line: re.Match[str]) -> str:
        text = _checked(line[1], read(posixpath.join(posixpath.dirname(name), line[1]))).strip()
        return f"@media {line[2]} {{\n{text}\n}}" if line[2] else text

    return AROUND_MARKS.sub(r"\1", COMMENT.sub("", SHEET.sub(sheet, read(name)))).strip()


def script(name: str, read: Read) -> str:
    """Each module becomes a function that is called once, after its imports; it returns its exports."""
    parts: dict[str, str] = {}
    return _as_sent("\n".join(["const modules = {};", *_modules(name, read, parts, ()), parts[name]]))


SHEETS = ("site", "replay-page", "record-page", "builder-page", "set-up")
SCRIPTS = (
    "site",
    "replay",
    "record",
    "light",
    "slips",
    "finding",
    "case",
    "desk",
    "style",
    "builder",
    "in_place",
    "finish",
)
BUNDLES = {f"css/{name}.css": style for name in SHEETS} | {f"js/{name}.js": script for name in SCRIPTS}


def _modules(name: str, read: Read, parts: dict[str, str], importers: tuple[str, ...]) -> list[str]:
    """Dependencies come first; the text of this module is added to `parts`."""
    if name in importers:
        raise NotUnderstood(f"{name} imports itself by way of {importers[-1]}")
    before: list[str] = []

    def imported(line: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), line[2]))
        if other not in parts:
            before.extend(_modules(other, read, parts, (*importers, name)))
            before.append(f'modules["{other}"] = {parts[other]};')
        return f'const {{ {line[1]} }} = modules["{other}"];'

    text = IMPORT.sub(imported, read(name))
    exported = EXPORT.findall(text)
    text = _checked(name, EXPORT.sub("", text)).strip()
    parts[name] = f"(() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})()" if importers else text
    return before


def _as_sent(text: str) -> str:
    """Strip comments and indentation. Multi-line template literals are rejected, so no line starts inside a string."""
    return NOT_SENT.sub("", text).strip()


def _checked(name: str, text: str) -> str:
    found = NOT_UNDERSTOOD.search(text)
    if found:
        raise NotUnderstood(f"{name}: {found[0].strip()}")
    return text
