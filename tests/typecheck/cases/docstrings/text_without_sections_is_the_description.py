"""The description is all paragraphs but the sections (C20)."""

from toolschema_runtime import tool


@tool
def fetch(url: str) -> str:
    """Fetch a page.

    Follows at most three redirects.

    Args:
        url: where to go

    Returns:
        The body.
    """
    return url
