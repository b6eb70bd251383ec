import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/engine/**"], testTimeout: 30_000 } },
      { test: { name: "engine", include: ["test/engine/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 900_000 } },
    ],
  },
});
