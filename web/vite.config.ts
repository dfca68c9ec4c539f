import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

const API_URL = process.env.API_URL ?? "http://127.0.0.1:3000";

/** Libraries every page needs, kept apart from our own code so that a release does not make browsers fetch them again. */
const VENDOR = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//;

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["source", ...defaultClientConditions] },
  server: {
    proxy: {
      "/api": API_URL,
      "/health": API_URL,
      "/socket.io": { target: API_URL, ws: true },
    },
  },
  build: {
    outDir: "dist",
    target: "es2022",
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "vendor", test: VENDOR }] },
      },
    },
  },
});
