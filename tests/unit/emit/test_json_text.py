"""Our JSON text is the standard library's."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolschema_mypy.emit.json_text import json_text
from toolschema_mypy.model.schema import Json

_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@given(_values)
def test_text_is_what_the_standard_library_writes(value: Json) -> None:
    assert json.dumps(value, indent=2, ensure_ascii=False) == json_text(value)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_number_without_json_form_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text([number])
