"""Git as a subprocess, hardened: objects in, names and histories out. Never a work tree."""
