from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.static_files import bundles

_EVERY_SCRIPT, IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]

ASKED_FIRST = {*bundles.BUNDLES, "django_htmx/htmx-2.min.js", "img/icons.svg", "js/begin.js"}
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

        for name, bundled in bundles.BUNDLES.items():
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
