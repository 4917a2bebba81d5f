/** How the numbers of a tensor are stored: block by block. */
export interface TensorType {
  /** Numbers in a block. */
  readonly blockNumbers: number;
  /** Size of a block in bytes. */
  readonly blockBytes: number;
}

/** Type number of a tensor in Q8_0. */
export const Q8_0 = 8;
/** Type number of a tensor in Q4_0. */
export const Q4_0 = 2;
/** Type number of a tensor in Q4_1. */
export const Q4_1 = 3;
/** Type number of a tensor in Q5_0. */
export const Q5_0 = 6;
/** Type number of a tensor in Q5_1. */
export const Q5_1 = 7;

/** Types that can be read here, by the number that the format gives them. */
export const TENSOR_TYPES: ReadonlyMap<number, TensorType> = new Map([
  [Q4_0, { blockNumbers: 32, blockBytes: 18 }],
  [Q4_1, { blockNumbers: 32, blockBytes: 20 }],
  [Q5_0, { blockNumbers: 32, blockBytes: 22 }],
  [Q5_1, { blockNumbers: 32, blockBytes: 24 }],
  [Q8_0, { blockNumbers: 32, blockBytes: 34 }],
  // F32, F16, BF16, F64, and whole numbers of 8, 16, 32 and 64 bits: every number by itself.
  ...plain([0, 4], [1, 2], [30, 2], [28, 8], [24, 1], [25, 2], [26, 4], [27, 8]),
]);

function plain(...sizes: (readonly [type: number, bytes: number])[]): [number, TensorType][] {
  return sizes.map(([type, bytes]) => [type, { blockNumbers: 1, blockBytes: bytes }]);
}

/** Names of the types that people meet in file names and that are not read here. */
const OTHER_NAMES: Readonly<Record<number, string>> = {
  9: "Q8_1",
  10: "Q2_K",
  11: "Q3_K",
  12: "Q4_K",
  13: "Q5_K",
  14: "Q6_K",
  15: "Q8_K",
  16: "IQ2_XXS",
  17: "IQ2_XS",
  18: "IQ3_XXS",
  19: "IQ1_S",
  20: "IQ4_NL",
  21: "IQ3_S",
  22: "IQ2_S",
  23: "IQ4_XS",
  29: "IQ1_M",
  34: "TQ1_0",
  35: "TQ2_0",
  39: "MXFP4",
};

/**
 * Names a type that is not read here.
 *
 * @param type - Its number in the format.
 * @returns For instance `Q4_K`, or `type 99`.
 */
export function nameOfOtherType(type: number): string {
  return OTHER_NAMES[type] ?? `type ${type}`;
}
