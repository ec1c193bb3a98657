"""Commands that are large enough for a file of their own."""
