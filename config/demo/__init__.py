"""A site to walk around in: an announced event, one in its third round, and one that is over."""
