"""Nonsense sent under every name that the site reads: each answer is one, and none is an error."""
