import pytest

from chatapp.codebase.graph.modules import Modules

PATHS = [
    "src/shop/__init__.py",
    "src/shop/cart.py",
    "src/shop/money/__init__.py",
    "src/shop/money/total.py",
    "src/shop/json.py",
    "tests/test_cart.py",
    "web/src/app.ts",
    "web/src/paint.tsx",
    "web/src/ui/index.ts",
    "cmd/main.go",
    "internal/store/store.go",
    "internal/store/store_test.go",
    "java/org/shop/Cart.java",
    "kotlin/org/shop/Money.kt",
    "crate/src/lib.rs",
    "crate/src/cart.rs",
    "crate/src/money/mod.rs",
    "other-crate/src/lib.rs",
    "c/cart.c",
    "c/cart.h",
    "include/shop/money.h",
    "lib/shop/cart.rb",
    "lib/shop.rb",
    "php/Shop/Money/Total.php",
    "bin/run.sh",
    "bin/lib.sh",
]


@pytest.mark.parametrize(
    ("language", "path", "module", "name", "target"),
    [
        ("python", "tests/test_cart.py", "shop.cart", "Cart", "src/shop/cart.py"),
        ("python", "tests/test_cart.py", "shop.money", "total", "src/shop/money/total.py"),
        ("python", "tests/test_cart.py", "shop.money", "Money", "src/shop/money/__init__.py"),
        ("python", "src/shop/cart.py", ".money", "x", "src/shop/money/__init__.py"),
        ("python", "src/shop/money/total.py", "..", "cart", "src/shop/cart.py"),
        ("python", "src/shop/cart.py", "json", "", None),
        ("python", "src/shop/cart.py", "os.path", "join", None),
        ("typescript", "web/src/app.ts", "./paint", "", "web/src/paint.tsx"),
        ("typescript", "web/src/app.ts", "./ui", "", "web/src/ui/index.ts"),
        ("typescript", "web/src/ui/index.ts", "../paint.js", "", "web/src/paint.tsx"),
        ("typescript", "web/src/app.ts", "@/ui", "", "web/src/ui/index.ts"),
        ("typescript", "web/src/app.ts", "react", "", None),
        ("go", "cmd/main.go", "example.org/x/internal/store", "", "internal/store/store.go"),
        ("go", "cmd/main.go", "internal/store", "", None),
        ("java", "java/org/shop/Main.java", "org.shop.Cart", "", "java/org/shop/Cart.java"),
        ("java", "java/org/shop/Main.java", "org.shop.Money.of", "", "kotlin/org/shop/Money.kt"),
        ("rust", "crate/src/lib.rs", "crate::cart", "Cart", "crate/src/cart.rs"),
        ("rust", "crate/src/cart.rs", "crate::money", "total", "crate/src/money/mod.rs"),
        ("rust", "crate/src/lib.rs", "cart", "", "crate/src/cart.rs"),
        ("rust", "crate/src/cart.rs", "super::money", "x", "crate/src/money/mod.rs"),
        ("rust", "crate/src/lib.rs", "other_crate", "x", "other-crate/src/lib.rs"),
        ("c", "c/cart.c", "cart.h", "", "c/cart.h"),
        ("c", "c/cart.c", "shop/money.h", "", "include/shop/money.h"),
        ("c", "c/cart.c", "vector", "", None),
        ("ruby", "lib/shop.rb", "shop/cart", "", "lib/shop/cart.rb"),
        ("php", "php/index.php", "Acme\\Shop\\Money\\Total", "", "php/Shop/Money/Total.php"),
        ("bash", "bin/run.sh", "./lib.sh", "", "bin/lib.sh"),
        ("swift", "a.swift", "Foundation", "", None),
    ],
)
def test_import_means_the_file_or_nothing(
    language: str, path: str, module: str, name: str, target: str | None
) -> None:
    assert Modules(PATHS).resolve(language, path, module, name) == target


def test_file_never_imports_itself() -> None:
    assert Modules(["a/json.py"]).resolve("python", "a/json.py", "json", "") is None
