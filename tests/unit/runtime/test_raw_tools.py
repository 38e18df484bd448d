"""Tools with a schema of their own: recognised in every shape, checked, called with one dict."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import functools
import json
from types import SimpleNamespace
from typing import Any

import pydantic
import pytest

from toolschema_runtime import (
    DuplicateToolError,
    InvalidToolArgumentError,
    MissingToolArgumentError,
    ToolArgumentError,
    ToolDefinition,
    ToolExecutionError,
    ToolRegistry,
    ToolUsageError,
    UnknownToolArgumentError,
)
from toolschema_runtime.dialects import FORMATS

SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "string"}}},
    "required": ["a"],
    "additionalProperties": False,
}
GEMINI = {
    "type": "OBJECT",
    "properties": {"a": {"type": "INTEGER"}, "b": {"type": "ARRAY", "items": {"type": "STRING"}}},
    "required": ["a"],
}
WORDS = {"name": "go", "description": "Goes."}
SHAPES: dict[str, Any] = {
    "openai": {"type": "function", "function": {**WORDS, "parameters": SCHEMA, "own": 1}, "around": 2},
    "openai_responses": {"type": "function", **WORDS, "parameters": SCHEMA, "own": 1},
    "anthropic": {**WORDS, "input_schema": SCHEMA, "own": 1},
    "mcp": {**WORDS, "title": "Go!", "inputSchema": SCHEMA, "outputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True, "title": "Going"}, "own": 1},
    "gemini": {"functionDeclarations": [{**WORDS, "parameters": GEMINI, "own": 1}], "around": 2},
    "bedrock": {"toolSpec": {**WORDS, "inputSchema": {"json": SCHEMA}, "own": 1}, "around": 2},
}  # fmt: skip


def raw(schema: Any, handler: Any = lambda arguments: arguments) -> ToolRegistry:
    return ToolRegistry([ToolDefinition.raw({"name": "go", "inputSchema": schema}, handler)])


def call(schema: Any, **arguments: Any) -> Any:
    return raw(schema).call("go", arguments)


@pytest.mark.parametrize("shape", SHAPES)
class TestShapes:
    def test_is_recognised(self, shape: str) -> None:
        tool = ToolDefinition.raw(SHAPES[shape], lambda arguments: arguments)
        assert ("go", "Goes.") == (tool.name, tool.description)
        assert {"a": 1, "b": ["x"]} == ToolRegistry([tool]).call("go", {"a": 1, "b": ["x"]})
        with pytest.raises(InvalidToolArgumentError, match="a: expected integer"):
            ToolRegistry([tool]).call("go", {"a": "one"})

    def test_unknown_keys_are_kept_for_the_shape_they_came_in(self, shape: str) -> None:
        tools = ToolRegistry([SHAPES[shape]])
        for fmt in FORMATS:
            text = json.dumps(tools.schemas.format(fmt))
            assert (fmt == shape) == ('"own": 1' in text)
            has_around = fmt == shape and "around" in SHAPES[shape]
            assert has_around == ('"around": 2' in text)
            if fmt != "gemini":
                assert [tools.go.format(fmt)] == tools.schemas.format(fmt)
            else:
                declarations = tools.schemas.format(fmt)[0]["functionDeclarations"]
                assert [tools.go.format(fmt)] == declarations

    def test_objects_of_sdks_are_taken_as_dicts_are(self, shape: str) -> None:
        model = pydantic.create_model("Tool", **dict.fromkeys(SHAPES[shape], (Any, ...)))  # type: ignore[call-overload]
        expected = ToolRegistry([SHAPES[shape]]).schemas.format(shape)
        assert expected == ToolRegistry([model(**SHAPES[shape])]).schemas.format(shape)

    def test_what_it_came_from_can_be_changed_later(self, shape: str) -> None:
        own = json.loads(json.dumps(SHAPES[shape]))
        tools = ToolRegistry([own])
        own.clear()
        assert ToolRegistry([SHAPES[shape]]).schemas.format(shape) == tools.schemas.format(shape)


def test_keys_kept_of_one_tool_stay_with_it() -> None:
    other = {"name": "other", "input_schema": SCHEMA}
    tools = ToolRegistry([other, SHAPES["anthropic"]]).schemas.format("anthropic")
    assert [None, 1] == [tool.get("own") for tool in tools]


def test_words_of_mcp_are_read() -> None:
    tool = ToolDefinition.raw(SHAPES["mcp"])
    assert ("Go!", {"readOnlyHint": True}) == (tool.title, tool.annotations)
    assert {"type": "object"} == tool.returns
    assert SHAPES["mcp"] == tool.format("mcp")


def test_gemini_tool_declares_several() -> None:
    one, two = {"name": "one"}, {"name": "two", "parametersJsonSchema": SCHEMA}
    tools = ToolRegistry([{"functionDeclarations": [one, two]}])
    assert ("one", "two") == tools.names
    with pytest.raises(ToolUsageError, match="several tools \\(one, two\\)"):
        ToolDefinition.raw({"functionDeclarations": [one, two]})


def test_names_in_capitals_are_geminis() -> None:
    assert "integer" == ToolDefinition.raw({**WORDS, "parameters": GEMINI}).parameters["properties"]["a"]["type"]  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        (5, "int is no tool"),
        ({}, "no tool in a known shape"),
        ({"name": "go"}, "known are: OpenAI"),
        ({"type": "web_search_20250305", "name": "web_search"}, "give it to the provider itself"),
        ({"name": "", "inputSchema": {}}, "without a name"),
        ({"name": "go", "inputSchema": [1]}, "a schema that is none"),
        ({"name": "go", "inputSchema": {"default": {1}}}, "a set in it, which is not JSON"),
        (
            {"name": "go", "inputSchema": {"default": float("nan")}},
            "float in it, which is not JSON",
        ),
        ({"name": "go", "inputSchema": {1: 2}}, "a key that is no text"),
        (SimpleNamespace(name="go", inputSchema={}), "SimpleNamespace is no tool"),
    ],
)
def test_anything_else_is_a_clear_error(tool: Any, message: str) -> None:
    with pytest.raises(ToolUsageError, match=message):
        ToolDefinition.raw(tool)
    with pytest.raises(ToolUsageError, match=message):
        ToolRegistry([tool])


class TestHandlers:
    def test_gets_one_dict_of_its_own(self) -> None:
        sent = {"a": 1, "b": ["x"]}
        seen = raw(SCHEMA).call("go", sent)
        seen["b"].append("y")
        assert {"a": 1, "b": ["x"]} == sent

    def test_without_one_a_sound_call_fails_and_a_bad_one_is_refused(self) -> None:
        tools = ToolRegistry([SHAPES["mcp"]])
        with pytest.raises(ToolExecutionError) as caught:
            tools.call("go", {"a": 1})
        assert "the tool failed" == caught.value.for_model()
        with pytest.raises(MissingToolArgumentError):
            tools.call("go", {})

    def test_may_be_async(self) -> None:
        async def handler(arguments: Any) -> Any:
            return arguments["a"]

        class Session:
            async def __call__(self, arguments: Any) -> Any:
                return arguments["a"]

        for each in (handler, functools.partial(handler), Session()):
            tools = raw(SCHEMA, each)
            assert tools.go.is_async
            assert 1 == asyncio.run(tools.acall("go", {"a": 1}))

    def test_may_give_values_one_by_one(self) -> None:
        async def apart(arguments: Any) -> Any:
            yield arguments["a"]

        assert [1] == raw(SCHEMA, lambda a: (yield a["a"])).call("go", {"a": 1})
        assert [1] == asyncio.run(raw(SCHEMA, apart).acall("go", {"a": 1}))

    def test_callable_with_a_schema_is_called_with_keywords(self) -> None:
        class Wrapper:
            """Reads."""

            __name__ = "read"
            __mcp_input_schema__ = SCHEMA

            def __call__(self, **arguments: Any) -> Any:
                return arguments

        tools = ToolRegistry([Wrapper()])
        assert {"a": 1} == tools.call("read", {"a": 1})
        assert ("Reads.", SCHEMA) == (tools.read.description, tools.read.parameters)
        own = ToolDefinition.raw(Wrapper(), lambda arguments: [arguments])
        assert [{"a": 1}] == ToolRegistry([own]).call("read", {"a": 1})

    def test_approval_and_tags_are_said(self) -> None:
        tool = ToolDefinition.raw(SHAPES["mcp"], approval=True, tags=["remote"])
        assert (True, ("remote",)) == (tool.approval, tool.tags)


class TestRegistries:
    def test_mix_with_others_and_are_cut_like_them(self) -> None:
        tools = raw(SCHEMA) + ToolRegistry([{"name": "other", "input_schema": SCHEMA}])
        assert ("x_go", "x_other") == tools.prefixed("x_").names
        assert {"a": 1} == tools.renamed({"go": "run"}).call("run", {"a": 1})
        with pytest.raises(DuplicateToolError, match="raw:go"):
            ToolRegistry([SHAPES["mcp"], SHAPES["anthropic"]])

    def test_run_in_rounds(self) -> None:
        response = {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "go", "input": {"a": 1}}]}  # fmt: skip
        results = raw(SCHEMA).execute(response)
        assert [{"a": 1}] == [result.data for result in results]

    def test_decode_gives_the_arguments(self) -> None:
        assert {"a": 1} == raw(SCHEMA).decode("go", '{"a": 1.0}')


class TestArguments:
    def test_lists_in_text_are_repaired_by_lenient_registries_alone(self) -> None:
        schema = {"type": "object", "properties": {"schemas": {"type": "array", "items": {"type": "string"}}}}  # fmt: skip
        tools = raw(schema)
        assert {"schemas": ["public"]} == tools.lenient().call("go", {"schemas": '["public"]'})
        with pytest.raises(InvalidToolArgumentError, match="schemas: expected array"):
            tools.call("go", {"schemas": '["public"]'})
        with pytest.raises(InvalidToolArgumentError, match="schemas: expected array, got 3"):
            tools.lenient().call("go", {"schemas": 3})

    def test_all_faults_are_said_at_once(self) -> None:
        schema = {"properties": {"a": {"type": "integer", "minimum": 1}, "b": {"enum": ["x", "yy"]}, "c": {"type": ["null", "string"], "maxLength": 2}}, "required": ["a", "d"], "additionalProperties": False}  # fmt: skip
        with pytest.raises(ToolArgumentError) as caught:
            call(schema, a=0, b="y", c="long", e=1)
        assert [
            ("a", "value", "integer >= 1"), ("b", "value", '"x" or "yy"'),
            ("c", "value", "string of at most 2 characters"), ("d", "missing", "a value"),
            ("e", "unknown", "known keys: a, b, c"),
        ] == [(p.path, p.code, p.expected) for p in caught.value.problems]  # fmt: skip

    def test_what_is_not_json_is_refused_where_it_stands(self) -> None:
        with pytest.raises(InvalidToolArgumentError, match=r"^x\[0\].y: expected JSON"):
            call({}, x=[{"y": float("nan")}])
        with pytest.raises(InvalidToolArgumentError, match=r"^x: expected JSON"):
            call({}, x={1: 2})

    @pytest.mark.parametrize(
        ("said", "good", "bad"),
        [
            ({"format": "date-time"}, "2026-01-31T12:00:00Z", "2026-01-31"),
            ({"format": "date"}, "2024-02-29", "2023-02-29"),
            ({"format": "uuid"}, "123e4567-e89b-12d3-a456-426614174000", "x"),
            ({"format": "ipv4"}, "10.0.0.1", "10.0.0.256"),
            ({"contentEncoding": "base64"}, "aGk=", "aGk"),
        ],
    )
    def test_formats_that_we_know_are_asserted_and_stay_text(
        self, said: Any, good: str, bad: str
    ) -> None:
        schema = {"properties": {"x": {"type": "string", **said}}}
        assert {"x": good} == call(schema, x=good)
        with pytest.raises(InvalidToolArgumentError, match=r"^x: "):
            call(schema, x=bad)

    def test_rest_is_checked_by_jsonschema(self) -> None:
        schema = {
            "type": "object",
            "if": {"properties": {"kind": {"const": "card"}}, "required": ["kind"]},
            "then": {"required": ["number"]},
            "dependentRequired": {"a": ["b"]},
        }
        assert () == raw(schema).go.unchecked
        assert {"kind": "cash"} == call(schema, kind="cash")
        with pytest.raises(MissingToolArgumentError, match="number: missing"):
            call(schema, kind="card")
        with pytest.raises(InvalidToolArgumentError, match="expected object with b beside a"):
            call(schema, a=1)


class TestUnchecked:
    def test_is_empty_where_all_is_checked(self) -> None:
        assert () == raw(SCHEMA).go.unchecked

    def test_lists_keywords_that_nothing_knows(self) -> None:
        schema = {
            "properties": {"a/b": {"format": "email", "x-own": 1, "pattern": "(a+)+"}},
            "contentSchema": {},
            "minProperties": "two",
            "title": "T",
        }
        expected = {
            "/properties/a~1b/format", "/properties/a~1b/x-own", "/properties/a~1b/pattern",
            "/contentSchema", "/minProperties",
        }  # fmt: skip
        assert expected == set(raw(schema).go.unchecked)
        assert {"a/b": "aaaa!"} == call(schema, **{"a/b": "aaaa!"})

    def test_lists_the_rest_without_jsonschema(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _forbid(monkeypatch, "jsonschema")
        schema = {"not": {"required": ["a"]}, "properties": {"b": {"contains": {"const": 1}}}}
        tools = raw(schema)
        assert ("/not", "/properties/b/contains") == tools.go.unchecked
        assert {"a": 1} == tools.call("go", {"a": 1})

    def test_jsonschema_is_not_imported_where_nothing_is_left_to_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _forbid(monkeypatch, "jsonschema")
        assert {"a": 1} == raw(SCHEMA).call("go", {"a": 1})

    def test_a_choice_with_something_unchecked_is_never_refused_for_it(self) -> None:
        schema = {"properties": {"x": {"oneOf": [{"pattern": "(a+)+"}, {"type": "string"}]}}}
        assert {"x": "a"} == call(schema, x="a")
        assert {"/properties/x/oneOf", "/properties/x/oneOf/0/pattern"} == set(raw(schema).go.unchecked)  # fmt: skip

    def test_nor_is_what_is_turned_round(self) -> None:
        schema = {"properties": {"x": {"not": {"pattern": "(a+)+b"}}}}
        assert {"x": "a"} == call(schema, x="a")
        assert ("/properties/x/not",) == raw(schema).go.unchecked

    def test_looks_into_what_is_left_to_jsonschema(self) -> None:
        schema = {"dependentSchemas": {"a": {"properties": {"b": {"format": "uuid"}}}}}
        assert ("/dependentSchemas/a/properties/b/format",) == raw(schema).go.unchecked

    def test_tools_of_ours_have_none(self) -> None:
        assert () == ToolDefinition.raw({"name": "x", "inputSchema": {}}).unchecked


def _forbid(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    import importlib

    importing = importlib.import_module

    def refuse(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ImportError(name)
        return importing(name, *rest)

    monkeypatch.setattr("toolschema_runtime._raw.rest.import_module", refuse)


def _ladder(keyword: str, length: int) -> dict[str, Any]:
    rungs = {f"D{i}": {keyword: [{"$ref": f"#/$defs/D{i + 1}"}] * 2} for i in range(length)}
    return {"properties": {"x": {"$ref": "#/$defs/D0"}}, "$defs": {**rungs, f"D{length}": {"type": "string"}}}  # fmt: skip


TREE = {
    "$defs": {"T": {"anyOf": [
        {"type": "object", "properties": {"t": {"$ref": "#/$defs/T"}}, "required": ["a"]},
        {"type": "object", "properties": {"t": {"$ref": "#/$defs/T"}}, "required": ["b"]},
    ]}},
    "properties": {"x": {"$ref": "#/$defs/T"}},
}  # fmt: skip


def _nested(depth: int) -> Any:
    value: Any = {}
    for _ in range(depth):
        value = {"t": value}
    return value


TEXT = "a" * 60_000
HOSTILE: dict[str, tuple[Any, Any]] = {
    "reference to itself": ({"$ref": "#"}, {}),
    "property that refers to itself": ({"properties": {"x": {"$ref": "#/properties/x"}}}, {"x": 1}),
    "union of itself": ({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}, {}),
    "alternatives of alternatives": (_ladder("anyOf", 60), {"x": 1}),
    "conjunctions of conjunctions": (_ladder("allOf", 60), {"x": "a"}),
    "exclusive alternatives": (_ladder("oneOf", 60), {"x": 1}),
    "the same for jsonschema": ({**_ladder("anyOf", 60), "not": {"$ref": "#/$defs/D0"}}, {}),
    "its properties": ({"not": {"properties": {"x": _ladder("oneOf", 60)["properties"]["x"]}}, **_ladder("oneOf", 60)}, {"x": 1}),
    "tree of two equal arms": (TREE, {"x": _nested(40)}),
    "tree for jsonschema": ({**TREE, "if": {"properties": TREE["properties"]}, "then": False}, {"x": _nested(40)}),
    "nested quantifiers": ({"properties": {"x": {"pattern": "^(a+)+$"}}}, {"x": TEXT + "!"}),
    "neighbouring quantifiers": ({"properties": {"x": {"pattern": "a*" * 12 + "b"}}}, {"x": TEXT[:4000]}),
    "optional parts": ({"properties": {"x": {"pattern": "a?" * 40 + "a" * 40}}}, {"x": "a" * 40}),
    "alternation": ({"properties": {"x": {"pattern": "(a|b|ab)*c"}}}, {"x": "ab" * 2000}),
    "back-reference": ({"properties": {"x": {"pattern": r"(a*)\1b"}}}, {"x": TEXT}),
    "look-ahead": ({"properties": {"x": {"pattern": "(?=a*b)a*a*c"}}}, {"x": TEXT}),
    "pattern on long text": ({"properties": {"x": {"pattern": "a*b"}}}, {"x": TEXT}),
    "pattern of keys": ({"patternProperties": {"(a+)+$": {}}, "additionalProperties": False}, {TEXT + "!": 1}),
    "long key": ({"patternProperties": {"a*b": {}}}, {TEXT: 1}),
    "patterns for jsonschema": ({"not": {"properties": {"x": {"pattern": "^(a+)+$"}}}}, {"x": TEXT + "!"}),
    "keys for jsonschema": ({"dependentSchemas": {"x": {"patternProperties": {"a*b": False}}}}, {"x": 1, TEXT: 1}),
    "many repeats": ({"properties": {"x": {"uniqueItems": True}}}, {"x": [[i, {}] for i in range(9000)]}),
    "repeats for jsonschema": ({"if": {"properties": {"x": {"uniqueItems": True}}}}, {"x": [[i, {}] for i in range(9000)]}),
    "huge numbers": ({"properties": {"x": {"multipleOf": 0.1, "type": "number"}}}, {"x": 10**400}),
    "huge numbers for jsonschema": ({"not": {"properties": {"x": {"multipleOf": 1e-300}}}}, {"x": 10**300}),
    "many definitions": ({"$defs": {f"D{i}": {"$ref": f"#/$defs/D{i + 1}"} for i in range(3000)} | {"D3000": {}}, "properties": {"x": {"$ref": "#/$defs/D0"}}}, {"x": 1}),
    "many alternatives": ({"properties": {"x": {"anyOf": [{"type": "array", "items": {"const": i}} for i in range(2000)]}}}, {"x": [-1] * 20_000}),
    "broken keywords": ({"properties": 3, "required": {"a": 1}, "items": 7, "anyOf": {}, "type": "wrong", "minimum": "x", "$ref": 5, "enum": 4, "not": 3, "additionalProperties": "no"}, {"x": 1}),
}  # fmt: skip


@pytest.mark.parametrize("label", HOSTILE)
def test_hostile_schema_does_no_harm(label: str) -> None:
    """It ends in seconds, where the harm would be hours, a full memory, or an exception of another kind."""
    schema, arguments = HOSTILE[label]
    tools = raw(schema)
    assert isinstance(tools.go.unchecked, tuple)
    for registry in (tools, tools.lenient()):
        with contextlib.suppress(ToolArgumentError):
            registry.call("go", arguments)
    for fmt in FORMATS:
        assert tools.schemas.format(fmt)


def test_reference_out_of_the_document_fetches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> Any:
        raise AssertionError("nothing is opened")

    schema = {
        "properties": {
            "x": {"$ref": "https://example.com/x.json"},
            "y": {"$ref": "file:///etc/passwd"},
            "z": {"not": {"$ref": "other.json#/a"}},
        }
    }
    tools = raw(schema)
    assert {"/properties/x/$ref", "/properties/y/$ref"} <= set(tools.go.unchecked)
    monkeypatch.setattr("socket.socket", refuse)
    monkeypatch.setattr("urllib.request.urlopen", refuse)
    opened = builtins.open
    monkeypatch.setattr(builtins, "open", refuse)
    try:
        assert {"x": 1, "y": 2, "z": 3} == tools.call("go", {"x": 1, "y": 2, "z": 3})
    finally:
        monkeypatch.setattr(builtins, "open", opened)


def test_definition_that_holds_itself_is_refused() -> None:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"a": schema, "b": schema}
    with pytest.raises(ToolUsageError, match="holds itself"):
        raw(schema)
    with pytest.raises(ToolUsageError, match="too deep"):
        raw({"properties": {"a": _nested(5_000)}})


@pytest.mark.parametrize(
    ("schema", "sent", "text"),
    [
        ({"items": {"type": "integer"}, "maxItems": 1}, [1, "x"],
         'a: expected array of at most 1 item, got array of 2\na[1]: expected integer, got "x"'),
        ({"prefixItems": [{"type": "integer"}], "items": False}, ["x", 2],
         'a: expected array of at most 1, got array of 2\na[0]: expected integer, got "x"'),
        ({"items": {"type": "integer"}, "uniqueItems": True}, [1, "x", 1.0],
         'a[1]: expected integer, got "x"\na[2]: expected no repeat of a[0], got 1.0'),
    ],
)  # fmt: skip
def test_a_wrong_length_or_a_repeat_hides_no_fault_of_an_item(
    schema: Any, sent: Any, text: str
) -> None:
    with pytest.raises(InvalidToolArgumentError) as caught:
        call({"properties": {"a": {"type": "array", **schema}}}, a=sent)
    assert text == caught.value.for_model()


def test_a_wrong_number_of_keys_hides_no_fault_of_a_value() -> None:
    schema = {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 1}
    with pytest.raises(InvalidToolArgumentError) as caught:
        call({"properties": {"a": schema}}, a={"x": 1, "y": "z"})
    text = (
        'a: expected object of at most 1 key, got object of 2 keys\na.y: expected integer, got "z"'
    )
    assert text == caught.value.for_model()


def test_closed_objects_say_what_is_known() -> None:
    with pytest.raises(UnknownToolArgumentError, match='did you mean "a"'):
        call(SCHEMA, a=1, A=2)
