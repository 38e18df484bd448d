"""The envelope of every tool is what the vendor's request types take, unknown keys forbidden."""

from __future__ import annotations

from typing import Any

import botocore.session
import pytest
from anthropic.types import ToolParam
from botocore.validate import ParamValidator
from cohere.types import ToolV2
from google.genai.types import FunctionDeclaration
from hypothesis import given
from hypothesis import strategies as st
from mistralai.client.models import Tool as MistralTool
from ollama import Tool as OllamaTool
from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.responses import FunctionToolParam
from pydantic import TypeAdapter

from tests.unit.dialects.recorded import recorded_tools
from tests.unit.dialects.schemas import any_schemas, our_schemas, record
from toolschema_runtime.dialects import dialect

records = st.builds(
    record,
    our_schemas() | any_schemas(),
    strict=st.booleans(),
    description=st.sampled_from(["", "Does it."]),
    name=st.sampled_from(["f", "send_email", "get-weather"]),
)


@given(tool=records)
def test_openai_chat_takes_it(tool: Any) -> None:
    adapter = TypeAdapter(ChatCompletionFunctionToolParam)
    adapter.validate_python(dialect("openai").tool(tool), extra="forbid")


@given(tool=records)
def test_openai_responses_take_it(tool: Any) -> None:
    envelope = dialect("openai_responses").tool(tool)
    TypeAdapter(FunctionToolParam).validate_python(envelope, extra="forbid")
    assert isinstance(envelope["strict"], bool)


@given(tool=records)
def test_anthropic_takes_it(tool: Any) -> None:
    envelope = dialect("anthropic").tool(tool)
    TypeAdapter(ToolParam).validate_python(envelope, extra="forbid")
    assert "object" == envelope["input_schema"]["type"]


# Fields that the SDK's class has for Vertex; the Developer API answers "Unknown name".
VERTEX_ONLY = {"additionalProperties", "additional_properties", "defs", "ref", "$defs", "$ref"}


@given(tool=records)
def test_gemini_takes_it(tool: Any) -> None:
    declaration = dialect("gemini").tool(tool)
    parsed = FunctionDeclaration.model_validate(declaration)
    assert parsed.parameters is None or parsed.parameters_json_schema is None
    if "parameters" in declaration:
        assert parsed.parameters is not None
        _assert_no_vertex_keys(declaration["parameters"])


def _assert_no_vertex_keys(schema: dict[str, Any]) -> None:
    assert not VERTEX_ONLY & schema.keys()
    for child in (*schema.get("properties", {}).values(), *schema.get("anyOf", ())):
        _assert_no_vertex_keys(child)
    if schema.get("type") == "array":
        assert schema["items"], "Gemini wants items that have a type"
        _assert_no_vertex_keys(schema["items"])
    if schema.get("type") == "object":
        assert schema["properties"], "Gemini refuses an object without properties"
        assert set(schema.get("required", ())) <= schema["properties"].keys()


CONVERSE = (
    botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse")
)


@given(tool=records)
def test_bedrock_takes_it(tool: Any) -> None:
    shape = CONVERSE.input_shape.members["toolConfig"]
    report = ParamValidator().validate({"tools": dialect("bedrock").tools([tool])}, shape)
    assert not report.has_errors(), report.generate_report()


def test_bedrock_states_the_rule_for_names_that_we_have() -> None:
    tools = CONVERSE.input_shape.members["toolConfig"].members["tools"]
    name = tools.member.members["toolSpec"].members["name"]
    assert {"min": 1, "max": 64, "pattern": "[a-zA-Z0-9_-]+"} == dict(name.metadata)


@given(tool=records)
def test_mistral_takes_it_whole(tool: Any) -> None:
    envelope = dialect("mistral").tool(tool)
    sent = MistralTool.model_validate(envelope).model_dump(exclude_unset=True, by_alias=True)
    assert envelope == sent


@given(tool=records)
def test_cohere_takes_it(tool: Any) -> None:
    envelope = dialect("cohere").tool(tool)
    assert ToolV2.model_validate(envelope).function.parameters == envelope["function"]["parameters"]
    assert "strict" not in envelope["function"]


@given(tool=records)
def test_ollama_takes_it(tool: Any) -> None:
    envelope = dialect("ollama").tool(tool)
    kept = OllamaTool.model_validate(envelope).model_dump(exclude_none=True, by_alias=True)[
        "function"
    ]
    properties = envelope["function"]["parameters"].get("properties", {})
    for name, schema in properties.items():
        for keyword in ("type", "description", "enum"):
            if keyword in schema:
                assert schema[keyword] == kept["parameters"]["properties"][name][keyword]


def test_ollama_nullable_survives_the_sdk() -> None:
    schema = {
        "type": "object",
        "properties": {"u": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
    }
    envelope = dialect("ollama").tool(record(schema))
    kept = OllamaTool.model_validate(envelope).model_dump(exclude_none=True, by_alias=True)
    assert {"type": ["string", "null"]} == kept["function"]["parameters"]["properties"]["u"]


@pytest.mark.parametrize(
    ("fmt", "adapter", "broken"),
    [
        ("openai", TypeAdapter(ChatCompletionFunctionToolParam), {"type": "function", "name": "f"}),
        (
            "openai_responses",
            TypeAdapter(FunctionToolParam),
            {"type": "function", "name": "f", "parameters": {}},
        ),
        ("anthropic", TypeAdapter(ToolParam), {"name": "f", "parameters": {"type": "object"}}),
    ],
)
def test_the_oracles_can_fail(fmt: str, adapter: TypeAdapter[Any], broken: Any) -> None:
    with pytest.raises(ValueError, match="validation error"):
        adapter.validate_python(broken, extra="forbid")


CHECKS = [
    test_openai_chat_takes_it,
    test_openai_responses_take_it,
    test_anthropic_takes_it,
    test_gemini_takes_it,
    test_bedrock_takes_it,
    test_mistral_takes_it_whole,
    test_cohere_takes_it,
    test_ollama_takes_it,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_recorded_tools_pass_too(check: Any) -> None:
    for tool in recorded_tools().values():
        check.hypothesis.inner_test(tool=tool)
