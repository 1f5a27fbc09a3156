"""Fixtures for the processes that `make run` starts, here on the test database."""

