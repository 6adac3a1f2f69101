"""What gunicorn loads: the web application in a process patched by gevent."""

from gevent import monkey

monkey.patch_all()

from chatapp.bootstrap.application import create_app

app = create_app()
