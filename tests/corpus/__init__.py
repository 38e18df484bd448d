"""Real tool functions of published packages: their schemas beside those of other libraries."""
