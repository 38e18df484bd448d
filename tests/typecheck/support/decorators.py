"""`tool` kept under a name of another module."""

from toolschema_runtime import tool

mytool = tool
