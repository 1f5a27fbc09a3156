"""Why a backup was not made or not restored."""


class BackupRefused(Exception):
    """A backup cannot be made or restored; the text says why, and what to do about it."""
