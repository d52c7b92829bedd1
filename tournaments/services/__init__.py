"""Functions that change an event. They take keyword arguments only, and each is one transaction under the event's
lock."""
