"""Where keys, addresses and choices come from: layers of sources, and what wins."""
