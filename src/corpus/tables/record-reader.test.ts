import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RECORD_READER_SOURCE } from "./record-reader-module.ts";

describe("the module of the record reader", () => {
  it("was made from its source", () => {
    const source = readFileSync(new URL("../../../tools/record-reader.as", import.meta.url));
    const hash = createHash("sha256").update(source).digest("hex");
    expect(RECORD_READER_SOURCE).toBe(hash);
  });
});
