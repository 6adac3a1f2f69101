"""One hostile repository, indexed once: links that lead out, loops, odd encodings, huge lines."""

from pathlib import Path

import pytest

from tests.unit.codebase.projects import Project, commit, git, indexed

SECRET = "TOP-SECRET-OUTSIDE"
CJK = "连接池耗尽时,请求会排队等待。\n"
JAPANESE = "セッションの有効期限が切れました。\nログインしてください。\n"
KOREAN = "세션이 만료되면 사용자는 다시 로그인해야 합니다.\n연결을 확인하세요.\n"
THAI = "การเชื่อมต่อฐานข้อมูลล้มเหลว\n"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Project:
    base = tmp_path_factory.mktemp("hostile")
    outside = base / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text(f'KEY = "{SECRET}"\n')
    (base / ".env").write_text(f"KEY={SECRET}\n")
    folder = base / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    _link_out(folder, outside)
    commit(folder, _files(), "Begin")
    return indexed(base, folder)


def _link_out(folder: Path, outside: Path) -> None:
    (folder / "leak.py").symlink_to(outside / "secret.py")
    (folder / "ext").symlink_to(outside)
    (folder / "env").symlink_to("../.env")
    (folder / "chain").symlink_to("leak.py")
    (folder / "inner.py").symlink_to("src/app.py")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "sub").mkdir()
    (folder / "sub" / "loop").symlink_to("..")


def _files() -> dict[str, str | bytes]:
    return {
        "src/app.py": "def connect(pool):\n    return pool.take()\n",
        "src/bom.py": b"\xef\xbb\xbfdef bomb_squad():\n    pass\n",
        "src/crlf.py": b"A = 1\r\nB = 2\r\n\r\ndef after_crlf():\r\n    return 'needle_crlf'\r\n",
        "src/odd.py": "A = 'x\u2028y'\n\x0cB = 'lone\rcr'\ndef odd_one():\n    return 'needle_odd'",
        "src/bidi.py": "access\u202e_level = 1\nis\u200badmin_flag = True\n",
        "web/bundle.js": "x();" * 2_000_000,
        "web/wide.js": f"var a = '{'y' * 3000}needle_wide{'z' * 3000}';\n",
        "data/big.py": "".join(f"VALUE_{number} = {number}\n" for number in range(20_000)),
        "docs/zh.md": CJK,
        "docs/ja.md": JAPANESE,
        "docs/ko.md": KOREAN,
        "docs/th.md": THAI,
        "docs/other.md": "池塘里的水。连接处。\n",
        "docs/phrase.md": "call foo.bar() and C++ here\nand foo bar apart\n",
    }
