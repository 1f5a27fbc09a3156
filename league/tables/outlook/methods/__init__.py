"""What can still happen in a contest: pure functions from points and open matches to places."""
