"""Talks to mypy: registers the hooks, reports, writes, and keeps side-files fresh."""
