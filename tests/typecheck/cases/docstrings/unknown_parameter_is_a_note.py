"""A docstring that describes what is no parameter is a note, and the tool is written."""

from toolschema_runtime import tool


@tool
def fetch(url: str) -> str:  # N: The docstring of tool "fetch" describes "uri", which is no parameter
    """Fetch a page.

    Args:
        uri: where to go
    """
    return url
