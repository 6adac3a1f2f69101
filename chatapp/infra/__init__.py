"""What the product stands on: settings, database, Redis, job queue, locks, clock, logging.

Nothing here knows what a conversation, a repository or a model is.
"""
