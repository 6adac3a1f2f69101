from chatapp.cli.worker import intervals
from chatapp.infra.queue import RESUME_INDEXING, SWEEP_TURNS, SYNC_REPOSITORIES
from chatapp.infra.settings import load


def test_syncs_are_looked_at_several_times_an_interval() -> None:
    by_name = {one.name: one.every_s for one in intervals(load({"CHATAPP_SYNC_INTERVAL_S": "300"}))}
    assert by_name == {SWEEP_TURNS: 30, RESUME_INDEXING: 20, SYNC_REPOSITORIES: 75}


def test_no_sync_interval_means_no_syncs() -> None:
    names = {one.name for one in intervals(load({"CHATAPP_SYNC_INTERVAL_S": "0"}))}
    assert names == {SWEEP_TURNS, RESUME_INDEXING}
