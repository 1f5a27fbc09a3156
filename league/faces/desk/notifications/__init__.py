"""Notifications at the desk: the log of what was sent, and messages to players."""
