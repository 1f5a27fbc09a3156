"""Past events: what a club played before it used this site, as final standings it brought along."""
