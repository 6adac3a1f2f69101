"""The REST routes, one file per noun; `TABLES` is every one of them."""
