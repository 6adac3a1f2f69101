"""HTTP: parse a request, call one function of `chatapp.access`, present what it gives.

No rule of the product lives here, and nothing below `chatapp.access` is imported.
"""
