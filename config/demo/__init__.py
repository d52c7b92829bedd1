"""A site to walk around in: an event announced, a draft in its pods, events in the middle and events that are over."""
