"""Requests that are sent twice and done once: the key of each, and what it came to."""
