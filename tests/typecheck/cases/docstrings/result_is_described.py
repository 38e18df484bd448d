"""What is said about the result goes to the result (C20)."""

from dataclasses import dataclass

from toolschema_runtime import tool


@dataclass
class Page:
    """A page."""

    text: str


@tool
def fetch(url: str) -> str:
    """Fetch a page.

    Returns:
        The body.
    """
    return url


@tool
def load(url: str) -> Page:
    """Load a page.

    Returns:
        Page: what stands there
    """
    return Page(url)


@tool
def drop(url: str) -> None:
    """Drop a page.

    Returns:
        None
    """
