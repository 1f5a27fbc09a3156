"""A whole season of an association, walked from its founding to promotion."""
