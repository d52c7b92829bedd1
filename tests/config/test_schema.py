"""The OpenAPI schema is whole, and the API does what it says, whatever is sent to it."""

import os
import re

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import data
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from accounts.models import ApiToken, User
from config.settings import API_SCOPES

EXAMPLES = int(os.environ.get("API_EXAMPLES", "8"))  # for each operation: launch/release.py
schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
schema.app = get_wsgi_application()
OPERATIONS = [operation.ok() for operation in schema.get_all_operations()]  # type: ignore[union-attr]  # or it fails


@pytest.fixture
def token(db) -> str:
    ana = User.objects.create_user("ana", "ana@example.org", public_name="Ana")
    return ApiToken.issue(owner=ana, name="fuzz", scopes=API_SCOPES)[1]


@pytest.fixture
def _connection_kept():
    """Between two requests a server lets go of its connection; a test's holds the transaction that is rolled back."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.ci
@pytest.mark.usefixtures("_connection_kept")
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
@settings(
    max_examples=int(os.environ.get("API_EXAMPLES", "8")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
@given(data=data())
def test_no_request_that_fits_the_schema_breaks_the_api(operation, token, data):
    case = data.draw(operation.as_strategy())
    answer = case.call(headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"})
    case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])


def test_the_schema_is_valid_and_without_a_warning(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))


def test_the_browsable_documentation_loads_nothing_from_elsewhere(client, db):
    page = client.get(reverse("api-docs"))
    assert page.status_code == 200
    sources = re.findall(r'(?:src|href)="([^"]+)"', page.content.decode())
    assert sources
    assert all(source.startswith("/") for source in sources)


def test_the_documentation_names_token_and_scope_of_each_operation(client, db):
    described = client.get("/api/schema/", {"format": "json"}).json()
    assert "Authorization: Bearer kma_" in described["info"]["description"]
    assert all(f"`{scope}`" in described["info"]["description"] for scope in API_SCOPES)
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    assert all(re.search(r"Token scope: `[a-z:]+`\.$", each["description"]) for each in operations)
    assert described["paths"]["/api/v1/teams/"]["post"]["description"].endswith("Token scope: `teams:write`.")
    assert client.get("/api/").url == reverse("api-docs")


@pytest.mark.parametrize("version", ["\n", "a\r\nSet-Cookie: b=c", "2"])
def test_the_schema_is_given_whatever_version_is_asked_for(client, db, version):
    answer = client.get("/api/schema/", {"version": version})
    assert answer.status_code == 200
    assert answer["Content-Disposition"].endswith('tournaments.yaml"')
