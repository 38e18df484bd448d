"""`x = tool(f)` makes a tool of a function that stands elsewhere, named after the assignment (C73)."""

from functools import partial

import support.billing as billing
from support.billing import greet

from toolschema_runtime import tool

refund = tool(billing.refund)
again = tool(billing.refund, name="refund_again", strict=True)
hello = tool(partial(greet, greeting="Hi"))
hi = tool(partial(greet, "x", greeting="Hi"), name="say_hi")
desk = billing.Desk()
close = tool(desk.close)


class Kit:
    refund = tool(billing.refund)
