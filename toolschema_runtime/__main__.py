"""`python -m toolschema_runtime serve …`."""

from __future__ import annotations

import sys

from toolschema_runtime._serve_command import main

if __name__ == "__main__":
    sys.exit(main())
