"""Idempotency: a request sent twice with the same key is done once, its answer stored."""
