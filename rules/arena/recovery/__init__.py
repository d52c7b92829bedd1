"""How a faulty log is read on. The rules know nothing of it: they report a fault, and the policy says what follows.

`policy` is what the engine is given for a log; the modules beside it say what follows from which fault, by its code.
`header` repairs the header before the first action; `reading` chooses which faulty actions are left undone.
"""
