"""How requests to `draw`, `rank` and the API are read, and how they are refused."""
