export { LONGHAND_VERSION } from "../package-version.ts";
export type { RunContext } from "../run-context.ts";
export { systemClock } from "../run-context.ts";
