"""The site's figures for a monitoring system: counted by its processes, and read when asked for."""
