class Promise:
    """Texts are translated at once here, because there is one reader and one language."""
