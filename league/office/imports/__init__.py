"""Files of other programs brought into a club: read, matched with the user, looked at, imported."""
