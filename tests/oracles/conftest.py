"""Settings for random schemas: short by default, `--hypothesis-profile=long` by hand."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "short", deadline=None, max_examples=50, suppress_health_check=list(HealthCheck)
)
settings.register_profile("long", settings.get_profile("short"), max_examples=2_000)
settings.load_profile("short")
