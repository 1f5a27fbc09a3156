"""Backups of the site's database, and bringing one back (`manage.py backup`, `restore`)."""
