import { scorePairs } from "./score-pairs.ts";

// What the test calls inside the browser.
Object.assign(globalThis, { scorePairs });
