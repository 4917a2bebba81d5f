export { flagsOf } from "./output-flags.ts";
export type { SinglePassSettings } from "./single-pass.ts";
export { singlePassRequest } from "./single-pass.ts";
