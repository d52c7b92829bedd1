"""Forms of events, one file for each theme."""
