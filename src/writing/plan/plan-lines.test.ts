import { describe, expect, it } from "vitest";
import { nearDuplicates, readChildLines, readSlotLines } from "./plan-lines.ts";

describe("readChildLines", () => {
  it("reads number, heading, brief and weight", () => {
    expect([...readChildLines("1 | The ferry | Ann takes the last ferry. | 4", 2)]).toEqual([
      [0, { heading: "The ferry", brief: "Ann takes the last ferry.", weight: 4 }],
    ]);
  });

  it("rescues lines that leave parts out, and leaves out what is no line", () => {
    const reply = [
      "Here is the plan:",
      "2. **Storm**: The storm takes the roof.",
      "3) Everybody leaves the island at night",
      "1 | Chapter 1: Ferry | Ann takes the ferry",
      "1 | Second first | is left out as it comes late | 2",
      "4 | Too | high a number | 3",
      "| no number | at all | 3",
    ].join("\n");
    expect([...readChildLines(reply, 3)]).toEqual([
      [1, { heading: "Storm", brief: "The storm takes the roof.", weight: 3 }],
      [2, { heading: "", brief: "Everybody leaves the island at night", weight: 3 }],
      [0, { heading: "Ferry", brief: "Ann takes the ferry", weight: 3 }],
    ]);
  });
});

describe("readSlotLines", () => {
  it("gives open places the sentences that have no number", () => {
    const reply =
      "2. Wish: She wants her boat back.\nThe harbour is frozen. Nobody can leave it.\nNo.";
    expect([...readSlotLines(reply, ["Arrival", "Wish", "Turn"])]).toEqual([
      [1, "She wants her boat back."],
      [0, "The harbour is frozen."],
      [2, "Nobody can leave it."],
    ]);
  });
});

describe("nearDuplicates", () => {
  it("names siblings that repeat an earlier one", () => {
    const briefs = [
      "Ann takes the last ferry home.",
      "The storm comes.",
      "Ann takes the last ferry home!",
    ];
    const children = new Map(briefs.map((brief, place) => [place, { brief }]));
    expect(nearDuplicates(children)).toEqual([2]);
  });
});
