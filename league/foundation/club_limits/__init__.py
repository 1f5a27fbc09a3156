"""What one club may ask of the site in a day, so that no club slows down the others."""
