"""Everything that writes and reads archives, and keeps their files."""
