"""The names of the formats that tools are encoded in."""

from __future__ import annotations

from enum import Enum, unique


@unique
class SchemaFormat(str, Enum):
    """A provider's form of tools; each member is equal to its string."""

    OPENAI = "openai"
    OPENAI_RESPONSES = "openai_responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    MCP = "mcp"
    BEDROCK = "bedrock"
    MISTRAL = "mistral"
    COHERE = "cohere"
    OLLAMA = "ollama"

    def __str__(self) -> str:
        return self.value
