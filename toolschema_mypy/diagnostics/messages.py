"""Every text, once.  Sentence case, names in double quotes, no full stop; the way out is a note."""

from __future__ import annotations

from typing import Final

from toolschema_mypy.diagnostics.codes import Code
from toolschema_mypy.diagnostics.diagnostic import Message

# -- tool-strict -------------------------------------------------------------------------------

STRICT_ANY: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" admits any value, which strict mode cannot express',
    "Annotate a concrete type, or leave strict=True out",
)
STRICT_OPEN_MAP: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" is an open map, which strict mode cannot express',
    "Use a class with fixed fields, a list of key and value pairs, or leave strict=True out",
)
STRICT_EXTRA_FIELDS: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" allows extra fields, which strict mode cannot express',
    "Forbid extra fields on the class, or leave strict=True out",
)
STRICT_TUPLE: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" is a tuple of different types, which strict mode cannot express',
    "Use a class with named fields, or leave strict=True out",
)
STRICT_RECURSION: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" is recursive, which "{format}" does not accept in strict mode',
    'Declare formats that accept recursion (formats=("openai",)), or leave strict=True out',
)
