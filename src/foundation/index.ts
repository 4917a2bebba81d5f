export type { Clock } from "./clock.ts";
export type { LonghandErrorOptions } from "./errors.ts";
export { isUsageError, LonghandError, messageOf } from "./errors.ts";
export { flagOf, optionWords } from "./option-flag.ts";
export type { Random } from "./random.ts";
export { RANDOM_GENERATOR, randomStream, shuffled } from "./random.ts";
