"""What scores deals on a phone: the files, by the name under which they are asked for there."""

# Python for the browser
PYODIDE = (
    *("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
# the engine with what asks it (deploy/phone_scorer_package.py)
PACKAGE = "phone-scorer.zip"

# name -> static file
SCORER_FILES = {**{name: f"npm/pyodide/{name}" for name in PYODIDE}, PACKAGE: f"table/{PACKAGE}"}
