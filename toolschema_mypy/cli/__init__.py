"""The command `toolschema`: runs mypy as a subprocess and compares; one command a file."""
