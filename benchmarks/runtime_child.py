"""One contender's calls, measured in its own environment: a JSON object of microseconds is printed."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

TARGET = 0.02  # seconds of one repetition
REPEATS = 7


def microseconds(work: Callable[[], object]) -> float:
    """The least time of one call, of several repetitions of many."""
    count, spent = 1, 0.0
    while spent < TARGET / 4:
        count *= 4
        spent = _timed(work, count)
    count = max(1, int(count * TARGET / spent))
    return min(_timed(work, count) for _ in range(REPEATS)) / count * 1e6


def _timed(work: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        work()
    return time.perf_counter() - start


def measured(contender: Any, workload: Any) -> dict[str, float | str]:
    tools = contender.build(contender.MODULE.format(count=4))
    found: dict[str, float | str] = {}
    for kind, arguments in workload.CALLS.items():
        text = json.dumps(arguments)
        for label, call, given in (
            ("dict", contender.call, arguments),
            ("text", contender.call_text, text),
        ):
            try:
                for _ in range(50):  # past the calls that make a decoder
                    call(tools, kind, given)
                found[f"{kind}, {label}"] = microseconds(
                    lambda call=call, kind=kind, given=given: call(tools, kind, given)
                )
            except Exception as error:  # noqa: BLE001  # said in the table
                found[f"{kind}, {label}"] = type(error).__name__
    for label, (kind, arguments) in workload.refused_calls().items():

        def refuse(kind: str = kind, arguments: Any = arguments) -> str:
            try:
                contender.call(tools, kind, arguments)
            except Exception as error:  # noqa: BLE001  # each has its own
                return str(contender.told(error))
            return "accepted"

        found[f"refused: {label}"] = "accepted" if refuse() == "accepted" else microseconds(refuse)
    return found


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    sys.path[:0] = sys.argv[2:]
    print(json.dumps(measured(import_module(sys.argv[1]), import_module("workload"))))
