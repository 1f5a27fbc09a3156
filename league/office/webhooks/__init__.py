"""What happened in a club, told to other programs: messages to their addresses, and changes."""
