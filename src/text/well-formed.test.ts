import { expect, it } from "vitest";

import { wellFormed } from "./well-formed.ts";

it("replaces lone surrogates on either side and keeps pairs", () => {
  expect(wellFormed("a \ud83d b \ude00 c 🙂")).toBe("a \ufffd b \ufffd c 🙂");
});

it("returns a well-formed text as it is", () => {
  expect(wellFormed("café 国")).toBe("café 国");
});
