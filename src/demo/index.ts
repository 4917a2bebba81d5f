export type { GuidePerson } from "./demo-guide.ts";
export type { DemoOptions, RunningDemo } from "./run-demo.ts";
export { openDemo } from "./run-demo.ts";
