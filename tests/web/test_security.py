from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import client_of


@pytest.mark.parametrize("host", ["127.0.0.1:8017", "localhost:8017", "[::1]:8017", "192.168.1.5", "lab.example"])
def test_own_hosts(host: str) -> None:
    with client_of(names=("lab.example",)) as client:
        assert client.get("/api/status", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example", "[::1", "a b"]
)
def test_foreign_hosts_are_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/api/status"):
        assert client.get(path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_sites_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/games", json={"game": "pig", "opponent": "random"}, headers=headers)
    assert answer.status_code == 403
    assert "expected" in answer.json()["error"]


def test_a_link_from_elsewhere_opens_the_page(client: TestClient) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=headers).status_code == 200
    same = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json={"game": "pig", "opponent": "random"}, headers=same).status_code == 201


def test_every_answer_carries_the_headers(client: TestClient) -> None:
    for path in ("/", "/main.js", "/api/catalog", "/api/games/none", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_large_bodies_are_refused(client: TestClient) -> None:
    def pieces() -> Any:
        for _ in range(30):
            yield b" " * 100_000

    stated = client.post("/api/transcripts", json={"text": "x" * 2_000_000})
    unstated = client.post("/api/transcripts", content=pieces(), headers={"content-type": "application/json"})
    for answer in (stated, unstated):
        assert (answer.status_code, "1000000" in answer.json()["error"]) == (413, True)


@pytest.mark.parametrize(
    "path", ["/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/boards/../../app.py", "//etc/passwd", "/static/main.js"]
)
def test_no_file_but_the_pages_can_be_read(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "error" in answer.json()


@pytest.mark.parametrize("body", ["", "{", "[" * 100_000, "9" * 10_000, '"\\ud800"', "null", "[]"])
def test_bodies_that_are_no_orders(client: TestClient, body: str) -> None:
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert isinstance(answer.json()["error"], str)


def test_wrong_methods_and_paths(client: TestClient) -> None:
    assert client.delete("/api/catalog").status_code == 405
    assert client.get("/api/nowhere").json()["error"]
