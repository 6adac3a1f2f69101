"""One self-hosted server that answers questions about code and documents, with evidence.

The floors, from the ground up (an import may go down, never up or sideways):
``domain`` < ``infra`` < ``providers | mcp | codebase | knowledge | artifacts`` < ``runtime``
< ``conversation`` < ``access`` < ``web | jobs | cli`` < ``bootstrap``. See ARCHITECTURE.md.
"""

__version__ = "0.1.0"
