import { gunzipSync, strFromU8 } from "fflate";
import { expect, it } from "vitest";

import { WORDNET } from "../../src/scoring/meteor/wordnet-data.ts";
import { wordTable } from "../../tools/make-wordnet.mjs";

it("ships the table that the files of WordNet 3.0 give", () => {
  const shipped = strFromU8(gunzipSync(Uint8Array.from(Buffer.from(WORDNET, "base64"))));
  // Compared as one truth value: a difference would print more than a megabyte.
  expect(shipped === wordTable()).toBe(true);
});
