"""Tools that come with a schema of their own: recognised, checked, and handed to a function as one dict.

Their schemas are a stranger's.  What is read from one is bounded in size and depth, references stay
inside the document, and a pattern is run only where it cannot take long.
"""
