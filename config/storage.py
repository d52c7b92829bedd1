from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_EVERY_SCRIPT, IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Files named by their content, so that browsers keep them; the imports between our own modules are renamed too."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns: Any = ("js/*.js", IMPORTS)
