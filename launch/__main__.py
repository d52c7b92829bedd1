"""python -m launch run [demo] | check [--fast]"""

import sys

from launch import LaunchError, check, run, say


def main(command: str, *arguments: str) -> int:
    try:
        return {"run": run.main, "check": check.main}[command](list(arguments))
    except LaunchError as reason:
        say(f"\n{reason}")
        return 1
    except KeyboardInterrupt:
        say("")
        return 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
