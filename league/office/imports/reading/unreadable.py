"""What is said of a file that cannot be read."""

from league.foundation.refusal import Refused


class FileUnreadable(Refused):
    """The file as a whole is none of those that can be read; the sentence says what to do."""

    code = "file_unreadable"
