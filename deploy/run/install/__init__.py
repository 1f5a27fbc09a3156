"""`make install`: everything the site needs, into .venv and node_modules. Standard library only."""
