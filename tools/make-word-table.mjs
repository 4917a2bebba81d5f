// Compiles word-table.as into src/retrieval/bm25/word-table-module.ts. Run it after a change of the
// source; a test compares the hash of the source with the one in the module.
import { compileAssemblyScript } from "./compile-assemblyscript.mjs";

compileAssemblyScript({
  name: "word-table",
  constant: "WORD_TABLE",
  target: "src/retrieval/bm25/word-table-module.ts",
});
