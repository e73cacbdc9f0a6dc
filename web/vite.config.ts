import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` talks to a running Bungalow; BUNGALOW names it.
const server = process.env.BUNGALOW ?? "http://localhost:8765";

export default defineConfig({
  plugins: [svelte()],
  server: { proxy: { "/api": { target: server, ws: true } } },
  build: {
    target: "es2022",
    // Pages are small; a preload list per chunk would weigh more than it saves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    reportCompressedSize: true,
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
