"""ToolSpec -> bytes: JSON Schema, decode plan, side-file; the only room that writes files."""
