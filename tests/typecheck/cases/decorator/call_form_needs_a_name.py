"""What is kept under no name, or has no annotations, cannot be a tool."""

from support.billing import refund

from toolschema_runtime import tool

tool(refund)
# E: The value of tool(...) is not kept under a name, so nothing could call it  [tool-signature]
# N: Assign it to a name of the module: refund = tool(billing.refund)
(first, second) = tool(refund), 1
# E: The value of tool(...) is not kept under a name, so nothing could call it  [tool-signature]
# N: Assign it to a name of the module: refund = tool(billing.refund)
tools = [tool(refund)]
# E: The value of tool(...) is not kept under a name, so nothing could call it  [tool-signature]
# N: Assign it to a name of the module: refund = tool(billing.refund)
short = tool(lambda x: x)
# E: Tool "short" is a lambda, which has no annotations  [tool-signature]
# N: Define a function
