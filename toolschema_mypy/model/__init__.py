"""What a tool is: immutable specs, with no knowledge of mypy, files or providers."""
