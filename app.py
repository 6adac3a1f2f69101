"""What the ``flask`` command finds: ``flask db …`` for migrations, ``flask routes``."""

from chatapp.bootstrap.application import create_app

app = create_app()
