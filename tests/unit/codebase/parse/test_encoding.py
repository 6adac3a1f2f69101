import pytest

from chatapp.codebase.parse.encoding import decode, is_binary


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        ("größe".encode(), "größe", "utf-8"),
        (b"\xef\xbb\xbfdef f(): pass", "def f(): pass", "utf-8"),
        ("名字 = 1".encode("utf-16"), "名字 = 1", "utf-16-le"),
        ("连接池耗尽时抛出异常".encode("gb18030"), "连接池耗尽时抛出异常", "gb18030"),
        (b"caf\xe9 cr\xe8me", "café crème", "windows-1252"),
    ],
)
def test_text_is_read_with_its_encoding(content: bytes, text: str, encoding: str) -> None:
    decoded = decode(content)
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_every_byte_string_becomes_text() -> None:
    assert decode(bytes(range(256))).text


def test_nul_makes_a_file_binary_but_not_utf16() -> None:
    assert is_binary(b"a\0b")
    assert not is_binary("text".encode("utf-16"))
    assert not is_binary(b"a" * 9000 + b"\0")
