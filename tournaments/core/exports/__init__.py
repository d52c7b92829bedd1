"""File formats of exports: plain values in, bytes out."""
