import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStopFilter } from "./stop-filter.ts";

function filtered(pieces: readonly string[], stops: readonly string[]) {
  const filter = createStopFilter(stops);
  const shown = pieces.map((piece) => filter.add(piece));
  return { shown, text: shown.join("") + filter.end(), stopped: filter.stopped };
}

describe("createStopFilter", () => {
  it("passes everything through when there is nothing to stop at", () => {
    expect(filtered(["one", " two"], [])).toEqual({
      shown: ["one", " two"],
      text: "one two",
      stopped: false,
    });
  });

  it("cuts before a stop text, even one that straddles pieces", () => {
    expect(filtered(["Hello <e", "n", "d> more"], ["<end>"])).toEqual({
      shown: ["Hello ", "", ""],
      text: "Hello ",
      stopped: true,
    });
  });

  it("gives back what only looked like a stop text", () => {
    expect(filtered(["a<en", "tity>"], ["<end>"]).shown).toEqual(["a", "<entity>"]);
    expect(filtered(["a<en"], ["<end>"])).toEqual({ shown: ["a"], text: "a<en", stopped: false });
  });

  it("finds a stop text that begins inside a false start", () => {
    // "aab" is in "aaab", after one false "a".
    expect(filtered(["a", "a", "a", "b"], ["aab"]).text).toBe("a");
  });

  it("takes the stop text that ends first, whatever the pieces", () => {
    // "b" ends at 2, "abc" at 3.
    expect(filtered(["abc"], ["abc", "b"]).text).toBe("a");
    expect(filtered(["a", "b", "c"], ["abc", "b"]).text).toBe("a");
    // Both end at 3; the longer one wins.
    expect(filtered(["xbc"], ["c", "bc"]).text).toBe("x");
  });

  it("ignores what comes after the stop", () => {
    const filter = createStopFilter(["."]);
    expect([filter.add("A. B"), filter.add("C"), filter.end()]).toEqual(["A", "", ""]);
  });

  it("does not depend on how the text is cut", () => {
    const letters = fc.constantFrom("a", "b", "c");
    const word = fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 12 }),
        fc.array(word, { maxLength: 3 }),
        (p, stops) => {
          const whole = filtered([p.join("")], stops);
          const cut = filtered(p, stops);
          expect([cut.text, cut.stopped]).toEqual([whole.text, whole.stopped]);
          expect(stops.some((stop) => cut.text.includes(stop))).toBe(false);
        },
      ),
    );
  });
});
