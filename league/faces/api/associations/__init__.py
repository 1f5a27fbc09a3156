"""Associations and their clubs, for programs: joining, registered players, transfers, entries."""
