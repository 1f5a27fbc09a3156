"""Notifications, for programs: own choices, the log of a club, messages to players."""
