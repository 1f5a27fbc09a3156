"""Scoring of matches: what one is worth to each side. A module for each scoring method."""
