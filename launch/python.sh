# Read by ./run and ./check: hands over to the first Python that is new enough.
start_with_python() {
    for python in "${PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            cd "$here" && exec "$python" -m launch "$@"
        fi
    done
    echo "This needs Python 3.11 or newer, and none was found. Install it, or name it: PYTHON=/path/to/python3 $0" >&2
    exit 1
}
