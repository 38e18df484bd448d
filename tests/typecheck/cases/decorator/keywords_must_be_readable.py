"""A keyword that only running could tell, an unknown format, and contrary hints are errors."""

import os

from toolschema_runtime import tool


@tool(description=os.environ["TEXT"])
def a(x: int) -> None: ...
# E: The value of "description" of tool "a" cannot be read without running the program  [tool-signature]
# N: Write a literal, or a constant that is assigned once


@tool(formats=("openai", "chatgpt"))
def b(x: int) -> None: ...
# E: Tool "b" declares the unknown format "chatgpt"  [tool-signature]
# N: Known are openai, openai_responses, anthropic, gemini, mcp, bedrock, mistral, cohere and ollama


@tool(read_only=True, destructive=True)
def c(x: int) -> None: ...
# E: Tool "c" is said to be both read-only and destructive  [tool-signature]
# N: Leave one of the two out
