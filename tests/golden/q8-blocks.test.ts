import { expect, it } from "vitest";
import { blocksToQ8 } from "../../src/models/gguf-file/q8-blocks.ts";
import { Q4_0, Q4_1, Q5_0, Q5_1 } from "../../src/models/gguf-file/tensor-types.ts";
import { readGolden } from "./read-golden.ts";

const TYPES: Readonly<Record<string, number>> = { Q4_0, Q4_1, Q5_0, Q5_1 };

interface Row {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

const rows = readGolden<Row>("q8-blocks.jsonl");

it.each(rows.map((row) => [row.type, row] as const))(
  "re-encodes blocks of %s as Q8_0 to the bytes of the reference",
  (type, { from, to }) => {
    const result = blocksToQ8(TYPES[type] as number, Buffer.from(from, "base64"));
    expect(result?.toString("hex")).toBe(Buffer.from(to, "base64").toString("hex"));
  },
);

it("has golden blocks of every type that can be re-encoded", () => {
  expect(rows.map(({ type }) => type)).toEqual(["Q4_0", "Q4_1", "Q5_0", "Q5_1"]);
});
