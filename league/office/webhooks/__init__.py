"""What happened in a club, for other programs: messages to their addresses, and changes."""
