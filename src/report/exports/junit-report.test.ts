import { describe, expect, it } from "vitest";
import { junitReport } from "./junit-report.ts";

describe("junitReport", () => {
  it("has a suite per cell, failures with their reason, pending texts skipped", () => {
    const at = { exampleId: "e1", repeat: 0 };
    const xml = junitReport("run", [
      { ...at, cell: "none", status: "done", scores: { "rouge-l": 0.25 } },
      { ...at, cell: "bm25", status: "failed", reason: "timeout <1>", scores: {} },
      { ...at, cell: "bm25", repeat: 1, status: "pending", scores: {} },
    ]);
    expect(xml.split("\n")).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="run" tests="3" failures="1" errors="0" skipped="1">',
      '  <testsuite name="none" tests="1" failures="0" errors="0" skipped="0">',
      '    <testcase classname="none" name="e1"><properties><property name="rouge-l" value="0.25"/></properties></testcase>',
      "  </testsuite>",
      '  <testsuite name="bm25" tests="2" failures="1" errors="0" skipped="1">',
      '    <testcase classname="bm25" name="e1"><failure message="timeout &lt;1&gt;"/></testcase>',
      '    <testcase classname="bm25" name="e1 (repeat 1)"><skipped message="pending"/></testcase>',
      "  </testsuite>",
      "</testsuites>",
      "",
    ]);
  });
});
