import { describe, expect, it } from "vitest";
import type { CorpusFinding } from "../records/index.ts";
import { type CorpusEvent, rejected, skipped } from "./corpus-event.ts";
import { followReading } from "./follow-reading.ts";

async function* events(): AsyncGenerator<CorpusEvent> {
  const place = { file: "f" };
  yield { kind: "document", document: { id: "1", author: "a", text: "t" }, place };
  yield skipped({ reason: "blank-line", message: "blank line", place });
  for (let line = 1; line <= 3; line++) {
    yield rejected({ reason: "text-empty", message: "text is empty", place: { file: "f", line } });
  }
}

describe("followReading", () => {
  it("counts everything, lists the first findings and tells of each one", async () => {
    const told: CorpusFinding[] = [];
    const reading = followReading(events(), { maxListed: 2, onFinding: (one) => told.push(one) });
    const documents = [];
    for await (const document of reading.documents) documents.push(document.id);
    const report = reading.report();
    expect(documents).toEqual(["1"]);
    expect(report.counts).toEqual({
      documents: 1,
      rejected: 3,
      dropped: 0,
      skipped: 1,
      warnings: 0,
      reasons: { "blank-line": 1, "text-empty": 3 },
    });
    expect(report.findings.map(({ place }) => place.line)).toEqual([1, 2]);
    expect(report.unlisted).toBe(1);
    expect(told).toHaveLength(4);
  });
});
