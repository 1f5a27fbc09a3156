"""Requests to stand in, for programs: ask for a seat, see the answers, answer oneself."""
