"""Background jobs, done by ``chatapp worker``: each gets the Infra, calls one thing, and ends.

They are asked for by the names in `chatapp.infra.queue`, take ids, and may be run twice.
"""
