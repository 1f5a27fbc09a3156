"""Tests of the desk’s pages of notifications."""
