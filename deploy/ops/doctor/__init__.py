"""Is this site well? `manage.py doctor` looks, with a module a subject; `checks.py` lists all."""
