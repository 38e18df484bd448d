"""The keys of an unpacked parameter take the strict form at the top level."""

from dataclasses import dataclass

from toolschema_runtime import tool


@dataclass
class Job:
    url: str
    width: int = 800


@tool(strict=True, unpack="job")
def resize(job: Job, twice: bool = False) -> None: ...
