"""The desk of associations: their own pages, and those of the clubs in them."""
