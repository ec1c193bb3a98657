"""The rules: a module a game, pure functions on frozen state."""
