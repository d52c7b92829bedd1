"""Random legal games, and logs in which one rule is broken in a known place: for tests, load and demonstrations."""
