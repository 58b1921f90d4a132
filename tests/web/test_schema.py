"""Schemathesis sends the API whatever its description allows and forbids; nothing may fail or answer off the record."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.web.conftest import client_of
from tests.web.server import Server, running

schema = schemathesis.openapi.from_dict(client_of().get("/api/openapi.json").json())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data"), "--max-ms", "20") as started:
        yield started


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_to_its_description(case: schemathesis.Case, server: Server) -> None:
    # What a game, state or algorithm is the description leaves to mcms, so a fitting body may still be refused.
    case.call_and_validate(base_url=server.address, excluded_checks=[positive_data_acceptance])
