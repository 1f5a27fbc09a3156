"""PostgreSQL and a Redis-protocol broker from wheels, for `make run` and for the tests."""
