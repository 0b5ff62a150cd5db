// Packs the files of a folder that shrink, each beside itself: node web/tools/pack.mjs FOLDER

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const SHRINKS = /\.(mjs|wasm|json|db)$/;
const QUALITY = 9; // Pyodide takes 85 s at 11, and 10 s at 9, for an eighth more

function pack(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) pack(path);
    else if (SHRINKS.test(name)) {
      const file = readFileSync(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
      };
      writeFileSync(`${path}.br`, brotliCompressSync(file, { params }));
      writeFileSync(`${path}.gz`, gzipSync(file, { level: 9 }));
    }
  }
}

pack(process.argv[2]);
