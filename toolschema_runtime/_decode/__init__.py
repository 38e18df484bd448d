"""From what a model sent to the Python values a tool takes, by the plan in the side-file.

`reader` turns a plan into nodes, once per tool.  A node decodes by interpretation and collects every
fault; `generate` writes the same rules as Python source that only says yes or no, for tools that are
called often.
"""
