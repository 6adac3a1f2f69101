"""LiteLLM: a hundred providers behind one library."""
