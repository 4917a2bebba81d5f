import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { longhand, newFolder } from "./longhand-process.ts";

const MAIN = resolve("dist/cli/main.js");
const folder = newFolder("write-progress");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, "brief.yaml"),
  [
    "goal: Tell how a keeper and her daughter save a ferry in a storm.",
    "kind: story",
    "title: 灯",
    "length: { words: 900 }",
    "candidates: 2",
    "model: fake",
    "modelSettings: { delayMs: [5, 20] }",
    "budget: { completionTokens: 60000 }",
  ].join("\n"),
);

/** Runs a line of shell at a pseudo-terminal of 16 rows and 50 columns; gives what it wrote there. */
function atTerminal(line: string): string {
  const { stdout, status } = spawnSync(
    "script",
    ["-qec", `stty rows 16 cols 50; ${line}`, "/dev/null"],
    { cwd: folder, encoding: "utf8", env: { ...process.env, TERM: "xterm", NO_COLOR: "" } },
  );
  expect(status).toBe(0);
  return stdout;
}

const NEXT_FRAME = "\u001b[J";

describe("progress of a document", () => {
  it("is a block that is redrawn in place at a terminal, and leaves nothing behind", () => {
    const written = atTerminal(`'${process.execPath}' '${MAIN}' write brief.yaml --yes`);
    const frames = written.split(NEXT_FRAME);
    expect(frames.length).toBeGreaterThan(3);
    const drafting = frames.filter((frame) => frame.includes("writing "));
    expect(drafting.length).toBeGreaterThan(0);
    for (const frame of frames.slice(1, -1)) expect(frame.split("\n").length).toBeLessThan(19);
    expect(drafting.some((frame) => frame.includes("◐"))).toBe(true);
    expect(written).toContain("of 60,000 written");
    const end = frames.at(-1) ?? "";
    expect(end).toMatch(/^\d+ of about 900 words in /);
    expect(end).toMatch(/tokens a second/);
    expect(end).not.toContain("◐");
  });

  it("is plain lines where a terminal cannot take anything back, and one line a part elsewhere", async () => {
    const dumb = atTerminal(`TERM=dumb '${process.execPath}' '${MAIN}' write brief.yaml --yes`);
    expect(dumb).not.toContain("\u001b");
    const { stderr, code } = await longhand(["write", "brief.yaml", "--yes"], { cwd: folder });
    expect(code).toBe(0);
    const parts = stderr.split("\n").filter((line) => line.startsWith("✓ "));
    expect(parts).toHaveLength(8);
  });

  it("is JSON lines on stderr with --json, and the result alone on stdout", async () => {
    const { stdout, stderr, code } = await longhand(["write", "brief.yaml", "--yes", "--json"], {
      cwd: folder,
    });
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual([
      "run",
      "words",
      "targetWords",
      "leaves",
      "leavesWithin15",
      "leavesWithin15OfPlan",
      "mustHit",
      "mustRequired",
      "tokens",
      "seconds",
      "openIssues",
      "exports",
    ]);
    const lines = stderr.trim().split("\n");
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const parts = told.filter(({ event }) => event === "part");
    expect(parts).toHaveLength(Number(result["leaves"]));
    expect(parts.at(-1)?.["progress"]).toMatchObject({
      targetWords: 900,
      leaves: { planned: 0, accepted: parts.length },
      tokens: { outCap: 60_000 },
    });
  });
});
