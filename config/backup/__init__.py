"""A backup is one file with every row and every document, and moves between both kinds of database.

`rows` converts tables to lines and back, `fingerprint` records what must be equal afterwards, `archive` is the file.
"""


class BackupRefused(Exception):
    pass
