"""What 2,000 slow connections do to the site: `python -m benchmarks.slow_connections [how many]`.

A server as ./run starts it, with its own limits, in a temporary folder. Each kind of slowness is held open while
somebody else asks for pages: heads without an end, bodies that do not come, answers that nobody reads.
"""

import json
import os
import re
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.private_site import ROOT, free_port, wait_for
from launch import services

HERE = "127.0.0.1"
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /theme/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n\r\ntheme="
ASKED = ("/", "/readyz", "/live?topic=event:1:pairings")
LONG = 120  # seconds after which nothing is waited for any more
WITH_OTHER_LIMITS = """
import sys
from config import timeouts
from config.connections import protocol
timeouts.LIMITS = timeouts.Timeouts(**eval(sys.argv.pop(1)))
protocol.MOST_OF_ONE_ADDRESS = int(sys.argv.pop(1))
from uvicorn.main import main
main()
"""


class Server:
    """The web process of ./run; `limits` are seconds and bytes of config/timeouts.py, `backend` names other servers."""

    def __init__(
        self, folder: Path, most_of_one_address: int = 6000, backend: Mapping[str, str] | None = None, **limits: float
    ) -> None:
        self.port = free_port()
        self.folder = folder
        clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "FORWARDED_ALLOW_IPS": "192.0.2.1"}
        clean |= backend or {}
        subprocess.run([sys.executable, "-m", "config.prepare"], cwd=ROOT, env=clean, check=True)
        options = services.web(HERE, self.port).command[3:]
        command = [sys.executable, "-c", WITH_OTHER_LIMITS, repr(limits), str(most_of_one_address), *options]
        self.process = subprocess.Popen(command, cwd=ROOT, env=clean)
        wait_for(self.answers, "the site", LONG)

    def answers(self) -> bool:
        try:
            return b" 200 " in self.get("/healthz").partition(b"\r\n")[0]
        except OSError:
            return False

    def connect(self, sent: bytes = b"", take: int = 0) -> socket.socket:
        """`take`: how much of an answer this end's kernel takes."""
        connected = socket.socket()
        connected.settimeout(LONG)
        if take:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, take)
        connected.connect((HERE, self.port))
        connected.sendall(sent)
        return connected

    def get(self, path: str, headers: str = "") -> bytes:
        """The whole answer; of a stream, as far as its first event."""
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n".encode()
        with self.connect(request) as connected:
            answer = b""
            while (data := connected.recv(65536)) and not (path.startswith("/live") and b"data: " in answer + data):
                answer += data
            return answer + data

    def seconds_for(self, path: str) -> float:
        began = time.perf_counter()
        assert b" 200 " in self.get(path).partition(b"\r\n")[0], path
        return time.perf_counter() - began

    def file(self) -> bytes:
        """A request for the largest file that everybody may fetch, of more than a megabyte."""
        found = re.search(rb'src="(/static/\S+swagger-ui-bundle\S+\.js)"', self.get("/api/docs/"))
        assert found
        return b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % found[1]

    def files_open(self) -> int:
        """But for those of the database, which a thread keeps for the next request."""
        return sum("site.sqlite3" not in name for name in self._files())

    def _files(self) -> Iterator[str]:
        for link in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                yield str(link.readlink())

    def threads(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    def memory(self) -> int:
        """In MB, with what it took at most until now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) // 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(LONG)


@contextmanager
def held(connections: list[socket.socket]) -> Iterator[None]:
    try:
        yield
    finally:
        for connected in connections:
            connected.close()


def endings(connections: list[socket.socket]) -> Counter[str]:
    """How the site ended each of them, once it has: the status, "closed" without a word, or "held" even now."""
    received = dict.fromkeys(connections, b"")
    ended: Counter[str] = Counter()
    end = time.monotonic() + LONG
    with selectors.DefaultSelector() as waiting:
        for connected in connections:
            waiting.register(connected, selectors.EVENT_READ)
        while waiting.get_map() and time.monotonic() < end:
            for key, _events in waiting.select(1):
                one: socket.socket = key.fileobj  # type: ignore[assignment]
                data = read(one)
                received[one] += data
                status = re.match(rb"HTTP/1.1 (\d+) .*?\r\n\r\n", received[one], re.DOTALL)
                if status or not data:
                    ended[status[1].decode() if status else "closed"] += 1
                    waiting.unregister(one)
        ended["held"] = len(waiting.get_map())
    return +ended


def whole_answer(connected: socket.socket) -> tuple[bytes, bytes]:
    """Head and body of what the site says before it closes."""
    answer = b""
    while data := read(connected):
        answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


def read(connected: socket.socket) -> bytes:
    try:
        return connected.recv(65536)
    except ConnectionResetError:
        return b""


def measured(server: Server, name: str, sent: bytes, many: int, take: int = 0) -> None:
    connections = [server.connect(sent, take) for _ in range(many)]
    with held(connections):
        for path in ASKED:
            times = [1000 * server.seconds_for(path) for _ in range(20)]
            print(f"{name:28} {path:30} median {statistics.median(times):6.1f} ms, longest {max(times):6.1f} ms")
        ended = dict(endings(connections)) if not take else "see the next measurement"
    print(f"{name:28} ended: {ended}; {server.threads()} threads, {server.memory()} MB at most\n", flush=True)


def main(many: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            measured(server, "nobody else", b"", 0)
            measured(server, f"{many} connections, silent", b"", many)
            measured(server, f"{many} heads", HEAD, many)
            measured(server, f"{many} bodies", BODY, many)
            measured(server, f"{many} readers", server.file(), many, take=4096)
            measured(server, "nobody else again", b"", 0)
            print(json.dumps({"files open": server.files_open()}))
        finally:
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
