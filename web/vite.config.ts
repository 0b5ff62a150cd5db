import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const client = "../src/blockhaus/house/client";
const house = process.env.HOUSE ?? "http://127.0.0.1:8420";

/** The house sends files as they lie there; those that shrink lie there packed as well. */
function packed(): Plugin {
  const pack = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) pack(path);
      else if (/\.(js|css|svg|html)$/.test(name)) {
        const file = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(file));
        writeFileSync(`${path}.gz`, gzipSync(file, { level: 9 }));
      }
    }
  };
  return { name: "packed", apply: "build", closeBundle: () => pack(client) };
}

// The house serves the built client from its package; in development the house runs beside it.
export default defineConfig({
  plugins: [react(), packed()],
  build: { outDir: client, emptyOutDir: true, chunkSizeWarningLimit: 1000 },
  server: {
    proxy: { "/api": { target: house, ws: true }, "/pictures": house },
  },
});
