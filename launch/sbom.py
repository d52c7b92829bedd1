"""The locked packages as a CycloneDX document: python -m launch.sbom [FILE]. It depends on the lock file alone."""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from launch import ROOT, say

LOCK = ROOT / "requirements" / "base.txt"
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^ ;\\]+)(?: *; *(?P<marker>[^\\]+))?")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def main(arguments: list[str]) -> int:
    text = json.dumps(document(LOCK.read_text("utf-8")), indent=1, ensure_ascii=False) + "\n"
    if arguments:
        Path(arguments[0]).write_text(text, "utf-8")
    else:
        say(text.rstrip("\n"))
    return 0


def document(lock: str) -> dict[str, Any]:
    """The document; its serial number is derived from the lock, so equal locks give equal documents."""
    digest = hashlib.sha256(lock.encode()).hexdigest()
    serial = f"{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"
    site = {"type": "application", "bom-ref": "site", "name": "krosmaster-arena-tournaments"}
    components = [_component(*entry) for entry in packages(lock)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": site},
        "components": components,
        "dependencies": [{"ref": "site", "dependsOn": [each["bom-ref"] for each in components]}],
    }


def packages(lock: str) -> Iterator[tuple[str, str, str, list[str]]]:
    """Name, version, platforms, and the hash of each installable file."""
    for entry in re.split(r"\n(?=[A-Za-z0-9])", lock):
        if found := PINNED.match(entry):
            yield found["name"], found["version"], (found["marker"] or "").strip(), HASH.findall(entry)


def _component(name: str, version: str, marker: str, hashes: list[str]) -> dict[str, Any]:
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    facts = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    files = [{"alg": "SHA-256", "content": each} for each in hashes]
    markers = [{"name": "marker", "value": marker}] if marker else []
    return {**facts, "hashes": files, **({"properties": markers} if markers else {})}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
