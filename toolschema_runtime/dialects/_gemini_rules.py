"""The rules of Gemini for what neither of its forms takes."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_GITHUB = "https://github.com"
_SDK = f"{_GITHUB}/googleapis/python-genai"
_API = "https://ai.google.dev/api/caching#FunctionDeclaration"
_AI = f"{_GITHUB}/pydantic/pydantic-ai"

# A table of rules reads best as a table.
# fmt: off
CONST: Final = Rule(
    "GE10", "any", "rewrite", "`const`", "becomes an `enum` of one value", "C", f"{_AI}/issues/3610",
)
NO_TYPE: Final = Rule(
    "GE11", "any", "rewrite", "`enum` or `const` without `type`", "gets the type of its values", "B", _API,
)
ONE_OF: Final = Rule("GE14", "any", "rewrite", "`oneOf`", "becomes `anyOf`", "A", _SDK)
ALL_OF: Final = Rule(
    "GE15", "any", "rewrite", "`allOf` that one schema can say", "becomes that schema", "A", _SDK,
)
CONDITIONAL: Final = Rule(
    "GE16", "any", "lower",
    "`not`, `if`, `then`, `else`, `dependentRequired`, `dependentSchemas`, `contains`, `unevaluatedItems`, "
    "`unevaluatedProperties`",
    "goes into the description", "A", f"{_GITHUB}/decolua/9router/issues/3018",
)
EXCLUSIVE: Final = Rule(
    "GE22", "any", "rewrite", "`exclusiveMinimum`, `exclusiveMaximum` of an integer",
    "becomes `minimum`, `maximum`", "A", f"{_GITHUB}/zed-industries/zed/issues/44875",
)
BOUND: Final = Rule(
    "GE23", "any", "lower", "`exclusiveMinimum`, `exclusiveMaximum` of a number, `multipleOf`",
    "goes into the description", "A", f"{_GITHUB}/zed-industries/zed/issues/44875",
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
RULES: Final = (
    CONST, NO_TYPE, ONE_OF, ALL_OF, CONDITIONAL, EXCLUSIVE, BOUND, ENCODING, ANNOTATION, EXAMPLES,
)
# fmt: on
LOWERED: Final = {
    "contains": CONDITIONAL,
    "contentEncoding": ENCODING,
    "contentMediaType": ENCODING,
    "contentSchema": ENCODING,
    "dependentRequired": CONDITIONAL,
    "dependentSchemas": CONDITIONAL,
    "deprecated": EXAMPLES,
    "else": CONDITIONAL,
    "examples": EXAMPLES,
    "exclusiveMaximum": BOUND,
    "exclusiveMinimum": BOUND,
    "if": CONDITIONAL,
    "maxContains": CONDITIONAL,
    "minContains": CONDITIONAL,
    "multipleOf": BOUND,
    "not": CONDITIONAL,
    "then": CONDITIONAL,
    "unevaluatedItems": CONDITIONAL,
    "unevaluatedProperties": CONDITIONAL,
}
