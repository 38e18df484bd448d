"""A small shop whose functions an agent may call."""
