"""`python -m toolschema_mypy` is the command `toolschema`."""

from __future__ import annotations

import sys

from toolschema_mypy.cli.main import main

sys.exit(main())
