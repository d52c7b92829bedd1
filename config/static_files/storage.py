import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Bundles of static files: each page loads one style sheet and one script besides the common ones, with imports
# inlined.
#
# A phone on a slow line requests one file instead of twenty in sequence. Without `collectstatic` browsers follow the
# imports themselves. A module in both the common script and a page's script is loaded twice, so it must keep no state.
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


_EVERY_SCRIPT, IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]

ASKED_FIRST = {*BUNDLES, "django_htmx/htmx-2.min.js", "img/icons.svg", "js/begin.js"}
FOUND_BY_THEIR_OWN_NAMES = "vendor/pyodide-"  # the runtime looks for its parts without the hash


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Names files by their content, so that browsers can cache them forever, and renames the imports between our
    modules."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns: Any = ("js/*.js", IMPORTS)
    _with_brotli = False

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Write bundles before files are named by their content."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        for name, bundled in BUNDLES.items():
            if name in paths and not dry_run:
                paths = {**paths, name: (self._written(name, bundled(name, read)), name)}
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, names: Iterable[str]) -> Iterator[Any]:
        """Compress each file only under the name by which browsers ask for it; source maps are for developer tools.
        Brotli takes seconds for all files, so it is kept for those that a page needs before it is shown."""
        hashed, first = set(self.hashed_files.values()), {self.hashed_files.get(name) for name in ASKED_FIRST}
        for_browsers = [name for name in names if (name in hashed) != name.startswith(FOUND_BY_THEIR_OWN_NAMES)]
        wanted = {name for name in for_browsers if not name.endswith(".map")}
        self._with_brotli = True
        yield from super().compress_files(wanted & first)
        self._with_brotli = False
        yield from super().compress_files(wanted - first)

    def create_compressor(self, **options: Any) -> Compressor:
        return Compressor(use_brotli=self._with_brotli, **options)

    def _written(self, name: str, text: str) -> FileSystemStorage:
        collected = FileSystemStorage(location=self.location)
        collected.delete(name)
        collected.save(name, ContentFile(text.encode()))
        return collected


class StaticMiddleware(WhiteNoiseMiddleware):
    """Serves larger chunks than Django's 4 KiB: each costs two switches between thread and event loop."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> Any:
        response = WhiteNoiseMiddleware.serve(static_file, request)
        response.block_size = 64 * 1024
        return response
