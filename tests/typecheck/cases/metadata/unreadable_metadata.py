"""What only running the program could tell is an error, not a guess."""

import os
from typing import Annotated

from annotated_types import Gt, MultipleOf

from toolschema_runtime import Describe, tool

LIMIT = int(os.environ["LIMIT"])


@tool
def turn(
    by: Annotated[int, Gt(LIMIT)],
    # E: The metadata Gt(gt=...) of "by" of tool "turn" cannot be read without running the program  [tool-metadata]
    # N: Write a literal, or a constant that is assigned once
    to: Annotated[str, Describe(os.environ["TEXT"])],
    # E: The metadata Describe(...) of "to" of tool "turn" cannot be read without running the program  [tool-metadata]
    # N: Write a literal, or a constant that is assigned once
    steps: Annotated[int, MultipleOf(0)] = 1,
    # E: The metadata MultipleOf(multiple_of=...) of "steps" of tool "turn" cannot be read without running the program  [tool-metadata]
    # N: Write a literal, or a constant that is assigned once
    *,
    how: Annotated[str, f"one of {os.sep}"],
    # E: The metadata f'one of {os.sep}' of "how" of tool "turn" cannot be read without running the program  [tool-metadata]
    # N: Write a literal, or a constant that is assigned once
) -> None: ...
