"""Bridges to other systems; each imports its SDK when it is used, and no sooner."""
