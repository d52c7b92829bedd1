class Promise:
    """Texts are looked up at once here: there is one reader, and one language."""
