"""An MCP server of somebody else's, made with the SDK that aisuite's client wants."""

from __future__ import annotations

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field


class Stop(BaseModel):
    """A stop on the way."""

    name: str
    minutes: int = Field(ge=0)


server = FastMCP("routes")


@server.tool()
def plan(stops: list[Stop], mode: str = "train") -> str:
    """Plan a route."""
    return f"{mode}: " + ", ".join(f"{stop.name} {stop.minutes}" for stop in stops)


server.run()
