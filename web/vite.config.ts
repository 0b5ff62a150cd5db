import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The house serves the built client from its package; in development the house runs beside it.
export default defineConfig({
  plugins: [react()],
  build: { outDir: "../src/blockhaus/house/client", emptyOutDir: true },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8420", ws: true } } },
});
