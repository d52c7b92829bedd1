class PermissionDenied(Exception):
    """Rights are not checked on the phone: the server does so when the entries arrive."""
