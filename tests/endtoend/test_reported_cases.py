"""Public reports about other libraries, from real mypy to the call: each must come out right here."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolschema_runtime import (
    DuplicateToolError,
    InvalidToolArgumentError,
    MissingInjectedValueError,
    MissingToolArgumentError,
    ToolArgumentError,
    ToolCallError,
    ToolRegistry,
    UnknownToolArgumentError,
)
from toolschema_runtime.dialects import FORMATS


@pytest.fixture(scope="module")
def shelf(check: Callable[[str], str]) -> ToolRegistry:
    check("shelf")
    return ToolRegistry.load("shelf")


def parameters(tools: ToolRegistry, name: str, fmt: str) -> Any:
    """What a provider gets as the schema of one tool."""
    envelope = tools.only(name).schemas.format(fmt)[0]
    if fmt == "openai":
        return envelope["function"]["parameters"]
    if fmt == "gemini":
        return envelope["functionDeclarations"][0]["parameters"]
    return envelope["input_schema"]


def test_arguments_of_quoted_annotations_reach_the_function(shelf: ToolRegistry) -> None:
    """C04."""
    assert shelf.call("seats", {"day": "mon", "rows": [1]}) == 1


def test_null_and_missing_differ(shelf: ToolRegistry) -> None:
    """C27."""
    assert shelf.call("temp", {"city": "Oslo", "unit": None}) == "Oslo None"
    with pytest.raises(MissingToolArgumentError) as caught:
        shelf.call("temp", {"city": "Oslo"})
    assert caught.value.field == "unit"


def test_defaults_of_nested_fields_hold(shelf: ToolRegistry) -> None:
    """C28."""
    assert shelf.call("draw", {"cfg": {}}) == "1.5 x"


def test_arms_of_a_union_arrive_as_their_class(shelf: ToolRegistry) -> None:
    """C37, C35."""
    assert shelf.call("greet", {"who": {"name": "x", "vat": "1"}}) == "Firm"
    assert shelf.call("greet", {"who": {"name": "x"}}) == "User"
    assert shelf.call("rent", {"v": {"kind": "bike", "gears": 3}}) == "Bike"


def test_enum_by_value_arrives_as_the_member(shelf: ToolRegistry) -> None:
    """C44, C38."""
    assert shelf.call("paint", {"c": 1}) is True
    assert shelf.call("file", {"p": 2}) == "HIGH"


def test_elements_are_instances(shelf: ToolRegistry) -> None:
    """C50."""
    assert shelf.call("patch", {"edits": [{"new": "ab"}, {"new": "c"}]}) == 3


def test_text_is_never_read_as_json_where_a_text_is_allowed(shelf: ToolRegistry) -> None:
    """C77."""
    for tools in (shelf, shelf.lenient()):
        assert tools.call("find", {"code": "0012", "alt": "null"}) == "0012 null"
        assert tools.call("find", {"code": "[1]"}) == "[1] None"


def test_lenient_repairs_are_unambiguous(shelf: ToolRegistry) -> None:
    """C79."""
    assert shelf.lenient().call("top", {"n": "5", "exact": "true"}) == "5 True"
    assert shelf.call("top", {"n": 5.0}) == "5 False"
    for tools in (shelf, shelf.lenient()):
        for wrong in (
            {"n": 5.5},
            {"n": 1e300},
            {"n": True},
            {"n": 1, "exact": "yes"},
            {"n": 1, "exact": 1},
        ):
            with pytest.raises(ToolArgumentError):
                tools.call("top", wrong)
    with pytest.raises(ToolArgumentError):
        shelf.call("top", {"n": "5"})


def test_objects_sent_as_json_text_are_read_once_by_lenient(shelf: ToolRegistry) -> None:
    """C80, C15."""
    sent = {"data": '{"age": 3}', "tags": '["a"]'}
    assert shelf.lenient().call("grade", sent) == "3 ['a']"
    with pytest.raises(InvalidToolArgumentError):
        shelf.call("grade", sent)
    with pytest.raises(InvalidToolArgumentError) as caught:
        shelf.lenient().call("grade", {"data": '{"age": "x"}', "tags": []})
    assert caught.value.field == "data.age"


def test_unknown_nested_key_is_refused_with_the_nearest_name(shelf: ToolRegistry) -> None:
    """C82."""
    with pytest.raises(UnknownToolArgumentError) as caught:
        shelf.call("graph", {"node": "a", "opts": {"max_dept": 2}})
    assert 'opts.max_dept: unknown key, did you mean "max_depth"?' == caught.value.for_model()


def test_one_message_has_every_fault(shelf: ToolRegistry) -> None:
    """C83."""
    with pytest.raises(InvalidToolArgumentError) as caught:
        shelf.call("book", {"day": "2024-02-30", "seats": 0})
    assert ["day", "seats"] == [problem.path for problem in caught.value.problems]


def test_raw_tools_have_the_same_decoder() -> None:
    """C85."""
    schema = {
        "type": "object",
        "properties": {"schemas": {"type": "array", "items": {"type": "string"}}},
    }
    tools = ToolRegistry([{"name": "query", "inputSchema": schema}])
    assert tools.lenient().decode("query", {"schemas": '["public"]'}) == {"schemas": ["public"]}
    with pytest.raises(InvalidToolArgumentError) as caught:
        tools.decode("query", {"schemas": 3})
    assert caught.value.field == "schemas"


def test_loading_needs_none_of_the_heavy_packages(shelf: ToolRegistry) -> None:
    """C98."""
    script = (
        "import sys\nfrom toolschema_runtime import ToolRegistry\n"
        "ToolRegistry.load('shelf').schemas.format('openai')\n"
        "print([n for n in ('pydantic', 'jsonschema', 'mypy', 'attrs', 'shelf') if n in sys.modules])\n"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], cwd=sys.path[0], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "[]"


def test_blocking_tool_blocks_no_loop(shelf: ToolRegistry) -> None:
    """C107."""

    async def overlap() -> list[Any]:
        slow = [shelf.acall("slow", {"n": n}) for n in (1, 2)]
        return await asyncio.gather(*slow, shelf.acall("quick"))

    assert [1, 2, 1] == asyncio.run(overlap())


def test_threads_get_equal_bytes_that_nobody_else_can_change(shelf: ToolRegistry) -> None:
    """C109."""
    made: list[str] = []

    def encode() -> None:
        encoded = ToolRegistry.load("shelf").schemas.format("openai")
        made.append(json.dumps(encoded))
        encoded[0]["function"]["parameters"].clear()

    threads = [threading.Thread(target=encode) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 32 == len(made)
    assert 1 == len(set(made))


def test_injected_value_is_given_by_the_host_alone(shelf: ToolRegistry) -> None:
    """C111."""
    assert shelf.call("note", {"text": "a"}, inject={"state": {}}) == "a []"
    with pytest.raises(MissingInjectedValueError):
        shelf.call("note", {"text": "a"})
    with pytest.raises(UnknownToolArgumentError):
        shelf.call("note", {"text": "a", "state": {"x": 1}}, inject={"state": {}})


@pytest.mark.parametrize("fmt", FORMATS)
def test_hidden_names_leave_by_no_exit(shelf: ToolRegistry, fmt: str) -> None:
    """C113."""
    told = json.dumps(shelf.only("remember").schemas.format(fmt))
    assert "fact" in told
    assert "store" not in told
    with pytest.raises(ToolCallError) as caught:
        shelf.call("remember", {"fact": "a", "stor": 1})
    assert "store" not in caught.value.for_model()


def test_gemini_parameters_say_null_and_const_in_its_own_words(shelf: ToolRegistry) -> None:
    """C34, C43."""
    question = parameters(shelf, "run", "gemini")["properties"]["q"]
    assert {"text": {"type": "string", "nullable": True}} == question["properties"]
    assert "required" not in question
    step = parameters(shelf, "edit", "gemini")["properties"]["step"]
    assert {"type": "string", "enum": ["insert"]} == step["properties"]["op"]
    assert {"type": "string", "nullable": True} == step["properties"]["text"]


def test_typed_map_goes_to_gemini_as_json_schema(shelf: ToolRegistry) -> None:
    """C62."""
    declaration = shelf.only("stamp").schemas.format("gemini")[0]["functionDeclarations"][0]
    assert "parameters" not in declaration
    opts = declaration["parametersJsonSchema"]["properties"]["opts"]
    assert {"type": "string"} == opts["anyOf"][0]["additionalProperties"]


def test_union_of_models_is_anyof_without_discriminator(shelf: ToolRegistry) -> None:
    """C35."""
    vehicle = parameters(shelf, "rent", "openai")["properties"]["v"]
    assert ["car", "bike"] == [arm["properties"]["kind"]["const"] for arm in vehicle["anyOf"]]
    assert "discriminator" not in json.dumps(vehicle)


def test_description_of_the_field_wins_over_the_class(shelf: ToolRegistry) -> None:
    """C47, C45."""
    person = parameters(shelf, "mail", "anthropic")["properties"]["p"]
    assert "where they live" == person["properties"]["home"]["description"]
    assert "$ref" not in json.dumps(person)


def test_open_object_is_never_closed(shelf: ToolRegistry) -> None:
    """C67, C65."""
    for fmt in ("openai", "anthropic"):
        assert parameters(shelf, "send", fmt)["properties"]["headers"].get(
            "additionalProperties", True
        )
    assert shelf.call("send", {"headers": {"a": 1}, "body": ""}) == 1


def test_modules_from_the_cache_are_listed_beside_edited_ones(tmp_path: Path) -> None:
    """C97: everything is found in files, and one name in two modules is told."""
    tool = (
        "from toolschema_runtime import tool\n\n@tool\ndef {name}(x: int) -> int:\n    return x\n"
    )
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n")

    def check(**sources: str) -> None:
        for name, text in sources.items():
            (tmp_path / f"{name}.py").write_text(text)
        command = [sys.executable, "-m", "mypy", "first_tools.py", "second_tools.py"]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)

    check(first_tools=tool.format(name="one"), second_tools=tool.format(name="second"))
    check(second_tools=tool.format(name="two_two"))
    sys.path.insert(0, str(tmp_path))
    try:
        assert ("one", "two_two") == ToolRegistry.load("first_tools", "second_tools").names
        check(second_tools=tool.format(name="one") + "# longer\n")
        with pytest.raises(DuplicateToolError):
            ToolRegistry.load("first_tools", "second_tools")
    finally:
        sys.path.remove(str(tmp_path))


def test_parameters_that_are_positional_only_by_their_name_are_called(shelf: ToolRegistry) -> None:
    assert 31 == shelf.call("before_the_slash", {"__y": 3})
    assert 34 == shelf.call("before_the_slash", {"__y": 3, "x": 4})
    assert 321 == shelf.call("out_of_order", {"x": 1})
    assert 541 == shelf.call("out_of_order", {"x": 1, "__y": 4, "__z": 5})
    assert 34 == shelf.call("inside", {"__y": 3, "x": 4})


def test_check_fails_when_a_tool_turns_destructive(tmp_path: Path) -> None:
    """C114."""
    source = (
        "from datetime import date\nfrom toolschema_runtime import tool\n\n"
        "@tool({hint}=True)\ndef purge(older: date) -> int:\n    return 1\n"
    )
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n")
    (tmp_path / "purging.py").write_text(source.format(hint="read_only"))
    subprocess.run(
        [sys.executable, "-m", "mypy", "purging.py"], cwd=tmp_path, capture_output=True, check=True
    )
    (tmp_path / "purging.py").write_text(source.format(hint="destructive"))
    checked = subprocess.run(
        [sys.executable, "-m", "toolschema_mypy", "check", "purging.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 1
    assert '+        "destructiveHint": true' in checked.stdout
    assert '-        "readOnlyHint": true' in checked.stdout
