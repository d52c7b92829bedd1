"""How a faulty log is read on. The rules know nothing of it: they report a fault, and the policy decides what follows."""
