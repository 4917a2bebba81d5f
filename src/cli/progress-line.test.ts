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

  it("shows the end of a step once, on a terminal and elsewhere, and that of a second round again", () => {
    for (const interactive of [false, true]) {
      const written: string[] = [];
      const line = openProgressLine({
        stream: { write: (text) => written.push(text) },
        interactive,
        clock: { nowMs: () => 0, sleep: () => Promise.resolve() },
      });
      const show = (done: number, note: string) =>
        line.show({ kind: "step", step: "Generating", done, total: 30, unit: "texts", note });
      for (const [done, note] of [
        [29, "a"],
        [30, "b"],
        [30, "b"],
        [30, "c"],
      ] as const)
        show(done, note);
      const ends = () => written.filter((text) => text.includes("30 of 30")).length;
      expect(ends()).toBe(1);
      for (const done of [1, 30, 30]) show(done, "d");
      expect(ends()).toBe(2);
    }
  });
});
