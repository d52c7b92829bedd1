"""How logs with errors are read on. The rules know nothing of it: they report a fault, and the policy decides.

The engine is given `policy` for a log; the modules beside it handle faults by their codes. `header` repairs the header
before the first action; `reading` chooses which faulty actions are left undone.
"""
