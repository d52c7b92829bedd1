"""The addresses of this machine, found without sending anything."""

import fcntl
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

# Unassigned and private addresses: connecting a UDP socket only looks up the route, and sends nothing.
FAR = {socket.AF_INET: ["192.0.2.1", "203.0.113.1"], socket.AF_INET6: ["2001:db8::1"]}
NEAR = {socket.AF_INET: ["192.168.0.1", "10.0.0.1", "172.16.0.1"], socket.AF_INET6: ["fd00::1"]}
FOR_EVERYBODY = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104  a possible value of HOST
SIOCGIFADDR = 0x8915


def hall_urls(host: str, port: int) -> list[str]:
    """URLs for other devices in the same network, likeliest first; none if only this computer reaches the site."""
    return [url(address, port) for address in reached_by_others(host)]


def reached_by_others(host: str) -> list[str]:
    if host not in FOR_EVERYBODY:
        return [] if is_loopback(host) else [host]
    families = [socket.AF_INET] if host != "::" else [socket.AF_INET, socket.AF_INET6]  # "::" includes IPv4
    return [address for family in families for address in own_addresses(family)]


def own_names() -> list[str]:
    """Every host name under which this machine may receive requests."""
    name = socket.gethostname().lower()
    names = [name, f"{name.partition('.')[0]}.local"] if name else []
    addresses = [*own_addresses(socket.AF_INET), *own_addresses(socket.AF_INET6)]
    return ["localhost", ".localhost", "127.0.0.1", "[::1]", *names, *map(in_url, addresses)]


def own_addresses(family: socket.AddressFamily) -> list[str]:
    found = [*ways_out(family, FAR[family]), *ways_out(family, NEAR[family])]
    if family == socket.AF_INET:
        found += of_interfaces()
    return list(dict.fromkeys(address for address in found if is_shared(address)))


def ways_out(family: socket.AddressFamily, targets: Iterable[str]) -> Iterator[str]:
    for target in targets:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                yield probe.getsockname()[0]
        except OSError:  # no route, or no such address family
            continue


def of_interfaces() -> Iterator[str]:
    """Addresses of all interfaces, including those without a route elsewhere, such as this laptop's own hotspot."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has no address
                continue
            yield socket.inet_ntoa(answer[20:24])


def is_shared(address: str) -> bool:
    read = ipaddress.ip_address(address)
    return not (read.is_loopback or read.is_link_local or read.is_unspecified)


def is_loopback(host: str) -> bool:
    """Whether a host name or address (with or without brackets) is this computer itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_of(address: str) -> str:
    """The host name in a URL, or ""."""
    return urlsplit(address).hostname or ""


def port_of(address: str) -> int:
    return urlsplit(address).port or 80


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def url(host: str, port: int) -> str:
    return f"http://{in_url(host)}:{port}/"
