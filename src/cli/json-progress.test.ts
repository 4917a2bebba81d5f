import { describe, expect, it } from "vitest";
import { openJsonProgress } from "./json-progress.ts";

describe("openJsonProgress", () => {
  it("writes one object a line, of a document its finished parts and new phases", () => {
    const written: string[] = [];
    const progress = openJsonProgress({ write: (text) => written.push(text) });
    const read = () => ({
      phase: "draft" as const,
      words: 100,
      targetWords: 200,
      leaves: { planned: 1, drafting: 0, accepted: 1, failed: 0, dirty: 0 },
      tokens: { in: 10, out: 20 },
      seconds: 1.5,
      openIssues: 0,
      nodes: [],
    });
    const leaf = {
      node: "a1",
      name: "The call",
      state: "accepted" as const,
      words: 100,
      targetWords: 98,
      issues: [],
    };
    progress.show({ kind: "message", text: "Run write-story" });
    progress.show({ kind: "writing", read });
    progress.show({ kind: "writing", read, leaf, line: "✓ 1/2 The call" });
    progress.end();
    const { nodes: _, ...told } = read();
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { event: "message", text: "Run write-story" },
      { event: "phase", progress: told },
      { event: "part", ...leaf, progress: told },
    ]);
    expect(written.every((line) => line.endsWith("}\n") && !line.slice(0, -1).includes("\n"))).toBe(
      true,
    );
  });

  it("does not work out how far a document is for a call that brings nothing to tell", () => {
    const written: string[] = [];
    const progress = openJsonProgress({ write: (text) => written.push(text) });
    let reads = 0;
    const show = (phase: "plan" | "draft" | "repair"): void =>
      progress.show({
        kind: "writing",
        phase,
        read: () => {
          reads += 1;
          return {
            phase,
            words: 0,
            targetWords: 200,
            leaves: { planned: 1, drafting: 0, accepted: 0, failed: 0, dirty: 0 },
            tokens: { in: 0, out: 0 },
            seconds: 1,
            openIssues: 0,
            nodes: [],
          };
        },
      });
    for (const phase of ["plan", "draft", "draft", "draft", "repair", "repair"] as const) {
      show(phase);
    }
    expect(reads).toBe(3);
    expect(written.map((line) => JSON.parse(line).progress.phase)).toEqual([
      "plan",
      "draft",
      "repair",
    ]);
  });

  it("tells how the plan grows, once for each growth", () => {
    const written: string[] = [];
    const progress = openJsonProgress({ write: (text) => written.push(text) });
    const show = (phase: "plan" | "draft", planNodes: number): void =>
      progress.show({
        kind: "writing",
        read: () => ({
          phase,
          words: 0,
          targetWords: 200,
          leaves: { planned: planNodes, drafting: 0, accepted: 0, failed: 0, dirty: 0 },
          tokens: { in: 0, out: 0 },
          seconds: 1,
          openIssues: 0,
          nodes: Array.from({ length: planNodes }, (_, place) => ({
            id: `n${place}`,
            level: "leaf" as const,
            state: "planned" as const,
            depth: 1,
            heading: "",
            brief: "A part.",
            words: 0,
            targetWords: 100,
            lock: "none" as const,
          })),
        }),
      });
    show("plan", 1);
    show("plan", 1);
    show("plan", 4);
    show("draft", 4);
    show("draft", 4);
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { event: "plan", planNodes: 1 },
      { event: "plan", planNodes: 4 },
      { event: "phase", progress: { phase: "draft" } },
    ]);
  });
});
