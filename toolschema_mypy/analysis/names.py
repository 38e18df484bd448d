"""Names of tools: which are legal, and what to suggest instead of one that is not.

`[A-Za-z_][A-Za-z0-9_-]{0,63}` satisfies every rule known of every provider (OpenAI, Anthropic,
Gemini, Bedrock and Mistral refuse a whole request for one bad name; see docs/providers/).
"""

from __future__ import annotations

import re

_LEGAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", re.ASCII)


def is_legal(name: str) -> bool:
    """Whether every provider takes *name* as a tool's."""
    return _LEGAL.fullmatch(name) is not None


def suggestion(name: str) -> str:
    """A legal name near *name*."""
    # Nothing else loads it, and few names are illegal.
    import unicodedata

    plain = unicodedata.normalize("NFKD", name)  # accents stand beside their letters, and go
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    near = re.sub(r"[^A-Za-z0-9_-]+", "_", plain).strip("_").lower() or "tool"
    return (near if is_legal(near[:1]) else f"_{near}")[:64]
