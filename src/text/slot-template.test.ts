import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillSlots, parseSlots, readSlots, writeSlots } from "./slot-template.ts";

const fill = (template: string, values: Record<string, string>): string =>
  fillSlots(parseSlots(template), (name) => values[name] ?? "?");

describe("slot templates", () => {
  it("fill slots with values as they are", () => {
    expect(fill('"{a}" is for {b} ', { a: "$& {b} $1", b: "x\n" })).toBe('"$& {b} $1" is for x\n ');
  });

  it("take the first words where a slot says so", () => {
    expect(fill("<{a|words:2}>", { a: " one  two\nthree" })).toBe("<one two>");
  });

  it("write doubled braces as braces", () => {
    expect(fill("{{{a}}} {{b}}", { a: "1" })).toBe("{1} {b}");
  });

  it.each(["{", "a } b", "{a|words:0}", "{a b}", "{|words:3}"])(
    "refuse the stray brace in %j",
    (template) => {
      expect(() => parseSlots(template)).toThrow(
        expect.objectContaining({ code: "invalid-template" }),
      );
    },
  );

  it("write down what was parsed", () => {
    const template = "{{x}} {a|words:7}, {b}";
    expect(writeSlots(parseSlots(template))).toBe(template);
  });

  it("read values back up to the first place where they can end", () => {
    const parts = parseSlots("title: {title}. text: {prefix}");
    expect(readSlots(parts, "title: A. B. text: c. text: d")).toEqual({
      title: "A. B",
      prefix: "c. text: d",
    });
  });

  it("read a value up to the text that ends the whole", () => {
    expect(readSlots(parseSlots('is "{a}".'), 'is "x". "y".')).toEqual({ a: 'x". "y' });
  });

  it("read a value that is known from elsewhere, whatever it holds", () => {
    const parts = parseSlots("title: {title}. text: {prefix}");
    expect(readSlots(parts, "title: A. text: B. text: c", { title: "A. text: B" })).toEqual({
      title: "A. text: B",
      prefix: "c",
    });
  });

  it.each(["title: A", "Title: A. text: b", ""])("read nothing from %j", (text) => {
    expect(readSlots(parseSlots("title: {title}. text: {prefix}"), text)).toBeUndefined();
  });

  it("read nothing when text is left over or the known value is not there", () => {
    expect(readSlots(parseSlots("a"), "ab")).toBeUndefined();
    expect(readSlots(parseSlots("{a}"), "x", { a: "y" })).toBeUndefined();
  });

  it("give back any values whose separators do not occur in them", () => {
    const value = fc.string().filter((text) => !text.includes("|"));
    fc.assert(
      fc.property(value, value, (a, b) => {
        const parts = parseSlots("<{a}|{b}>");
        expect(
          readSlots(
            parts,
            fillSlots(parts, (name) => (name === "a" ? a : b)),
          ),
        ).toEqual({ a, b });
      }),
    );
  });
});
