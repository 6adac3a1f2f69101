"""Pure values that every floor may use: standard library only, no input and no output."""
