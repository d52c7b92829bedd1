"""What leaves the house as a file: plain values in, bytes out."""
