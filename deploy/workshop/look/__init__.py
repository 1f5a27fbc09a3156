"""Drawings of our own that are made by a program; the results lie in `deploy/site/static/site/`."""
