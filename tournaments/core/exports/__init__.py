"""File formats of exports, which turn plain values into bytes."""
