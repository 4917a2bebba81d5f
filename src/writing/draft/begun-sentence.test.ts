import { describe, expect, it } from "vitest";
import type { MustItem } from "../brief/brief.ts";
import { beginningWith, begunSentence, finishedSentence } from "./begun-sentence.ts";

const hit = (form: string) => ({
  item: { id: "m", text: form, accept: [form], when: "once" } satisfies MustItem,
});

describe("a sentence with a mention", () => {
  it.each([
    ["brass lamp", "The brass lamp"],
    ["a letter from Oslo", "A letter from Oslo"],
    ["Nordlys", "Nordlys"],
    ["灯塔", "灯塔"],
  ])("begins with %s as %s", (form, start) => {
    expect(beginningWith(hit(form))).toBe(start);
  });

  it.each([
    ["hung above the door. More came.", "The brass lamp hung above the door."],
    ["Was the only light left.", "The brass lamp was the only light left."],
    ["The brass lamp shone on them.", "The brass lamp shone on them."],
    [", which nobody had lit, stood there.", "The brass lamp, which nobody had lit, stood there."],
    ["Signe went home at last.", ""],
    ["shone", ""],
    ["", ""],
  ])("goes on with %j as %j", (reply, sentence) => {
    expect(begunSentence("The brass lamp", reply)).toBe(sentence);
  });

  it.each([
    [" hung above the door. More came.", "The brass lamp hung above the door."],
    ["s of the town went out. More.", "The brass lamps of the town went out."],
    [", unlit, hung there.", "The brass lamp, unlit, hung there."],
    [" hung above the", ""],
    [".", ""],
    [" shone.", ""],
  ])("is finished with %j as %j by a model that goes on word for word", (reply, sentence) => {
    expect(finishedSentence("The brass lamp", reply)).toBe(sentence);
  });
});
