"""A backup is one file with every row and every document, and moves between both kinds of database.

`rows` converts tables to lines and back, `archive` is the file, with fingerprints of what must be equal afterwards.
"""


class BackupRefused(Exception):
    pass
