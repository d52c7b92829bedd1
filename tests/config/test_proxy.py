"""deploy/nginx.conf in a real nginx, in front of two machines that fail."""

import datetime as dt
import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from launch import ROOT

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MACHINES = ("127.0.0.1", "127.0.0.2")
LONG = 120  # seconds, after which a test fails rather than hangs
NAME = "cup.example.org"

# .ci/run has installed nginx: there a test without it fails
pytestmark = pytest.mark.skipif(not NGINX and not os.environ.get("CI"), reason="no nginx here (apt-get install nginx)")


class Machine:
    """A site that says where it is, until it dies, with whatever it is about to answer."""

    def __init__(self, address: str, port: int) -> None:
        self.where = (address, port)
        self.start()

    def start(self) -> None:
        opened = self.opened = set[socket.socket]()
        over = self.over = threading.Event()
        answer = json.dumps({"machine": self.where[0]}).encode()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                opened.add(self.request)
                super().setup()

            def do_GET(self) -> None:
                if self.path == "/hangs":
                    over.wait(LONG)
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

            def handle_one_request(self) -> None:
                with suppress(OSError):
                    super().handle_one_request()

        self.server = ThreadingHTTPServer(self.where, Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def die(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()
        for connection in self.opened:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def write_certificate(folder: Path) -> None:
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = dt.datetime.now(dt.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = (
        made.serial_number(1).not_valid_before(now - dt.timedelta(days=1)).not_valid_after(now + dt.timedelta(days=1))
    )
    (folder / "site.crt").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "site.key").write_bytes(key.private_bytes(*plain))


class Proxy:
    """nginx with the file as it is, but for ports, folders and the addresses that `web` stands for."""

    def __init__(self, folder: Path) -> None:
        self.plain, self.port, self.behind = free_port(), free_port(), free_port()
        self.log = folder / "access.log"
        write_certificate(folder)
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", *OF_OTHERS))
        text = (ROOT / "deploy/nginx.conf").read_text().replace("${SITE_NAME}", NAME)
        for written, here in (
            ("listen 80 ", f"listen 127.0.0.1:{self.plain} "),
            ("listen [::]:80 default_server;", ""),
            ("listen 443 ", f"listen 127.0.0.1:{self.port} "),
            ("listen [::]:443 ssl http2 default_server;", ""),
            ("/certificates/", f"{folder}/"),
            ("proxy_read_timeout 20s;", "proxy_read_timeout 2s;"),
            ("/var/log/nginx/", f"{folder}/"),
            ("server_tokens off;", f"server_tokens off; {temporary}"),
            ("server web:8000 max_fails=0;", "".join(f"server {ip}:{self.behind} max_fails=0;" for ip in MACHINES)),
        ):
            assert written in text, written
            text = text.replace(written, here)
        (folder / "nginx.conf").write_text(text)
        elsewhere = f"daemon off; pid {folder}/pid; error_log {folder}/log;"
        self.command = [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", elsewhere]

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + LONG
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert self.process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LONG)

    def ask(self, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=trusting(), timeout=LONG)
        connection.request(method, path, headers={"Host": NAME, **headers})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


OF_OTHERS = ("fastcgi", "uwsgi", "scgi")


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    proxy = Proxy(folder)
    proxy.start()
    yield proxy
    proxy.stop()


@pytest.fixture
def machines(proxy: Proxy) -> Iterator[list[Machine]]:
    both = [Machine(address, proxy.behind) for address in MACHINES]
    yield both
    for machine in both:
        machine.die()


def test_nginx_accepts_the_file(proxy):
    tested = subprocess.run([*proxy.command, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    assert [line for line in tested.stderr.splitlines() if "[warn]" in line and "http2" not in line] == []


def test_a_request_names_no_host_to_redirect_to(proxy, machines):
    connection = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=LONG)
    connection.request("GET", "/events/?page=2", headers={"Host": "evil.example"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/events/?page=2")


@pytest.mark.parametrize(("ciphers", "accepted"), [("ECDHE-RSA-AES128-GCM-SHA256", True), ("AES128-GCM-SHA256", False)])
def test_only_ciphers_with_forward_secrecy_are_accepted(proxy, ciphers, accepted):
    context = trusting()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(ciphers)
    with socket.create_connection(("127.0.0.1", proxy.port)) as plain:
        try:
            context.wrap_socket(plain, server_hostname=NAME).close()
        except ssl.SSLError:
            assert not accepted
        else:
            assert accepted


@pytest.mark.check
def test_a_machine_that_dies_costs_no_reader_an_answer(proxy, machines):
    with ThreadPoolExecutor(4) as readers:
        answers = [readers.submit(proxy.ask) for _ in range(40)]
        answers[4].result(LONG)
        machines[0].die()
        later = [readers.submit(proxy.ask) for _ in range(20)]
    assert {answer.result()[0] for answer in answers + later} == {200}
    assert {json.loads(answer.result()[2])["machine"] for answer in later[-4:]} == {machines[1].where[0]}


@pytest.mark.check
def test_behind_hanging_machines_the_site_is_back_in_a_moment(proxy, machines):
    status, headers, page = proxy.ask("/hangs")
    assert (status, headers["Retry-After"]) == (503, "10")
    assert b"<h1>" in page


@pytest.mark.check
def test_a_machine_that_never_answers_costs_no_reader_an_answer(proxy, machines):
    machines[0].die()
    with socket.create_server(machines[0].where), ThreadPoolExecutor(4) as readers:
        answers = list(readers.map(lambda _: proxy.ask(), range(4)))
    assert {json.loads(answer)["machine"] for _status, _headers, answer in answers} == {machines[1].where[0]}


def test_the_log_says_who_is_away_but_no_path(proxy, machines):
    proxy.ask()
    proxy.log.write_text("")
    for machine in machines:
        machine.die()
    for path in ("/link/a-secret/", "/api/v1/a-secret/"):
        _status, headers, _page = proxy.ask(path)
        assert (headers["X-Content-Type-Options"], headers["Strict-Transport-Security"]) == (
            "nosniff",
            "max-age=31536000",
        )
    proxy.stop()  # which has everything written
    lines = proxy.log.read_text().splitlines()
    proxy.start()
    assert len(lines) == 2
    assert all(f"{address}:{proxy.behind}" in line and "502, 502" in line for line in lines for address in MACHINES)
    assert "secret" not in " ".join(lines)


def test_without_a_machine_the_site_is_back_in_a_moment(proxy, machines):
    for machine in machines:
        machine.die()
    status, headers, page = proxy.ask()
    assert (status, headers["Retry-After"], headers["Refresh"]) == (503, "10", "10")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert 'lang="en"' in page.decode()
    assert 'lang="fr"' in proxy.ask(**{"Accept-Language": "fr-FR"})[2].decode()
    assert 'lang="fr"' in proxy.ask(Cookie="django_language=fr", **{"Accept-Language": "en"})[2].decode()
    status, headers, _page = proxy.ask("/accounts/login/", "POST")
    assert (status, headers["Retry-After"], headers["Refresh"]) == (503, "10", None)
    status, headers, answer = proxy.ask("/api/v1/events/")
    assert (status, headers["Retry-After"], json.loads(answer)["code"]) == (503, "10", "unavailable")
    machines[1].start()
    assert proxy.ask()[0] == 200  # at once: nobody has counted its failures
