"""Reads mypy's view of a module and its source, and says what the module's tools are.

Types come from mypy's symbol tables; words (docstrings, defaults, metadata, the order of enum
members) come from the source, since mypy's cache does not keep them.

A class that is never compared or printed says so (`eq=False, repr=False`): attrs compiles those
methods when the class is made, which each run that meets a tool waits for.
"""
