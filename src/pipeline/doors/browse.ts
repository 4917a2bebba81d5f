export type { RunBrowser } from "../browse/run-browser.ts";
export { openRunBrowser } from "../browse/run-browser.ts";
export type { RunContext } from "../run-context.ts";
