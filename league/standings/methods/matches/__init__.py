"""What a match is worth to those who played it, one module a scoring method."""
