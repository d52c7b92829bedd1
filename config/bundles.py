"""A page has one style sheet and one script of its own beside those of every page: imports become what they name.

A phone on a slow line asks for one file instead of twenty, and not for the next when it has read the first. Without
`collectstatic` browsers follow the imports themselves. A module that stands in the script of every page and in that of
one page is there twice: it must keep no state.
"""

import posixpath
import re
from collections.abc import Callable

Read = Callable[[str], str]  # the text of a file by its name, as "css/site.css"

SHEET = re.compile(r'^@import url\("([\w.-]+)"\)(?: (print))?;$', re.MULTILINE)
IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "(\.[\w./-]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NOT_SENT = re.compile(r"^\s*(?://.*|/\*\*.*\*/)?\n|^[ \t]+", re.MULTILINE)  # comments of their own line, indentation
NOT_UNDERSTOOD = re.compile(
    r"^(?:import|export|await|@import)\b.*|^(?:const|let|var) .*= await\b.*|\bimport\(.*|import\.meta.*"
    r"|^(?:[^`\n]*`[^`\n]*`)*[^`\n]*`[^`\n]*$",  # a template that goes on in the next line
    re.MULTILINE,
)


class NotUnderstood(Exception):
    """A file is written in a way that cannot be put into another."""


def style(name: str, read: Read) -> str:
    def sheet(line: re.Match[str]) -> str:
        text = _checked(line[1], read(posixpath.join(posixpath.dirname(name), line[1]))).strip()
        return f"@media {line[2]} {{\n{text}\n}}" if line[2] else text

    return _as_sent(COMMENT.sub("", SHEET.sub(sheet, read(name))))


def script(name: str, read: Read) -> str:
    """Each module is a function that is called once, after those that it imports; it returns what it exports."""
    parts: dict[str, str] = {}
    return _as_sent("\n".join(["const modules = {};", *_modules(name, read, parts, ()), parts[name]]))


SHEETS = ("site", "replay-page", "record-page", "builder-page")
SCRIPTS = ("site", "replay", "record", "light", "case", "desk", "style")
BUNDLES = {f"css/{name}.css": style for name in SHEETS} | {f"js/{name}.js": script for name in SCRIPTS}


def _modules(name: str, read: Read, parts: dict[str, str], importers: tuple[str, ...]) -> list[str]:
    """Those that are needed before this one, whose own text is left in `parts`."""
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
    """Without what only its readers here need. No line begins inside a text: a template over several is refused."""
    return NOT_SENT.sub("", text).strip()


def _checked(name: str, text: str) -> str:
    found = NOT_UNDERSTOOD.search(text)
    if found:
        raise NotUnderstood(f"{name}: {found[0].strip()}")
    return text
