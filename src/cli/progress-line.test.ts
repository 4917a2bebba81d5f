import { describe, expect, it } from "vitest";
import { openProgressLine } from "./progress-line.ts";

/** What the line of one event reads. */
function lineOf(done: number, total: number, unit: string): string {
  const written: string[] = [];
  const line = openProgressLine({
    stream: { write: (text) => written.push(text) },
    interactive: false,
    clock: { nowMs: () => 0, sleep: () => Promise.resolve() },
  });
  line.show({ kind: "step", step: "Reading", done, total, unit });
  line.end();
  return written.join("").trim();
}

describe("openProgressLine", () => {
  it("tells small files in kB and large ones in MB", () => {
    expect(lineOf(300, 1200, "bytes")).toBe(
      `Reading ${"█".repeat(5)}${"░".repeat(15)} 0.3 of 1.2 kB`,
    );
    expect(lineOf(2_500_000, 5_000_000, "bytes")).toBe(
      `Reading ${"█".repeat(10)}${"░".repeat(10)} 2.5 of 5.0 MB`,
    );
  });

  it("counts one as one", () => {
    expect(lineOf(1, 1, "examples")).toBe(`Reading ${"█".repeat(20)} 1 of 1 example`);
  });

  it("counts other units with separators", () => {
    expect(lineOf(1500, 1500, "texts")).toBe(`Reading ${"█".repeat(20)} 1,500 of 1,500 texts`);
  });
});
