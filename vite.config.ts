import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Builds the web app into dist/web, which the server hands out. `npm run web` serves it while it is worked on.
export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // The policy of content forbids scripts inside the page, and so pages that are data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What must come first, as main.tsx says, also comes first where it is cut into files.
    rolldownOptions: { output: { strictExecutionOrder: true } },
    chunkSizeWarningLimit: 700,
  },
  server: { port: 5173, proxy: { "/api": "http://127.0.0.1:8080" } },
});
