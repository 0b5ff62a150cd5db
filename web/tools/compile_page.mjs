// Compiles Python files for Pyodide's own Python: node compile_page.mjs FOLDER
// Every .py below the folder becomes a .pyc beside it and is deleted. Called by page_files.py.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // lines, but no columns
python.mountNodeFS("/sources", process.argv[2]);
const run = python.runPython(readFileSync(join(here, "compile_page.py"), "utf8"));
console.log(`${run} files compiled for Python ${python.runPython("import sys; sys.version.split()[0]")}`);
