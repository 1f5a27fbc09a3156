"""Tests of the desk’s pages of what people are told."""
