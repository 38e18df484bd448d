"""Google's `Keyword Args:` and NumPy's `Other Parameters` are read like the others (C17)."""

from toolschema_runtime import tool


@tool
def seek(q: str, *, top: int = 5) -> str:
    """Search the shelf.

    Args:
        q: words to look for

    Keyword Args:
        top: rows wanted
    """
    return q


@tool
def seek_numpy(q: str, *, top: int = 5) -> str:
    """Search the shelf.

    Parameters
    ----------
    q : str
        words to look for

    Other Parameters
    ----------------
    top : int
        rows wanted
    """
    return q
