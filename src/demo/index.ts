export type { RunningDemo } from "./run-demo.ts";
export { openDemo } from "./run-demo.ts";
