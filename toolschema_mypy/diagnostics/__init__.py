"""What can be said about a tool: codes, texts, and diagnostics as values."""
