"""Known vulnerabilities of the locked packages, by pip-audit: python -m launch.audit.

Exits 1 if there are any. If the index cannot be asked, it says so and exits 0: without a network the check has no
result.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from launch import ROOT, LaunchError, install, say

LOCK = install.REQUIREMENTS / "base.txt"
NOT_CHECKED = "NOT CHECKED for known weaknesses:"
LONGEST_WAIT = 300  # seconds


def main() -> int:
    try:
        answer = ask(install.packages_of_tool("audit"))
    except (LaunchError, OSError, subprocess.TimeoutExpired) as reason:
        say(f"{NOT_CHECKED} {reason}")
        return 0
    return tell(answer)


def ask(folder: Path) -> dict[str, Any]:
    """`--disable-pip`: the lock file names every package, so nothing is installed or resolved."""
    options = ["--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), *options]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=LONGEST_WAIT, check=False, cwd=ROOT
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError as unreadable:
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        raise LaunchError(f"the index could not be asked ({last[:200]})") from unreadable
    return answer


def tell(answer: dict[str, Any]) -> int:
    """Report the result. An index that knows none of the packages has checked nothing, whatever it reports."""
    packages = answer["dependencies"]
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    weak = [each for each in packages if each.get("vulns")]
    for each in weak:
        for found in each["vulns"]:
            fixed = ", ".join(found["fix_versions"]) or "none yet"
            say(f"{each['name']} {each['version']}: {found['id']} (fixed in: {fixed})")
    if skipped:
        say(
            f"{NOT_CHECKED} the index knows nothing of {len(skipped)} of {len(packages)} packages: {', '.join(skipped)}"
        )
    checked = len(packages) - len(skipped)
    if checked:
        say(f"{checked} packages checked, {len(weak)} with known weaknesses.")
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
