import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type BlockTensor,
  blockGguf,
  metadataEntry,
  randomBlocks,
  text,
  u32,
  u64,
} from "../../../tests/block-gguf.ts";
import { blocksToQ8 } from "./q8-blocks.ts";
import { reencodeGgufAsQ8 } from "./reencode-gguf.ts";
import { Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, TENSOR_TYPES, type TensorType } from "./tensor-types.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-reencode-"));
  path = join(folder, "some.gguf");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function reencoded(file: Uint8Array, onBytes = (_bytes: number): void => undefined) {
  writeFileSync(path, file);
  const pieces: Uint8Array[] = [];
  await reencodeGgufAsQ8({
    path,
    name: "The file",
    append: async (piece) => void pieces.push(piece),
    onBytes,
  });
  return { bytes: Buffer.concat(pieces), pieces };
}

function quantised(name: string, type: number, count: number): BlockTensor {
  const { blockBytes } = TENSOR_TYPES.get(type) as TensorType;
  return { name, type, shape: [32, count], bytes: randomBlocks(count, blockBytes) };
}

function asQ8(tensor: BlockTensor): BlockTensor {
  const { type, bytes } = tensor;
  return { ...tensor, type: Q8_0, bytes: blocksToQ8(type, Buffer.from(bytes)) as Buffer };
}

const NORM: BlockTensor = { name: "norm", type: 0, shape: [3], bytes: Buffer.alloc(12, 7) };
const KEPT = quantised("kept", Q8_0, 3);
const ONE = quantised("one", Q4_1, 5);
const OTHERS = [quantised("two", Q4_0, 1), quantised("three", Q5_0, 2), quantised("four", Q5_1, 7)];

/** One metadata entry of every type that the format has. */
const EVERY_TYPE = [
  ...[0, 1, 7].map((type) => metadataEntry(`one.${type}`, type, Buffer.of(1))),
  ...[2, 3].map((type) => metadataEntry(`two.${type}`, type, Buffer.alloc(2))),
  ...[4, 5, 6].map((type) => metadataEntry(`four.${type}`, type, Buffer.alloc(4))),
  ...[10, 11, 12].map((type) => metadataEntry(`eight.${type}`, type, Buffer.alloc(8))),
  metadataEntry("text", 8, text("a 🌊")),
  metadataEntry("texts", 9, Buffer.concat([u32(8), u64(2), text("one"), text("")])),
  metadataEntry("numbers", 9, Buffer.concat([u32(3), u64(3), Buffer.alloc(6)])),
  metadataEntry("none", 9, Buffer.concat([u32(8), u64(0)])),
];

describe("a re-encoded GGUF file", () => {
  it("has the same metadata and tensors, those in four and five bits as Q8_0", async () => {
    const tensors = [NORM, ONE, KEPT, ...OTHERS];
    const { bytes } = await reencoded(blockGguf(tensors, { entries: EVERY_TYPE }));
    const expected = [NORM, asQ8(ONE), KEPT, ...OTHERS.map(asQ8)];
    expect(bytes).toEqual(blockGguf(expected, { entries: EVERY_TYPE, fileType: 7 }));
  });

  it.each([8, 64, 4096])("keeps the alignment %i", async (alignment) => {
    const { bytes } = await reencoded(blockGguf([ONE, NORM, ONE], { alignment, version: 2 }));
    const expected = [asQ8(ONE), NORM, asQ8(ONE)];
    expect(bytes).toEqual(blockGguf(expected, { alignment, version: 2, fileType: 7 }));
  });

  it("is the same where the last tensor is not filled up", async () => {
    const whole = blockGguf([ONE]);
    const short = whole.subarray(0, whole.length - 28);
    expect((await reencoded(short)).bytes).toEqual(blockGguf([asQ8(ONE)], { fileType: 7 }));
  });

  it("comes in pieces, with progress, however large a tensor is", async () => {
    const large = quantised("large", Q4_1, 40_000);
    const file = blockGguf([NORM, large]);
    const progress: number[] = [];
    const { bytes, pieces } = await reencoded(file, (done) => progress.push(done));
    expect(bytes.equals(blockGguf([NORM, asQ8(large)], { fileType: 7 }))).toBe(true);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600_000);
    expect(progress).toEqual([...progress].sort((one, two) => one - two));
    expect(progress.length).toBeGreaterThan(3);
    expect(progress.at(-1)).toBe(file.length);
  });

  it("may have a long header", async () => {
    const entries = [metadataEntry("long", 8, text("x".repeat(5_000_000)))];
    const { bytes } = await reencoded(blockGguf([ONE], { entries }));
    expect(bytes.equals(blockGguf([asQ8(ONE)], { entries, fileType: 7 }))).toBe(true);
  });

  it("is not finished when progress ends the work", async () => {
    const stop = () => {
      throw new RangeError("stop");
    };
    await expect(reencoded(blockGguf([ONE, ONE]), stop)).rejects.toThrow("stop");
  });
});

describe("a file that cannot be re-encoded", () => {
  const whole = blockGguf([NORM, ONE]);
  const inQ4K: BlockTensor = { name: "odd", type: 12, shape: [256], bytes: Buffer.alloc(144) };
  const nested = metadataEntry("deep", 9, Buffer.concat([u32(9), u64(1), u32(4), u64(0)]));
  const infinite = { ...ONE, bytes: Buffer.alloc(100, 0x7c) };
  it.each([
    ["no GGUF file", Buffer.from("<html>".repeat(10)), "it is not a GGUF file"],
    ["an empty one", Buffer.alloc(0), "ends before its header does"],
    ["one of the first version", blockGguf([ONE], { version: 1 }), "has version 1 of the format"],
    [
      "one for machines with the other byte order",
      blockGguf([ONE], { version: 3 * 2 ** 24 }),
      "has version 50331648 of the format",
    ],
    ["one cut in its header", whole.subarray(0, 100), "it ends before its header does"],
    [
      "one cut in its data",
      whole.subarray(0, whole.length - 30),
      `it has ${whole.length - 30} bytes, but its tensors end at ${whole.length - 28}`,
    ],
    [
      "one with more than its tensors",
      Buffer.concat([whole, Buffer.alloc(5)]),
      "5 bytes follow its last tensor",
    ],
    ["one in a type that is not read", blockGguf([ONE, inQ4K]), "the tensor odd is in Q4_K"],
    ["one in a type nobody knows", blockGguf([{ ...inQ4K, type: 99 }]), "odd is in type 99"],
    ["one with nothing to re-encode", blockGguf([NORM, KEPT]), "no tensor in it is in Q4_0, Q4_1"],
    ["one without tensors", blockGguf([]), "no tensor in it is in Q4_0, Q4_1"],
    [
      "one whose tensors lie elsewhere",
      blockGguf([NORM, { ...ONE, offset: 64 }]),
      "the tensor one does not follow the one before it",
    ],
    ["one with broken rows", blockGguf([{ ...ONE, shape: [16, 10] }]), "has rows of 16 numbers"],
    [
      "one with too many dimensions",
      blockGguf([{ ...ONE, shape: [32, 1, 1, 1, 5] }]),
      "the tensor one has 5 dimensions",
    ],
    [
      "one with a length beyond all bounds",
      blockGguf([{ ...ONE, shape: [2 ** 40, 2 ** 40] }]),
      "no whole blocks",
    ],
    ["one with nested lists", blockGguf([ONE], { entries: [nested] }), "unknown type 9"],
    ["one with an odd alignment", blockGguf([ONE], { alignment: 48 }), "its alignment is 48"],
    ["one with an infinite scale", blockGguf([infinite]), "one holds what is no finite number"],
  ])("is refused with the reason: %s", async (_what, file, reason) => {
    await expect(reencoded(file)).rejects.toMatchObject({
      code: "reencode-failed",
      message: expect.stringMatching(/^The file cannot be re-encoded: /),
      hint: expect.stringContaining("without `reencode`"),
      details: { reason: expect.stringContaining(reason) },
    });
  });

  it("is named if it is not there", async () => {
    const reencoding = { path: join(folder, "none.gguf"), name: "The file" };
    const append = async (): Promise<void> => undefined;
    await expect(
      reencodeGgufAsQ8({ ...reencoding, append, onBytes: () => undefined }),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});
