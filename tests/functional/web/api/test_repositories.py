"""Repositories by REST."""

from pathlib import Path

from tests.functional.callers import Caller
from tests.functional.repositories import small_repository


def test_a_repository_is_registered_looked_at_and_removed(
    owner: Caller, alice: Caller, tmp_path: Path
) -> None:
    source = str(small_repository(tmp_path))
    made = owner.post("/api/repos", {"source": source})
    assert (made.status_code, made.json["state"], made.json["name"]) == (202, "queued", "garden")
    path = f"/api/repos/{made.json['id']}"
    assert alice.get(path).json == made.json
    assert [one["id"] for one in alice.get("/api/repos").json["repositories"]] == [made.json["id"]]
    assert alice.get(f"{path}/skipped-files").json == {"skipped_files": []}
    assert alice.post(f"{path}/sync").status_code == 202
    assert alice.delete(path).status_code == 403
    assert owner.delete(path).status_code == 204
    assert alice.get(path).status_code == 404


def test_nothing_about_the_machine_is_told(owner: Caller, repository_id: str) -> None:
    assert "git_dir" not in owner.get(f"/api/repos/{repository_id}").json


def test_what_is_no_repository_says_why(owner: Caller, tmp_path: Path) -> None:
    for source in (str(tmp_path), str(tmp_path / "nowhere"), "file:///etc", "--upload-pack=x", ""):
        refused = owner.post("/api/repos", {"source": source})
        assert refused.status_code in (400, 422)
        assert refused.json["detail"]
    assert owner.get("/api/repos").json["repositories"] == []


def test_before_its_first_index_a_file_says_to_wait(owner: Caller, repository_id: str) -> None:
    refused = owner.get(f"/api/repos/{repository_id}/files?path=bees.py")
    assert (refused.status_code, refused.json["code"]) == (422, "repository_error")
    assert owner.get(f"/api/repos/{repository_id}/files").status_code == 400


def test_a_grant_closes_a_repository_until_it_is_taken_away(
    owner: Caller, alice: Caller, bob: Caller, repository_id: str
) -> None:
    path = f"/api/repos/{repository_id}"
    grantee = {"grantee_id": alice.principal.actor_id, "kind": "member"}
    assert owner.post(f"{path}/grants", grantee).status_code == 204
    assert [one["grantee_id"] for one in owner.get(f"{path}/grants").json["grants"]] == [
        alice.principal.actor_id
    ]
    assert (alice.get(path).status_code, bob.get(path).status_code) == (200, 404)
    assert bob.get("/api/repos").json["repositories"] == []
    assert owner.delete(f"{path}/grants/{alice.principal.actor_id}").status_code == 204
    assert bob.get(path).status_code == 200
