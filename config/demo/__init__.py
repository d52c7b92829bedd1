"""A site to walk around in: an event announced, a draft in its pods, an event in round 3, and one that is over."""
