"""`make check`: everything that can be said about the code without running its tests."""
