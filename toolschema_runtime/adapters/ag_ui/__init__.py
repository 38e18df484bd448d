"""AG-UI: tools of either side, their calls and results, state and approval, in the protocol's own types.

The package `ag-ui-protocol` (extra `ag-ui`) is imported when something of its own is made; reading needs none of it.
"""

from __future__ import annotations

from toolschema_runtime.adapters.ag_ui._answers import call_events, result_events, tool_messages
from toolschema_runtime.adapters.ag_ui._approval import approvals_of, interrupt_outcome
from toolschema_runtime.adapters.ag_ui._calls import checked, tool_calls
from toolschema_runtime.adapters.ag_ui._state import context_for, state_snapshot
from toolschema_runtime.adapters.ag_ui._tools import registry_of, tools_for

__all__ = [
    "approvals_of",
    "call_events",
    "checked",
    "context_for",
    "interrupt_outcome",
    "registry_of",
    "result_events",
    "state_snapshot",
    "tool_calls",
    "tool_messages",
    "tools_for",
]
