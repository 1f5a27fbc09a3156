class CannotStart(Exception):
    """Something the embedded servers need is missing; the text says what to do about it."""
