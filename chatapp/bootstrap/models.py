"""Every module that declares tables: a foreign key by table name needs its target imported."""

from chatapp.access import models as access
from chatapp.codebase import models as codebase
from chatapp.conversation import models as conversation

ALL = (access, codebase, conversation)
