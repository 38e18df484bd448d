"""ToolSpec -> ToolSpec: the strict form, and what becomes a definition."""
