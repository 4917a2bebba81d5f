import { defineConfig } from "vitest/config";

const shared = { restoreMocks: true, expect: { requireAssertions: true } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          include: ["src/**/*.test.ts", "tests/golden/**/*.test.ts"],
          typecheck: { enabled: true, include: ["src/**/*.test-d.ts"] },
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
