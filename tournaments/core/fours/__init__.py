"""Tables of four without Django: seating (see seating.py), scores, points and standings."""
