// Model files of about 0.5 MB with random weights: everything a real one has, except sense.
import { writeFileSync } from "node:fs";

/** A chat template with a default system message, as SmolLM2 has one. */
const TEMPLATE =
  "{% for message in messages %}" +
  "{% if loop.first and message['role'] != 'system' %}{{ '<|turn|>system\\nBe kind.<|over|>\\n' }}{% endif %}" +
  "{{ '<|turn|>' + message['role'] + '\\n' + message['content'] + '<|over|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|turn|>assistant\\n' }}{% endif %}";

/** What a tiny model file is like. */
export interface TinyGgufOptions {
  /** Kind of model. @defaultValue `"llama"` */
  readonly architecture?: "llama" | "t5" | "bert";
  /** Seed of the weights. @defaultValue 1 */
  readonly seed?: number;
  /** Longest context that the model was trained for. @defaultValue 512 */
  readonly contextTokens?: number;
  /** Chat template; `""` for none. @defaultValue one with a default system message */
  readonly chatTemplate?: string;
  /** How weights are stored. @defaultValue `"f32"` */
  readonly weights?: "f32" | "q8_0";
  /** How likely the token is that ends a reply: -9 never comes, 9 comes first. @defaultValue -9 */
  readonly endWeight?: number;
}

const WIDTH = 64;
const HEADS = 4;
const LAYERS = 2;
const HIDDEN = 128;
/** Text that the tokenizer knows as pieces; the rest of Unicode is spelt in bytes. */
const PIECES = ["▁", ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;'\"-!?"];
const LONGER_PIECES = ["th", "he", "in", "er", "▁t", "▁th", "▁the", "🌊"];
const SPECIALS = ["<unk>", "<s>", "</s>", "<|turn|>", "<|over|>"];
const [UNKNOWN, BEGIN, END] = [0, 1, 2] as const;
const [TYPE_NORMAL, TYPE_UNKNOWN, TYPE_CONTROL, TYPE_BYTE] = [1, 2, 3, 6] as const;

/**
 * Writes a model file with random weights. Equal options give equal bytes.
 *
 * @param path - Where to write it.
 * @param options - What it is like.
 */
export function writeTinyGguf(path: string, options: TinyGgufOptions = {}): void {
  const { architecture = "llama", contextTokens = 512, chatTemplate = TEMPLATE } = options;
  const vocabulary = createVocabulary();
  const tensors = TENSORS[architecture](vocabulary.tokens.length);
  const metadata = [
    ...METADATA[architecture](contextTokens, vocabulary.tokens.length),
    ...tokenizerMetadata(vocabulary, chatTemplate),
  ];
  const header = new ByteWriter();
  header.bytes(Buffer.from("GGUF"));
  header.u32(3);
  header.u64(tensors.length);
  header.u64(metadata.length);
  for (const [key, value] of metadata) {
    header.text(key);
    header.value(value);
  }
  const data = writeTensors(header, tensors, options);
  writeFileSync(path, Buffer.concat([padded(header.joined()), ...data]));
}

/** Describes the tensors in the header, and gives their bytes. */
function writeTensors(
  header: ByteWriter,
  tensors: readonly Tensor[],
  { seed = 1, endWeight = -9, weights: format = "f32" }: TinyGgufOptions,
): Buffer[] {
  const random = randomWeights(seed);
  let offset = 0;
  return tensors.map((tensor) => {
    const weights = weightsOf(tensor, random);
    if (tensor.name === "token_embd.weight") markTokens(weights);
    if (tensor.name === "output.weight") favourText(weights, endWeight);
    const isQuantised = format === "q8_0" && tensor.shape.length > 1;
    const bytes = padded(isQuantised ? quantised(weights) : Buffer.from(weights.buffer));
    header.text(tensor.name);
    header.u32(tensor.shape.length);
    for (const length of tensor.shape) header.u64(length);
    header.u32(isQuantised ? FORMAT_Q8_0 : FORMAT_F32);
    header.u64(offset);
    offset += bytes.length;
    return bytes;
  });
}

const [FORMAT_F32, FORMAT_Q8_0] = [0, 8] as const;
const BLOCK = 32;

/** Blocks of 32 weights: a scale of 16 bits, and each weight in 8. */
function quantised(weights: Float32Array): Buffer {
  const bytes = Buffer.alloc((weights.length / BLOCK) * (BLOCK + 2));
  for (let block = 0; block * BLOCK < weights.length; block++) {
    const values = weights.subarray(block * BLOCK, (block + 1) * BLOCK);
    // A power of two, so that 16 bits hold it exactly.
    const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 2 ** -7);
    const exponent = Math.ceil(Math.log2(most / 127));
    const start = block * (BLOCK + 2);
    bytes.writeUInt16LE((exponent + 15) << 10, start);
    for (const [place, value] of values.entries()) {
      bytes.writeInt8(Math.round(value / 2 ** exponent), start + 2 + place);
    }
  }
  return bytes;
}

/** Gives all tokens one property in common, on which the weight of the end can build. */
function markTokens(weights: Float32Array): void {
  for (let place = 0; place < weights.length; place += WIDTH) weights[place] = 1;
}

/** Makes readable pieces likelier than bytes, and special tokens the least likely. */
function favourText(weights: Float32Array, endWeight: number): void {
  const firstPiece = SPECIALS.length + 256;
  for (let place = 0; place < weights.length; place++) {
    const token = Math.floor(place / WIDTH);
    if (token < SPECIALS.length || place % WIDTH === 0) weights[place] = 0;
    else if (token < firstPiece) weights[place] = (weights[place] ?? 0) * 0.5;
  }
  weights[END * WIDTH] = endWeight;
}

interface Vocabulary {
  readonly tokens: readonly string[];
  readonly types: readonly number[];
  readonly scores: readonly number[];
}

function createVocabulary(): Vocabulary {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${hex(byte)}>`);
  const pieces = [...PIECES, ...LONGER_PIECES];
  return {
    tokens: [...SPECIALS, ...bytes, ...pieces],
    types: [
      ...SPECIALS.map((_, token) => (token === UNKNOWN ? TYPE_UNKNOWN : TYPE_CONTROL)),
      ...bytes.map(() => TYPE_BYTE),
      ...pieces.map(() => TYPE_NORMAL),
    ],
    // Longer pieces come last and must win.
    scores: [
      ...SPECIALS.map(() => 0),
      ...bytes.map(() => 0),
      ...pieces.map((_, rank) => rank - 200),
    ],
  };
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

/** A value of the file's header; a plain number is an unsigned whole one. */
type Value = string | number | boolean | { readonly float: number } | ArrayValue;
type ArrayValue =
  | { readonly texts: readonly string[] }
  | { readonly floats: readonly number[] }
  | { readonly integers: readonly number[] };
type Metadata = readonly (readonly [key: string, value: Value])[];

function tokenizerMetadata({ tokens, types, scores }: Vocabulary, template: string): Metadata {
  const entries: Metadata = [
    ["tokenizer.ggml.model", "llama"],
    ["tokenizer.ggml.tokens", { texts: tokens }],
    ["tokenizer.ggml.scores", { floats: scores }],
    ["tokenizer.ggml.token_type", { integers: types }],
    ["tokenizer.ggml.bos_token_id", BEGIN],
    ["tokenizer.ggml.eos_token_id", END],
    ["tokenizer.ggml.unknown_token_id", UNKNOWN],
  ];
  return template === "" ? entries : [...entries, ["tokenizer.chat_template", template]];
}

const METADATA = {
  llama: (contextTokens: number, vocabularySize: number): Metadata => [
    ...sizes("llama", contextTokens),
    ["llama.attention.layer_norm_rms_epsilon", { float: 1e-5 }],
    ["llama.rope.dimension_count", WIDTH / HEADS],
    ["llama.vocab_size", vocabularySize],
  ],
  t5: (contextTokens: number): Metadata => [
    ...sizes("t5", contextTokens),
    ["t5.attention.key_length", WIDTH / HEADS],
    ["t5.attention.value_length", WIDTH / HEADS],
    ["t5.attention.layer_norm_epsilon", { float: 1e-6 }],
    ["t5.attention.layer_norm_rms_epsilon", { float: 1e-6 }],
    ["t5.attention.relative_buckets_count", 32],
    ["t5.decoder_start_token_id", 0],
  ],
  bert: (contextTokens: number): Metadata => [
    ...sizes("bert", contextTokens),
    ["bert.attention.layer_norm_epsilon", { float: 1e-6 }],
    ["bert.attention.causal", false],
    ["bert.pooling_type", 1],
    ["tokenizer.ggml.token_type_count", 2],
  ],
};

function sizes(architecture: string, contextTokens: number): Metadata {
  return [
    ["general.architecture", architecture],
    ["general.name", `tiny ${architecture}`],
    ["general.file_type", 0],
    [`${architecture}.block_count`, LAYERS],
    [`${architecture}.context_length`, contextTokens],
    [`${architecture}.embedding_length`, WIDTH],
    [`${architecture}.feed_forward_length`, HIDDEN],
    [`${architecture}.attention.head_count`, HEADS],
    [`${architecture}.attention.head_count_kv`, HEADS],
  ];
}

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Every weight; random ones if absent. */
  readonly value?: number;
}

const tensor = (name: string, ...shape: number[]): Tensor => ({ name: `${name}.weight`, shape });
const ones = (name: string): Tensor => ({ name: `${name}.weight`, shape: [WIDTH], value: 1 });
const zeros = (name: string, length = WIDTH): Tensor => ({
  name: `${name}.bias`,
  shape: [length],
  value: 0,
});
const layers = Array.from({ length: LAYERS }, (_, layer) => layer);

const TENSORS = {
  llama: (vocabularySize: number): Tensor[] => [
    tensor("token_embd", WIDTH, vocabularySize),
    ones("output_norm"),
    tensor("output", WIDTH, vocabularySize),
    ...layers.flatMap((layer) => [
      ...attention(`blk.${layer}.attn`, "output"),
      ...feedForward(`blk.${layer}`),
    ]),
  ],
  t5: (vocabularySize: number): Tensor[] => [
    tensor("token_embd", WIDTH, vocabularySize),
    tensor("output", WIDTH, vocabularySize),
    ones("enc.output_norm"),
    ones("dec.output_norm"),
    ...["enc", "dec"].flatMap((half) => [
      tensor(`${half}.blk.0.attn_rel_b`, HEADS, 32),
      ...layers.flatMap((layer) => [
        ...attention(`${half}.blk.${layer}.attn`, "o"),
        ...feedForward(`${half}.blk.${layer}`),
      ]),
    ]),
    ...layers.flatMap((layer) => attention(`dec.blk.${layer}.cross_attn`, "o")),
  ],
  bert: (vocabularySize: number): Tensor[] => [
    tensor("token_embd", WIDTH, vocabularySize),
    tensor("token_types", WIDTH, 2),
    tensor("position_embd", WIDTH, 512),
    ones("token_embd_norm"),
    zeros("token_embd_norm"),
    ...layers.flatMap((layer) => [
      ...["attn_q", "attn_k", "attn_v", "attn_output"].flatMap((part) => [
        tensor(`blk.${layer}.${part}`, WIDTH, WIDTH),
        zeros(`blk.${layer}.${part}`),
      ]),
      ones(`blk.${layer}.attn_output_norm`),
      zeros(`blk.${layer}.attn_output_norm`),
      tensor(`blk.${layer}.ffn_up`, WIDTH, HIDDEN),
      zeros(`blk.${layer}.ffn_up`, HIDDEN),
      tensor(`blk.${layer}.ffn_down`, HIDDEN, WIDTH),
      zeros(`blk.${layer}.ffn_down`),
      ones(`blk.${layer}.layer_output_norm`),
      zeros(`blk.${layer}.layer_output_norm`),
    ]),
  ],
};

function attention(prefix: string, output: string): Tensor[] {
  const square = (part: string) => tensor(`${prefix}_${part}`, WIDTH, WIDTH);
  return [ones(`${prefix}_norm`), square("q"), square("k"), square("v"), square(output)];
}

function feedForward(prefix: string): Tensor[] {
  return [
    ones(`${prefix}.ffn_norm`),
    tensor(`${prefix}.ffn_gate`, WIDTH, HIDDEN),
    tensor(`${prefix}.ffn_up`, WIDTH, HIDDEN),
    tensor(`${prefix}.ffn_down`, HIDDEN, WIDTH),
  ];
}

function weightsOf({ shape, value }: Tensor, random: () => number): Float32Array {
  const count = shape.reduce((product, length) => product * length, 1);
  return Float32Array.from({ length: count }, () => value ?? random());
}

function randomWeights(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 0.4;
  };
}

/** Everything in a GGUF file begins at a multiple of 32 bytes. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
}

const [TYPE_UINT32, TYPE_INT32, TYPE_FLOAT32, TYPE_BOOL, TYPE_STRING, TYPE_ARRAY] = [
  4, 5, 6, 7, 8, 9,
];

class ByteWriter {
  readonly #parts: Buffer[] = [];

  bytes(bytes: Buffer): void {
    this.#parts.push(bytes);
  }

  u32(value: number): void {
    this.bytes(Buffer.from(Uint32Array.of(value).buffer));
  }

  i32(value: number): void {
    this.bytes(Buffer.from(Int32Array.of(value).buffer));
  }

  f32(value: number): void {
    this.bytes(Buffer.from(Float32Array.of(value).buffer));
  }

  u64(value: number): void {
    this.bytes(Buffer.from(BigUint64Array.of(BigInt(value)).buffer));
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.u64(bytes.length);
    this.bytes(bytes);
  }

  value(value: Value): void {
    if (typeof value === "string") {
      this.u32(TYPE_STRING);
      this.text(value);
    } else if (typeof value === "number") {
      this.u32(TYPE_UINT32);
      this.u32(value);
    } else if (typeof value === "boolean") {
      this.u32(TYPE_BOOL);
      this.bytes(Buffer.from([Number(value)]));
    } else if ("float" in value) {
      this.u32(TYPE_FLOAT32);
      this.f32(value.float);
    } else this.#array(value);
  }

  #array(value: ArrayValue): void {
    this.u32(TYPE_ARRAY);
    if ("texts" in value) this.#items(TYPE_STRING, value.texts, (item) => this.text(item));
    else if ("floats" in value) this.#items(TYPE_FLOAT32, value.floats, (item) => this.f32(item));
    else this.#items(TYPE_INT32, value.integers, (item) => this.i32(item));
  }

  #items<T>(type: number, items: readonly T[], write: (item: T) => void): void {
    this.u32(type);
    this.u64(items.length);
    for (const item of items) write(item);
  }

  joined(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
