"""The error codes; each has a page in docs/diagnostics/."""

from __future__ import annotations

from enum import Enum, unique


@unique
class Code(Enum):
    """A code as users write it in `# type: ignore[...]`."""

    TYPE = "tool-type"
    STRICT = "tool-strict"
    INJECT = "tool-inject"
    NAME = "tool-name"
    SIGNATURE = "tool-signature"
    DEFAULT = "tool-default"
    METADATA = "tool-metadata"
    DOCSTRING = "tool-docstring"
    FORMAT = "tool-format"
    REGISTRY = "tool-registry"
    INTERNAL = "tool-internal"

    @property
    def description(self) -> str:
        """One line that says what the code is about, as mypy lists it."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    Code.TYPE: "A type of a tool has no JSON form",
    Code.STRICT: "A strict tool uses a type that strict mode cannot express",
    Code.INJECT: "Inject stands where it cannot work",
    Code.NAME: "A tool or parameter name that cannot be used, or is taken",
    Code.SIGNATURE: "A signature that cannot be a tool",
    Code.DEFAULT: "A default that its own schema does not admit",
    Code.METADATA: "Metadata that cannot be read or applied",
    Code.DOCSTRING: "A docstring that does not match the signature",
    Code.FORMAT: "A target provider cannot take this tool",
    Code.REGISTRY: "A registry is asked for a tool it does not have",
    Code.INTERNAL: "A fault of the toolschema plugin itself",
}
