export { writeAtomically } from "./atomic-write.ts";
export { canonicalJson, sha256 } from "./hash.ts";
export type { JsonLine, TextLine } from "./json-lines.ts";
export { fileError, readJsonLines, readLines } from "./json-lines.ts";
export type { JsonPlace } from "./strict-json.ts";
export { parseStrictJson } from "./strict-json.ts";
