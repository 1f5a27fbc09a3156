"""What people are told, at the desk: the log of what was sent, and messages to players."""
