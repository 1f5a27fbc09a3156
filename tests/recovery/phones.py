"""Phones at the tables, as `make drill` has them."""

from deploy.workshop.drill.submitters import Phone, new_key

__all__ = ["Phone", "new_key"]
