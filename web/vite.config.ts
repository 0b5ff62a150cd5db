import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from "vite";
import { leanShaders } from "./tools/leanShaders.ts";

const client = "../src/blockhaus/house/client";
const siteClient = "../build/site-client";
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

/**
 * What is seen first comes in few files: each costs a request and its headers. The frame of every page
 * with the lobby is one, what the table shares with other pages another, the board a third. Whatever is
 * imported only when it is wanted stays apart.
 */
function chunkOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const climb = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const { importers, dynamicImporters, isEntry } = graph.getModuleInfo(at) ?? {};
    if (isEntry || dynamicImporters?.length) roots.add(at);
    for (const above of importers ?? []) climb(above);
  };
  climb(id);
  const reached = (end: string) => [...roots].some((root) => root.endsWith(end));
  if (reached("index.html")) return "frame";
  if (reached("/pages/Table.tsx")) return roots.size > 1 ? "play" : null;
  return reached("/board/Board.tsx") ? "board" : null;
}

/** A group takes all that its files import along; so those that are loaded first choose first. */
const only = (chunk: string, place: number, all: readonly string[]) => ({
  name: (id: string, graph: Rolldown.ChunkingContext) =>
    chunkOf(id, graph) === chunk ? chunk : null,
  priority: all.length - place,
});

// The house serves the built client from its package; in development the house runs beside it.
// Files find each other wherever they lie; the house tells the page where that is. As a site the
// client has the house in a worker (`#house` in package.json); web/tools/make_site.py does the rest.
export default defineConfig(({ mode }) => {
  const isSite = mode === "site";
  return {
    base: "./",
    plugins: [react(), leanShaders(), ...(isSite ? [] : [packed()])],
    resolve: { conditions: [...(isSite ? ["site"] : []), ...defaultClientConditions] },
    worker: { format: "es" },
    build: {
      outDir: isSite ? siteClient : client,
      emptyOutDir: true,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        output: { codeSplitting: { groups: ["frame", "play", "board"].map(only) } },
      },
    },
    server: {
      proxy: { "/api": { target: house, ws: true }, "/pictures": house },
    },
  };
});
