"""Extract the runtime of the offline recorder from its npm package: python -m tools.vendor_pyodide pyodide-0.29.4.tgz

Files that no page needs are left out (source maps, types, console, most of the standard library). The others are
unchanged, except for the line that names a source map.
"""

import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

VERSION = "0.29.4"
SHA256 = "3ebbf05087d9a796c61b2163252e9049c7394a8f2b6f8dd4b00c5a373fb06efb"
FOLDER = Path(__file__).resolve().parents[1] / "static" / "vendor" / f"pyodide-{VERSION}"
AS_THEY_ARE = ("pyodide.asm.js", "pyodide.asm.wasm")
MAP = b"//# sourceMappingURL=pyodide.mjs.map"
ALWAYS = (1980, 1, 1, 0, 0, 0)

# What `judging.recorder.offline.device`, the rules and the runtime import, including imports at run time.
PACKAGES = (
    *("_pyodide", "asyncio", "collections", "concurrent", "http", "importlib", "json", "logging", "pathlib", "pyodide"),
    *("re", "sysconfig", "tomllib", "urllib", "zipfile"),
)
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8")
MODULES = (
    *(
        "__future__",
        "_collections_abc",
        "_colorize",
        "_compression",
        "_opcode_metadata",
        "_sitebuiltins",
        "_weakrefset",
    ),
    *("_sysconfigdata__emscripten_wasm32-emscripten", "abc", "argparse", "ast", "base64", "bisect", "bz2", "codecs"),
    *("contextlib", "contextvars", "copy", "copyreg", "dataclasses", "datetime", "_pydatetime", "_strptime", "difflib"),
    *("dis", "enum", "fnmatch", "fractions", "functools", "genericpath", "gettext", "glob", "hashlib", "heapq", "hmac"),
    *(
        "inspect",
        "io",
        "ipaddress",
        "keyword",
        "linecache",
        "locale",
        "lzma",
        "ntpath",
        "numbers",
        "opcode",
        "operator",
    ),
    *("os", "posixpath", "queue", "random", "reprlib", "secrets", "selectors", "shutil", "signal", "site", "socket"),
    *("stat", "statistics", "string", "struct", "subprocess", "tarfile", "tempfile", "textwrap", "threading", "token"),
    *("tokenize", "traceback", "types", "typing", "warnings", "weakref", "zipimport"),
)


def main(package: Path) -> None:
    content = package.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        sys.exit(f"{package} is not pyodide {VERSION} as it was taken in.")
    with tarfile.open(fileobj=io.BytesIO(content)) as files:
        taken = _taken(files)
    for name, part in taken.items():
        (FOLDER / name).write_bytes(part)
    sums = (f"{hashlib.sha256(part).hexdigest()}  {name}\n" for name, part in taken.items())
    (FOLDER / "SHA256SUMS").write_text("".join(sums))


def _taken(files: tarfile.TarFile) -> dict[str, bytes]:
    loader = _file(files, "pyodide.mjs")
    assert MAP in loader
    lock = json.loads(_file(files, "pyodide-lock.json"))
    return {
        **{name: _file(files, name) for name in AS_THEY_ARE},
        "pyodide.mjs": loader.replace(MAP, b""),
        "pyodide-lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),
        "python_stdlib.zip": _trimmed(_file(files, "python_stdlib.zip")),
    }


def _file(files: tarfile.TarFile, name: str) -> bytes:
    found = files.extractfile(f"package/{name}")
    assert found
    return found.read()


def _trimmed(library: bytes) -> bytes:
    kept = io.BytesIO()
    with ZipFile(io.BytesIO(library)) as whole, ZipFile(kept, "w", ZIP_DEFLATED, compresslevel=9) as into:
        for name in sorted(whole.namelist()):
            if _is_wanted(name):
                entry = ZipInfo(name, ALWAYS)
                entry.compress_type = ZIP_DEFLATED
                into.writestr(entry, whole.read(name))
    return kept.getvalue()


def _is_wanted(name: str) -> bool:
    package, _slash, rest = name.partition("/")
    if package == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return package in PACKAGES if rest else name.removesuffix(".py") in MODULES


if __name__ == "__main__":
    main(Path(sys.argv[1]))
