class PermissionDenied(Exception):
    """Nobody is asked for rights on the phone: the server asks when the entries arrive."""
