import { defineConfig } from "vitest/config";

const shared = {
  setupFiles: ["tests/fast-check-seed.ts"],
  restoreMocks: true,
  expect: { requireAssertions: true },
};

export default defineConfig({
  test: {
    globalSetup: [
      "tests/loopback.ts",
      "tests/one-temporary-folder.ts",
      "tests/postgres-on-demand.ts",
    ],
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          sequence: { groupOrder: 0 },
          include: ["src/**/*.test.ts", "tests/golden/**/*.test.ts"],
          typecheck: { enabled: true, include: ["src/**/*.test-d.ts"] },
          // No test is about time: a busy machine must not fail one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          // After the other project and one file at a time: the local engine spins on every core, and
          // kills are aimed at moments of a run.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        // Needs Chromium, so it is not part of `npm test`: `npm run test:browser`.
        test: {
          ...shared,
          name: "browser",
          // A page shows an answer when it has come: what is asked of it is asked again for a while.
          expect: { ...shared.expect, poll: { timeout: 30_000 } },
          sequence: { groupOrder: 2 },
          include: ["tests/browser/**/*.test.ts"],
        },
      },
    ],
  },
});
