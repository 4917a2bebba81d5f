import { describe, expect, it } from "vitest";
import { unflowed } from "./flowed-text.ts";

describe("unflowed", () => {
  it("joins soft line ends and takes the stuffed space off", () => {
    const sent = "A paragraph that \ngoes on.\n From here.\n\nNext.\n-- \nAnn";
    expect(unflowed(sent, false)).toBe("A paragraph that goes on.\nFrom here.\n\nNext.\n-- \nAnn");
  });

  it("takes the space at a soft line end off where it belongs to the encoding", () => {
    expect(unflowed("日本 \n語", true)).toBe("日本語");
  });

  it("leaves quoted lines apart, and a paragraph that ends in a space", () => {
    expect(unflowed("> one \n> two\nthree \n\nfour", false)).toBe("> one \n> two\nthree \n\nfour");
  });
});
