"""Our codes as mypy's own, so that every option about codes knows them."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

from toolschema_mypy.diagnostics.codes import Code

# Made at import: mypy reads its options about codes after it has loaded the plugins.
ERROR_CODES: Final = {code: ErrorCode(code.value, code.description, "toolschema") for code in Code}
