"""Every job that a floor can ask for exists in `chatapp.jobs`."""

from pydoc import locate

import pytest

from chatapp.infra.queue import JOB_NAMES


@pytest.mark.parametrize("name", JOB_NAMES)
def test_job_name_resolves_to_a_function(name: str) -> None:
    assert callable(locate(name))
