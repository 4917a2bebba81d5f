import { describe, expect, it } from "vitest";
import { createMockWriter } from "../../../tests/mock-writer-model.ts";
import { goesOn, goingOn } from "./go-on.ts";

const mock = createMockWriter({ bias: 1, sd: 0 });
const model = (continuesReply?: boolean) => ({
  ...mock,
  description: { ...mock.description, ...(continuesReply === undefined ? {} : { continuesReply }) },
});

describe("goesOn", () => {
  it("holds for tiny models whose backend goes on with their own words", () => {
    expect(goesOn({ scale: "tiny", writerModel: model(true) })).toBe(true);
    expect(goesOn({ scale: "tiny", writerModel: model(false) })).toBe(false);
    expect(goesOn({ scale: "tiny", writerModel: model() })).toBe(false);
    expect(goesOn({ scale: "small", writerModel: model(true) })).toBe(false);
  });
});

describe("goingOn", () => {
  const asked = [{ role: "user" as const, content: "Go on." }];

  it("ends with the last words of the text, and the beginning of the next sentence", () => {
    expect(goingOn(asked, "It was cold. Nobody came.", "The brass lamp")).toEqual([
      ...asked,
      { role: "assistant", content: "It was cold. Nobody came. The brass lamp" },
    ]);
  });

  it("keeps 45 words at most, from the beginning of a sentence on", () => {
    const text = `${"Word ".repeat(40).trim()}. ${"Later ".repeat(20).trim()}. It was cold.`;
    const [, last] = goingOn(asked, text);
    expect(last?.content).toBe(`${"Later ".repeat(20).trim()}. It was cold.`);
  });

  it("asks as before where nothing has been written", () => {
    expect(goingOn(asked, "")).toEqual(asked);
  });
});
