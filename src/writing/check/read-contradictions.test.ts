import { describe, expect, it } from "vitest";
import type { KnownStatement } from "./known-statements.ts";
import { readContradictions } from "./read-contradictions.ts";

const earlier = { node: "a", text: "She sold the boat in May", start: 4, end: 28 };
const statements: readonly KnownStatement[] = [
  { text: "Marit, trade: ferry pilot", fact: "Marit/trade" },
  { text: "She sold the boat in May", quote: earlier },
];
const leaf = { node: "b", text: "Marit had always been a baker. The boat was still hers." };

describe("readContradictions", () => {
  it("takes a line whose two quotations stand where they should", () => {
    const reply =
      "1 | ferry pilot | a baker | another trade\n2 | sold the boat | “still hers” | owns it";
    expect(readContradictions(reply, statements, leaf)).toEqual({
      status: "read",
      invented: 0,
      issues: [
        {
          type: "contradiction",
          severity: 5,
          message: "“a baker” contradicts “ferry pilot”: another trade.",
          quotes: [{ node: "b", text: "a baker", start: 22, end: 29 }],
          fact: "Marit/trade",
        },
        {
          type: "contradiction",
          severity: 4,
          message: "“still hers” contradicts “sold the boat”: owns it.",
          quotes: [{ node: "b", text: "still hers", start: 44, end: 54 }, earlier],
        },
      ],
    });
  });

  it.each([
    ["an invented quotation of the text", "1 | ferry pilot | a butcher | trade"],
    ["an invented quotation of the statement", "1 | harbour pilot | a baker | trade"],
    ["a statement that does not exist", "3 | ferry pilot | a baker | trade"],
    ["a part of a word", "1 | ferry pilot | bake | trade"],
    ["the same words twice", "1 | Marit | Marit | name"],
    ["an empty quotation", "1 | “” | a baker | trade"],
  ])("drops a line with %s", (_, reply) => {
    expect(readContradictions(reply, statements, leaf)).toEqual({
      status: "read",
      issues: [],
      invented: 1,
    });
  });

  it.each(["none", "None.", " none\n", "There are no contradictions."])(
    "reads %j as no contradiction",
    (reply) => {
      expect(readContradictions(reply, statements, leaf)).toMatchObject({
        status: "read",
        issues: [],
      });
    },
  );

  it.each(["", "The text contradicts statement 1.", "1, ferry pilot, a baker"])(
    "calls %j malformed",
    (reply) => {
      expect(readContradictions(reply, statements, leaf)).toEqual({ status: "malformed" });
    },
  );

  it("counts a contradiction once", () => {
    const line = "1 | ferry pilot | a baker | trade";
    const read = readContradictions(
      `${line}\n[1] | ferry pilot | a baker | trade`,
      statements,
      leaf,
    );
    expect(read.status === "read" && read.issues.length).toBe(1);
  });
});
