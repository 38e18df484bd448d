"""The server as a process: what it writes, when it ends, what it refuses to start with, whom it lets in."""

from __future__ import annotations

import json
import re
import subprocess
import time
from typing import Any

import httpx2
import pytest

from tests.mcp.conftest import Served

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "by hand", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def send(server: subprocess.Popen[bytes], *messages: Any) -> None:
    assert server.stdin is not None
    for message in messages:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        server.stdin.write(line + b"\n")
    server.stdin.flush()


def receive(server: subprocess.Popen[bytes]) -> Any:
    assert server.stdout is not None
    return json.loads(server.stdout.readline())


MALFORMED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"jsonrpc": "2.0"}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call"}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": 5}}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "add", "arguments": []}}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {"cursor": {}}}',
    b'{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/none", "params": {}}',
    b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}',
    b"[" * 100_000,
]


def test_stdout_carries_only_the_protocol(over_stdio: Served) -> None:
    server = over_stdio.process("application:desk")
    send(
        server,
        INITIALIZE,
        INITIALIZED,
        call(1, "talk", text="chatter"),
        call(2, "crash", password="x1"),
        call(3, "leave", status=3),
    )
    lines = [receive(server) for _ in range(4)]
    out, err = server.communicate(timeout=20)
    assert b"" == out
    assert {0, 1, 2, 3} == {line["id"] for line in lines}
    assert 3 == err.count(b"chatter")
    assert 0 == server.returncode
    # The log says what failed and where, and never what was sent.
    assert b"crash failed: RuntimeError" in err
    assert re.search(rb"leave failed: RuntimeError at .*desk\.py:\d+ in leave", err)
    assert b"x1" not in err


@pytest.mark.parametrize("malformed", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_message_costs_only_itself(over_stdio: Served, malformed: bytes) -> None:
    server = over_stdio.process("application:desk")
    send(server, INITIALIZE, INITIALIZED, malformed, call(1, "add", a=1, b=2))
    answers = [receive(server)]
    while answers[-1].get("id") != 1:
        answers.append(receive(server))
    assert "3" == answers[-1]["result"]["content"][0]["text"]
    assert all("error" in answer for answer in answers[1:-1])
    server.communicate(timeout=20)
    assert 0 == server.returncode


def test_a_result_without_a_form_on_the_wire_costs_only_itself(over_stdio: Served) -> None:
    server = over_stdio.process("application:desk")
    calls = [call(1, "half_a_character"), call(2, "stop"), call(3, "add", a=1, b=2)]
    calls.append(call(4, "refuse_half_a_character"))
    send(server, INITIALIZE, INITIALIZED, *calls)
    answers = {answer["id"]: answer for answer in (receive(server) for _ in range(5))}
    assert answers[1]["result"]["isError"]
    assert answers[2]["result"]["isError"]
    assert "no file a\\udcff" == answers[4]["result"]["content"][0]["text"]
    assert "3" == answers[3]["result"]["content"][0]["text"]
    server.communicate(timeout=20)
    assert 0 == server.returncode


def test_a_module_that_ends_the_process_ends_one_call(over_stdio: Served) -> None:
    server = over_stdio.process("shop.catalogue", "leaver")
    asked = [call(1, "never"), call(2, "get_product", sku="MUG-01")]
    send(server, INITIALIZE, INITIALIZED, *asked)
    answers = {answer["id"]: answer for answer in (receive(server) for _ in range(3))}
    assert -32603 == answers[1]["error"]["code"]
    assert not answers[2]["result"]["isError"]
    server.communicate(timeout=20)
    assert 0 == server.returncode


@pytest.mark.parametrize("name", ["block", "wait"])
def test_a_server_ends_when_its_client_goes_away_whatever_runs(
    over_stdio: Served, name: str
) -> None:
    server = over_stdio.process("application:desk")
    send(server, INITIALIZE, INITIALIZED, call(1, name, seconds=60))
    mark = over_stdio.marks / {"block": "blocking", "wait": "waiting"}[name]
    while not mark.exists():
        time.sleep(0.05)
    begun = time.monotonic()
    server.communicate(timeout=30)
    assert time.monotonic() - begun < 20
    assert 0 == server.returncode


def test_what_cannot_be_served_is_said_at_the_start(over_stdio: Served) -> None:
    cases = {
        ("nowhere",): b"nowhere",
        ("desk",): b'tool "whoami" needs a value for user: serve MODULE:NAME',
        ("application:none",): b"module application has no none",
        ("nowhere:tools",): b'no module "nowhere" on sys.path',
        ("application:SESSION",): b"not a Session",
        ("door:Door",): b"not the class Door: ToolRegistry.for_instance(",
        ("door",): b"door has no tool that could be called: methods need their object, MODULE:NAME",
        ("shop.catalogue", "--http", "--host", "0.0.0.0"): b"needs allowed_hosts",
    }
    for arguments, said in cases.items():
        server = over_stdio.process(*arguments)
        out, err = server.communicate(timeout=30)
        assert (2, b"") == (server.returncode, out)
        assert err.startswith(b"error: ")
        assert said in err


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_what_is_no_port_is_said_at_the_start(over_stdio: Served, port: str) -> None:
    server = over_stdio.process("shop.catalogue", "--http", f"--port={port}")
    out, err = server.communicate(timeout=30)
    assert (2, b"") == (server.returncode, out)
    assert f"{port!r} is no port".encode() in err


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "https://tools.example.com"}, 200),
        ({"Origin": "https://evil.example.com"}, 403),
        ({"Origin": "http://localhost.evil.example.com"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "localhost"}, 200),
        ({"Host": "tools.example.com"}, 200),
        ({"Host": "evil.example.com"}, 421),
        ({"Host": "127.0.0.1.evil.example.com:80"}, 421),
    ],
)
def test_host_and_origin_are_checked(
    over_http: Served, headers: dict[str, str], status: int
) -> None:
    allowed = ("--allow-host", "tools.example.com", "--allow-origin", "https://tools.example.com")
    with over_http.over_http("shop.catalogue", *allowed) as url:
        accept = {"Accept": "application/json, text/event-stream"}
        answer = httpx2.post(url, json=INITIALIZE, headers={**accept, **headers})
    assert status == answer.status_code


def test_http_listens_on_loopback_alone(over_http: Served) -> None:
    import socket

    with over_http.over_http("shop.catalogue") as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
        # Another address of loopback's network is another address.
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", port), timeout=5)


def test_a_client_of_http_that_goes_away_leaves_the_server_serving(over_http: Served) -> None:
    with over_http.over_http("application:desk") as url:
        accept = {"Accept": "application/json, text/event-stream"}
        begun = httpx2.post(url, json=INITIALIZE, headers=accept)
        session = {**accept, "Mcp-Session-Id": begun.headers["mcp-session-id"]}
        httpx2.post(url, json=INITIALIZED, headers=session)
        with pytest.raises(httpx2.ReadTimeout):
            httpx2.post(url, json=call(1, "wait", seconds=60), headers=session, timeout=1)
        answer = httpx2.post(url, json=call(2, "add", a=1, b=2), headers=session)
        assert '"text":"3"' in answer.text.replace(" ", "")


def test_malformed_requests_of_http_cost_only_themselves(over_http: Served) -> None:
    with over_http.over_http("application:desk") as url:
        accept = {
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        begun = httpx2.post(url, json=INITIALIZE, headers=accept)
        session = {**accept, "Mcp-Session-Id": begun.headers["mcp-session-id"]}
        httpx2.post(url, json=INITIALIZED, headers=session)
        for malformed in MALFORMED:
            answer = httpx2.post(url, content=malformed, headers=session)
            assert answer.status_code < 500, malformed[:100]
            assert "Traceback" not in answer.text
        for headers in ({**accept, "Mcp-Session-Id": "none"}, {"Content-Type": "text/plain"}):
            assert (
                400
                <= httpx2.post(url, json=call(1, "add", a=1, b=2), headers=headers).status_code
                < 500
            )
        answer = httpx2.post(url, json=call(2, "add", a=1, b=2), headers=session)
        assert '"text":"3"' in answer.text.replace(" ", "")
