"""``python -m chatapp`` is the ``chatapp`` command."""

from chatapp.bootstrap import main

if __name__ == "__main__":
    main()
