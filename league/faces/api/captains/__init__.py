"""Matches and their captains, for programs: line-ups, dates, results, and what is decided."""
