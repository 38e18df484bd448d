"""A section that cannot be parsed stops nothing."""

from toolschema_runtime import tool


@tool
def fetch(url: str) -> str:  # N: The docstring of tool "fetch" cannot be parsed, so only its text is used
    """Fetch a page.

    Args:
        this is no entry
    """
    return url
