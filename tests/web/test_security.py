import json
import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import client_of
from tests.web.server import running

START = {"scores": [0, 0], "turn_total": 0, "to_move": 0}


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


def test_a_person_who_asks_for_an_unknown_page_gets_a_page(client: TestClient) -> None:
    answer = client.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert answer.status_code == 404
    assert "<h1>There is no such page</h1>" in answer.text


def test_a_visitor_is_known_by_a_cookie_that_scripts_cannot_read(client: TestClient) -> None:
    cookie = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "set-cookie" not in client.get("/").headers


def test_transcripts_are_bounded(client: TestClient) -> None:
    header = {"format": "mcms transcript 1", "game": "pig", "seed": int("9" * 4000), "start": START}
    long = "".join(f"{json.dumps(line)}\n" for line in [header | {"seed": 1}, *([{"undo": 1}] * 6000)])
    for text, says in ((json.dumps(header) + "\n", "the seed is 9999"), (long, "6001 lines")):
        answer = client.post("/api/transcripts", json={"text": text})
        assert (answer.status_code, says in answer.json()["error"]) == (422, True)


def test_half_sent_requests_are_dropped(tmp_path: Path) -> None:
    half = (
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    )
    with running(tmp_path) as server:
        connections = [socket.create_connection(("127.0.0.1", server.port), timeout=120) for _ in half]
        for connection, text in zip(connections, half, strict=True):
            connection.sendall(text)
        answers = [connection.recv(100) for connection in connections]
        for connection in connections:
            connection.close()
    assert answers[0] == b""
    assert answers[1].startswith(b"HTTP/1.1 408")
