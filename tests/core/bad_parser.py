"""A parser that does what its file says, to show what the limits of the child process hold."""

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

from core.files import bounded_child


def spin() -> None:
    while True:
        pass


ORDERS: dict[bytes, Callable[[str], object]] = {
    b"environment": lambda _path: dict(os.environ),
    b"memory": lambda _path: [len(bytes(1 << 30))],
    b"write": lambda path: [Path(path).write_bytes(b"x")],
    b"chatter": lambda _path: ["x" * bounded_child.LARGEST_ANSWER],
    b"files": lambda _path: [len([socket.socket() for _ in range(100)])],
    b"sleep": lambda _path: time.sleep(600),
    b"spin": lambda _path: spin(),
    b"crash": lambda _path: os.abort(),
    b"refuse": lambda _path: "odd-file",
}


def parse(content: bytes, *options: str) -> object:
    order, _space, path = content.partition(b" ")
    return ORDERS[order](os.fsdecode(path)) if order in ORDERS else list(options)


if __name__ == "__main__":
    if b"deaf" in Path("/proc/self/cmdline").read_bytes():
        os._exit(1)
    bounded_child.CPU_SECONDS = 1  # so that no test has to wait for five
    bounded_child.serve(parse)
