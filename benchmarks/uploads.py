"""Hands logs in by HTTP as a careful client does: without a receipt the same log again, with the same key."""

import http.client
import itertools
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator

from django.urls import reverse

from accounts.models import ApiToken, User
from benchmarks.private_site import HERE

LOGS_A_PERSON = 20  # the site takes 60 an hour: faults may hand in some of their own
PATIENCE = 180  # seconds for one receipt
RECEIVED, TOO_MANY, AWAY = 202, 429, 503


class Client:
    """`receipts` holds the bytes of every log that was accepted, by the id that the site gave it."""

    def __init__(self, port: int, logs: Iterator[bytes], number: int) -> None:
        """`number`: about how many logs."""
        self.port, self.logs, self.address = port, logs, reverse("log-list")
        self.tokens = [_token(person) for person in range(number // LOGS_A_PERSON + 1)]
        self.numbers, self.lock = itertools.count(), threading.Lock()
        self.receipts: dict[str, bytes] = {}
        self.answers: Counter[int] = Counter()
        self.refused: list[str] = []

    def next(self) -> tuple[dict[str, str], bytes]:
        with self.lock:
            number, content = next(self.numbers), next(self.logs)
        token = self.tokens[number % len(self.tokens)]
        sent_as = {"Content-Type": "application/json", "Host": "localhost", "Authorization": f"Bearer {token}"}
        return sent_as | {"Idempotency-Key": f"key-{number}"}, content

    def hand_in(self, log: tuple[dict[str, str], bytes] | None = None) -> None:
        headers, content = log or self.next()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status, answer = self._post(headers, content)
            with self.lock:
                self.answers[status] += 1
            if status == RECEIVED:
                self.receipts[json.loads(answer)["id"]] = content
                return
            if status not in {0, TOO_MANY, AWAY}:
                self.refused.append(f"{status} {answer[:200]!r}")
            if 400 <= status < 500 and status != TOO_MANY:
                return
            time.sleep(0.2)
        self.refused.append(f"no receipt within {PATIENCE} s for {headers['Idempotency-Key']}")

    def _post(self, headers: dict[str, str], content: bytes) -> tuple[int, bytes]:
        """Status 0: there was no answer."""
        connection = http.client.HTTPConnection(HERE, self.port, timeout=30)
        try:
            connection.request("POST", self.address, content, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def break_off(self, *, after: float) -> None:
        """Sends a part of a log, all of it when `after` is 1, and goes without hearing the answer; then once more."""
        headers, content = self.next()
        connection = http.client.HTTPConnection(HERE, self.port, timeout=30)
        try:
            connection.putrequest("POST", self.address, skip_host=True)
            for name, value in (headers | {"Content-Length": str(len(content))}).items():
                connection.putheader(name, value)
            connection.endheaders(content[: int(len(content) * after)])
        except OSError:
            return self.hand_in((headers, content))
        finally:
            connection.close()
        return self.hand_in((headers, content))


def _token(number: int) -> str:
    name = f"person-{number}"
    owner = User.objects.create(username=name, email=f"{name}@example.org")
    return ApiToken.issue(owner=owner, name="chaos", scopes=["read", "judging:write"])[1]
