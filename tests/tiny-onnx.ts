// Sentence encoders of a few kilobytes with random weights, in the ONNX format, and their tokenizers.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WIDTH = 16;
const WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "river", "stone", "the", "same", "text"];
const PIECES = ["tent", "##s", "rain", "##ing", "x", ".", "some", "##thing", "else", "longer", ","];
const VOCABULARY = [...WORDS, ...PIECES];
const [FLOAT, INT64] = [1, 7] as const;

/** What a tiny encoder is like. */
export interface TinyOnnxOptions {
  /** Names of its inputs. @defaultValue those of BERT */
  readonly inputs?: readonly string[];
  /** Name of its output. @defaultValue `"last_hidden_state"` */
  readonly output?: string;
  /** Seed of the weights. @defaultValue 1 */
  readonly seed?: number;
}

/**
 * Writes `model.onnx` and `tokenizer.json`. A token's vector is its row of a table plus the mean of the
 * rows of all tokens, so that it depends on its neighbours, as in a real encoder.
 *
 * @param folder - Where to write them; made if missing.
 * @param options - What the model is like.
 */
export function writeTinyOnnx(folder: string, options: TinyOnnxOptions = {}): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), modelProto(options));
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(TOKENIZER));
}

/**
 * Writes a cross-encoder: `model.onnx` and `tokenizer.json`. Its one logit is the mean of all numbers
 * in the rows of all tokens of a pair, special ones included.
 *
 * @param folder - Where to write them; made if missing.
 */
export function writeTinyCrossEncoder(folder: string, options: TinyCrossEncoderOptions = {}): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), crossEncoderProto(options));
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(TOKENIZER));
}

/** What a tiny cross-encoder is like. */
export interface TinyCrossEncoderOptions {
  /** Names of its inputs. @defaultValue those of BERT */
  readonly inputs?: readonly string[];
  /** Name of its output. @defaultValue `"logits"` */
  readonly output?: string;
  /** Axes that the mean is taken over, of batch, token and place. @defaultValue tokens and places */
  readonly axes?: readonly number[];
}

function crossEncoderProto({
  inputs = ["input_ids", "attention_mask", "token_type_ids"],
  output = "logits",
  axes = [1, 2],
}: TinyCrossEncoderOptions): Uint8Array {
  const graph = message(
    [1, node("Gather", { from: ["table", inputs[0] ?? ""], to: "rows" })],
    [
      1,
      node("ReduceMean", { from: ["rows"], to: output }, [ints("axes", axes), int("keepdims", 0)]),
    ],
    [2, utf8("tiny")],
    [5, table(1)],
    ...inputs.map((name): Field => [11, value(name, INT64, ["batch", "sequence"])]),
    [12, value(output, FLOAT, axes.length === 2 ? ["batch"] : ["batch", "rest"])],
  );
  return message([1, 8], [8, message([1, utf8("")], [2, 17])], [7, graph]);
}

const TOKENIZER = {
  version: "1.0",
  // As in published files: the length of training, which the reader must not apply.
  truncation: { max_length: 4, strategy: "LongestFirst", stride: 0 },
  padding: {
    strategy: { Fixed: 4 },
    direction: "Right",
    pad_id: 0,
    pad_type_id: 0,
    pad_token: "[PAD]",
  },
  added_tokens: [0, 1, 2, 3].map((id) => ({
    id,
    content: VOCABULARY[id],
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [special("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, special("[SEP]")],
    pair: [
      special("[CLS]"),
      { Sequence: { id: "A", type_id: 0 } },
      special("[SEP]"),
      { Sequence: { id: "B", type_id: 1 } },
      { SpecialToken: { id: "[SEP]", type_id: 1 } },
    ],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
  },
};

function special(id: string): object {
  return { SpecialToken: { id, type_id: 0 } };
}

/**
 * The row of the table for a token, by which a test can work a vector out.
 *
 * @param token - The token.
 * @param seed - Seed of the weights.
 * @returns Its numbers.
 */
export function tinyOnnxRow(token: string, seed = 1): number[] {
  const id = Math.max(1, VOCABULARY.indexOf(token));
  return weights(seed).slice(id * WIDTH, (id + 1) * WIDTH);
}

function weights(seed: number): number[] {
  let state = seed;
  return Array.from({ length: VOCABULARY.length * WIDTH }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // Sixteenths are exact in every format.
    return ((state >>> 24) - 128) / 16;
  });
}

function modelProto({
  inputs = ["input_ids", "attention_mask", "token_type_ids"],
  output = "last_hidden_state",
  seed = 1,
}: TinyOnnxOptions): Uint8Array {
  const graph = message(
    [1, node("Gather", { from: ["table", inputs[0] ?? ""], to: "rows" })],
    [
      1,
      node("ReduceMean", { from: ["rows"], to: "mean" }, [ints("axes", [1]), int("keepdims", 1)]),
    ],
    [1, node("Add", { from: ["rows", "mean"], to: output })],
    [2, utf8("tiny")],
    [5, table(seed)],
    ...inputs.map((name): Field => [11, value(name, INT64, ["batch", "sequence"])]),
    [12, value(output, FLOAT, ["batch", "sequence", WIDTH])],
  );
  // Intermediate representation 8, operators of version 17.
  return message([1, 8], [8, message([1, utf8("")], [2, 17])], [7, graph]);
}

type Field = readonly [number: number, content: number | Uint8Array];

/** A protocol buffer: numbers as variable-length integers, everything else with its length. */
function message(...fields: readonly Field[]): Uint8Array {
  const pieces = fields.map(([number, content]) =>
    typeof content === "number"
      ? Buffer.concat([varint(number << 3), varint(content)])
      : Buffer.concat([varint((number << 3) | 2), varint(content.length), content]),
  );
  return Buffer.concat(pieces);
}

function varint(number: number): Uint8Array {
  const bytes: number[] = [];
  let rest = number;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function node(
  operator: string,
  wires: { readonly from: readonly string[]; readonly to: string },
  attributes: readonly Uint8Array[] = [],
): Uint8Array {
  return message(
    ...wires.from.map((input): Field => [1, utf8(input)]),
    [2, utf8(wires.to)],
    [4, utf8(operator)],
    ...attributes.map((attribute): Field => [5, attribute]),
  );
}

function int(name: string, number: number): Uint8Array {
  return message([1, utf8(name)], [3, number], [20, 2]);
}

function ints(name: string, numbers: readonly number[]): Uint8Array {
  return message([1, utf8(name)], ...numbers.map((number): Field => [8, number]), [20, 7]);
}

function value(name: string, type: number, shape: readonly (string | number)[]): Uint8Array {
  const dimensions = shape.map((size): Field => {
    const dimension = typeof size === "number" ? message([1, size]) : message([2, utf8(size)]);
    return [1, dimension];
  });
  const tensor = message([1, type], [2, message(...dimensions)]);
  return message([1, utf8(name)], [2, message([1, tensor])]);
}

function table(seed: number): Uint8Array {
  const raw = new Uint8Array(Float32Array.from(weights(seed)).buffer);
  return message([1, VOCABULARY.length], [1, WIDTH], [2, FLOAT], [8, utf8("table")], [9, raw]);
}
