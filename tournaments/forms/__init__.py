"""Forms, a file a theme."""
