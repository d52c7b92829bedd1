"""A backup is one file with every row and every document, from either kind of database into either.

`rows` turns tables into lines and back, `fingerprint` says what must be equal afterwards, `archive` is the file itself.
"""


class BackupRefused(Exception):
    pass
