"""Ratings and statistics as the public's pages show them."""
