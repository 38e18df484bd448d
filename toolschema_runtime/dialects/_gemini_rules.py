"""The rules of Gemini, for each of the two forms."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_GITHUB = "https://github.com"
_SDK = f"{_GITHUB}/googleapis/python-genai"
_API = "https://ai.google.dev/api/caching#FunctionDeclaration"
_AI = f"{_GITHUB}/pydantic/pydantic-ai"
_PARAMETERS: Final = "parameters"
_JSON_SCHEMA: Final = "parametersJsonSchema"

# A table of rules reads best as a table.
# fmt: off
NO_PARAMETERS: Final = Rule(
    "GE01", "any", "rewrite", "tool without parameters", "has no field for them",
    "A", f"{_GITHUB}/SWE-agent/SWE-agent/issues/1431",
)
BARE_OBJECT: Final = Rule(
    "GE02", _PARAMETERS, "reroute", "object without `properties` (bare `dict`)", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/pipecat-ai/pipecat-flows/issues/110",
)
BARE_OBJECT_JSON: Final = Rule(
    "GE02", _JSON_SCHEMA, "warn", "object without `properties` (bare `dict`)", "is sent as it is", "U", _API,
)
ROOT: Final = Rule(
    "GE03", "any", "rewrite",
    "root that is no plain object: `anyOf`, `oneOf`, `allOf`, `enum`, `not`, `$ref` or no `type`",
    "one object with the keys of every form, and the description says what is meant",
    "A", f"{_GITHUB}/diegosouzapw/OmniRoute/issues/3360",
)
REFERENCE: Final = Rule(
    "GE04", _PARAMETERS, "rewrite", "`$ref`", "its target is written in its place",
    "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
RECURSION: Final = Rule(
    "GE05", _PARAMETERS, "reroute", "recursion, or references that grow too large when written out",
    "the tool goes as `parametersJsonSchema`", "A", _SDK,
)
RECURSION_JSON: Final = Rule(
    "GE05", _JSON_SCHEMA, "warn", "recursion", "is sent as it is; Gemini unrolls it to some depth", "B", _API,
)
RECURSION_REQUIRED: Final = Rule(
    "GE05", _JSON_SCHEMA, "lower", "recursion in a required key",
    "the key is not required there, since Gemini follows no cycle through it; the description says so", "B", _API,
)
REFERENCE_WORDS: Final = Rule(
    "GE06", _JSON_SCHEMA, "rewrite", "`$ref` with keywords other than `description` and `default` beside it",
    "the `$ref` becomes the one arm of an `anyOf`; what demands something is joined with the target",
    "A", f"{_GITHUB}/anomalyco/opencode/issues/12295",
)
TYPES: Final = Rule(
    "GE07", _PARAMETERS, "rewrite", "list of types", "becomes `nullable`, or `anyOf`",
    "A", f"{_GITHUB}/openclaw/openclaw/issues/137249",
)
TYPES_JSON: Final = Rule("GE07", _JSON_SCHEMA, "rewrite", "list of types", "becomes `anyOf`", "D", _API)
NULLABLE: Final = Rule("GE08", _PARAMETERS, "rewrite", "`anyOf` with null", "becomes `nullable: true`", "A", _SDK)
BESIDE_UNION: Final = Rule(
    "GE09", _PARAMETERS, "rewrite", "demands beside `anyOf`", "move into its arms",
    "A", f"{_GITHUB}/BerriAI/litellm/issues/11164",
)
BESIDE_UNION_KEPT: Final = Rule(
    "GE09", _PARAMETERS, "reroute", "demands beside `anyOf` that do not join with its arms",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/BerriAI/litellm/issues/11164",
)
CONST: Final = Rule(
    "GE10", "any", "rewrite", "`const`", "becomes an `enum` of one value", "C", f"{_AI}/issues/3610",
)
VALUES: Final = Rule(
    "GE12", _PARAMETERS, "reroute", "`enum` or `const` of other values than strings",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/microsoft/azure-devops-mcp/issues/139",
)
NO_TYPE: Final = Rule(
    "GE11", "any", "rewrite", "`enum` or `const` without `type`", "gets the type of its values", "B", _API,
)
EMPTY_VALUE: Final = Rule(
    "GE13", _PARAMETERS, "reroute", '`enum` with `""`', "the tool goes as `parametersJsonSchema`", "C", _AI,
)
ONE_OF: Final = Rule("GE14", "any", "rewrite", "`oneOf`", "becomes `anyOf`", "A", _SDK)
ALL_OF: Final = Rule(
    "GE15", "any", "rewrite", "`allOf` that one schema can say", "becomes that schema", "A", _SDK,
)
ALL_OF_KEPT: Final = Rule(
    "GE15", _PARAMETERS, "reroute", "`allOf` that no one schema can say", "the tool goes as `parametersJsonSchema`",
    "A", _SDK,
)
ALL_OF_JSON: Final = Rule(
    "GE15", _JSON_SCHEMA, "lower", "`allOf` that no one schema can say", "goes into the description", "U", _API,
)
CONDITIONAL: Final = Rule(
    "GE16", "any", "lower",
    "`not`, `if`, `then`, `else`, `dependentRequired`, `dependentSchemas`, `contains`, `unevaluatedItems`, "
    "`unevaluatedProperties`",
    "goes into the description", "A", f"{_GITHUB}/decolua/9router/issues/3018",
)
KEYS: Final = Rule(
    "GE16", _PARAMETERS, "reroute", "`patternProperties`, `propertyNames`", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/BerriAI/litellm/issues/14330",
)
KEYS_JSON: Final = Rule(
    "GE16", _JSON_SCHEMA, "lower", "`patternProperties`, `propertyNames`, `minProperties`, `maxProperties`",
    "`additionalProperties`, and the keys go into the description", "U", _API,
)
CLOSED: Final = Rule(
    "GE17", _PARAMETERS, "drop", "`additionalProperties` that is `true` or `false`", "is left out; the decoder knows",
    "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
MAP: Final = Rule(
    "GE18", _PARAMETERS, "reroute", "`additionalProperties` with a schema (`dict[str, T]`)",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
TUPLE_OF_ONE: Final = Rule(
    "GE19", _PARAMETERS, "rewrite", "tuple of equal items", "becomes `items` with its length", "A", _SDK,
)
TUPLE: Final = Rule(
    "GE19", _PARAMETERS, "reroute", "tuple of different items", "the tool goes as `parametersJsonSchema`", "A", _SDK,
)
TUPLE_LENGTH: Final = Rule(
    "GE19", _JSON_SCHEMA, "rewrite", "`items: false` after `prefixItems`", "becomes `maxItems`", "C", _AI,
)
NO_ITEMS: Final = Rule(
    "GE20", _PARAMETERS, "reroute", "array whose items may be anything", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/TokenRhythm/opensquilla/issues/1263",
)
NO_ITEMS_JSON: Final = Rule(
    "GE20", _JSON_SCHEMA, "warn", "array whose items may be anything", "is sent as it is", "U", _API,
)
UNTYPED: Final = Rule(
    "GE21", _PARAMETERS, "reroute", "a value of any type", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/QuantumNous/new-api/issues/3022",
)
UNTYPED_JSON: Final = Rule("GE21", _JSON_SCHEMA, "warn", "a value of any type", "is sent as it is", "U", _API)
EXCLUSIVE: Final = Rule(
    "GE22", "any", "rewrite", "`exclusiveMinimum`, `exclusiveMaximum` of an integer",
    "becomes `minimum`, `maximum`", "A", f"{_GITHUB}/zed-industries/zed/issues/44875",
)
BOUND: Final = Rule(
    "GE23", "any", "lower", "`exclusiveMinimum`, `exclusiveMaximum` of a number, `multipleOf`",
    "goes into the description", "A", f"{_GITHUB}/zed-industries/zed/issues/44875",
)
UNIQUE: Final = Rule("GE23", _PARAMETERS, "lower", "`uniqueItems`", "goes into the description", "A", _SDK)
FORMAT: Final = Rule(
    "GE24", _PARAMETERS, "lower", "`format` of a string other than `date-time`", "goes into the description",
    "A", f"{_GITHUB}/hideya/langchain-mcp-tools-ts/issues/36",
)
ENCODING: Final = Rule(
    "GE24", "any", "lower", "`contentEncoding`, `contentMediaType`", "goes into the description", "A", _SDK,
)
ANNOTATION: Final = Rule(
    "GE25", "any", "drop", "annotations and unknown keywords", "is left out",
    "A", f"{_GITHUB}/zed-extensions/mcp-server-brave-search/issues/12",
)
EXAMPLES: Final = Rule(
    "GE25", "any", "lower", "`examples`, `deprecated`", "goes into the description",
    "A", f"{_GITHUB}/zed-industries/zed/issues/59938",
)
UNDECLARED: Final = Rule(
    "GE26", "any", "lower", "`required` naming a key that is not declared", "goes into the description",
    "A", f"{_GITHUB}/genkit-ai/genkit/issues/5656",
)
KEY: Final = Rule(
    "GE27", "any", "reject", "property name other than `[A-Za-z_][A-Za-z0-9_]{0,63}`",
    "rename it, or give it a `Name`", "B", _API,
)
NAME: Final = Rule(
    "GE28", "any", "reject", "tool name other than `[A-Za-z_][A-Za-z0-9_.:-]{0,127}`", "rename the tool",
    "A", f"{_GITHUB}/GitHubSecurityLab/seclab-taskflow-agent/issues/287",
)
LONG_NAME: Final = Rule(
    "GE28", "any", "warn", "tool name of more than 64 characters", "is sent; some deployments refuse it",
    "A", f"{_GITHUB}/mcp-router/mcp-router/issues/177",
)
TOO_MANY: Final = Rule(
    "GE29", "any", "reject", "more than 512 tools in a request", "send fewer",
    "A", f"{_GITHUB}/google-gemini/gemini-cli/issues/19083",
)
MANY: Final = Rule(
    "GE29", "any", "warn", "more than 128 tools in a request", "are sent; Vertex documents 128", "B", _API,
)
NO_DESCRIPTION: Final = Rule(
    "GE30", "any", "rewrite", "tool without a description", "gets its title or name as one", "B", _API,
)
DEFAULT: Final = Rule("GE31", _PARAMETERS, "lower", "`default`", "goes into the description, since Gemini ignores it", "A", _SDK)
DEFAULT_NULL: Final = Rule("GE31", _PARAMETERS, "drop", "`default: null`", "is left out", "A", _SDK)
RULES: Final = (
    NO_PARAMETERS, BARE_OBJECT, BARE_OBJECT_JSON, ROOT, REFERENCE, RECURSION, RECURSION_JSON, RECURSION_REQUIRED, REFERENCE_WORDS,
    TYPES, TYPES_JSON, NULLABLE, BESIDE_UNION, BESIDE_UNION_KEPT, CONST, NO_TYPE, VALUES, EMPTY_VALUE, ONE_OF,
    ALL_OF, ALL_OF_KEPT, ALL_OF_JSON, CONDITIONAL, KEYS, KEYS_JSON, CLOSED, MAP, TUPLE_OF_ONE, TUPLE,
    TUPLE_LENGTH, NO_ITEMS, NO_ITEMS_JSON, UNTYPED, UNTYPED_JSON, EXCLUSIVE, BOUND, UNIQUE, FORMAT, ENCODING,
    ANNOTATION, EXAMPLES, UNDECLARED, KEY, NAME, LONG_NAME, TOO_MANY, MANY, NO_DESCRIPTION, DEFAULT, DEFAULT_NULL,
)
# fmt: on
