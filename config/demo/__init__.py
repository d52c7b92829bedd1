"""The demonstration: an announced event, a draft in its pods, running events and finished ones."""
